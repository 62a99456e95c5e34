// Lesson: several signals into one, and which values belong together. `swift run JoinSignals`

@main
struct JoinSignals {
  static func main() {
    print("Join signals: each line of code, and what came of it (→)")

    combining()
    diamond()
    longWays()
    twoEvents()
    oneTurn()
    untilTheOutermostIsOver()
    withTheLatest()
    sampling()
    zipping()
    oneTurnForEach()
    endings()
    failureInATurn()
    whatComesLater()
    withinTheSubscribingCall()
  }
}
