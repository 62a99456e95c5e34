// Lesson: hearing of changes of objects, of values that stand alone, and of collections. `swift run ObserveState`

@main
struct ObserveState {
  static func main() {
    print("Observe state: each line of code, and what came of it (→)")

    everySet()
    whatIsComputed()
    alongThePath()
    beforeAndAfter()
    whatDoesNotKeep()
    asSignals()
    standingAlone()
    derived()
    collections()
    byHand()
  }
}
