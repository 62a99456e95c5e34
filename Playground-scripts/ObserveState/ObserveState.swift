// Lesson: observing objects, single values and collections. `swift run ObserveState`

@main
struct ObserveState {
  static func main() {
    print("Observe state: each line of code, and its results (→)")

    everySet()
    computedProperties()
    alongThePath()
    beforeAndAfter()
    weakProperties()
    asSignals()
    singleValues()
    derived()
    collections()
    byHand()
  }
}
