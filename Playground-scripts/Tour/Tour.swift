// The library's main features in one minute: `swift run Tour`.
//
// Each step is a function of its own: `main` is isolated to the main actor, and so is every handler written in it. A
// handler in a nonisolated function runs on the sending thread.

@main
struct Tour {
  static func main() {
    print("Signals, shown with thermometers")

    step("1. A source and a chain of operators", sourceAndChain)
    step("2. Merging two signals", mergedSignals)
    step("3. Consistent combinations", oneEventTwoWays, twoSendsOneEvent)
    step("4. One computation for all subscribers", sharedSignal)
    step("5. The same order for all subscribers", orderPromise)
    step("6. Four threads, one source", fourThreads)
    step("7. Delivery on a queue, with a buffer of two values", queueWithBuffer)
    step("8. An error ends the subscription and releases its handler", errorInMap)
    step("9. Cancelling", cancelling)
    step("10. Observing a property of an object, with the reason for each change", computedProperty)
    step("11. Binding two objects", boundObjects)

    print("\nNext: swift run ComposeStreams, JoinSignals, CancelEndpoints, ObserveState or BindViewModel")
    print("The library's guarantees: Documentation/Contract.md")
  }

  private static func step(_ heading: String, _ bodies: () -> Void...) {
    print("\n\(heading)")
    for body in bodies { body() }
  }
}
