// Lesson: combining several signals, with consistent values. `swift run JoinSignals`

@main
struct JoinSignals {
  static func main() {
    print("Join signals: each line of code, and its results (→)")

    combining()
    diamond()
    differentPaths()
    twoEvents()
    oneTurn()
    nestedTransactions()
    withTheLatest()
    sampling()
    zipping()
    operatorsInOneTurn()
    endings()
    failureInATurn()
    delayedValues()
    valuesDuringSubscription()
  }
}
