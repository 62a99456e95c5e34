// Lesson: two-way bindings between a view model and its model. `swift run BindViewModel`

@main
struct BindViewModel {
  @MainActor
  static func main() {
    print("Bind a view model: each line of code, and its results (→)")

    twoSignals()
    oneBinding()
    twoWayBinding()
    initialValue()
    noEcho()
    replacedObjects()
    corrections()
    converters()
    otherEnds()
    editSessions()
    conflicts()
    chains()
    transactions()
    absentEnds()
    cancelling()
    releasedEnds()
    oneWay()
    undoing()
  }
}
