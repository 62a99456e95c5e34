// Lesson: how a view model and its model keep each other up to date. `swift run BindViewModel`

@main
struct BindViewModel {
  @MainActor
  static func main() {
    print("Bind a view model: each line of code, and what came of it (→)")

    twoStreams()
    oneBinding()
    oneLine()
    whoGivesTheFirstValue()
    noEcho()
    otherObjects()
    corrections()
    converters()
    otherEnds()
    editSessions()
    conflicts()
    chains()
    transactions()
    absentEnds()
    cancelling()
    endsThatGo()
    oneWay()
    undoing()
  }
}
