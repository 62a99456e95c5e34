// What the library is for, in a minute: `swift run Tour`.
//
// The steps are functions of their own because `main` belongs to the main actor, and so would every handler written in
// it. In a plain function a handler belongs to nobody, and is called by the thread that sends.

@main
struct Tour {
  static func main() {
    print("Signals, shown with thermometers")

    step("1. A source and a chain", sourceAndChain)
    step("2. Several signals become one", mergedSignals)
    step("3. Values that belong together", oneEventTwoWays, twoSendsOneEvent)
    step("4. One computation for all who listen", sharedSignal)
    step("5. The order promise", orderPromise)
    step("6. Four threads, one source", fourThreads)
    step("7. Delivery on a queue, with a buffer of two", queueWithBuffer)
    step("8. An error ends the signal, and lets go", errorInMap)
    step("9. Cancelling", cancelling)
    step("10. Any property of any class, with the reason of each change", computedProperty)
    step("11. Two objects that hold one value", boundObjects)

    print("\nNext: swift run ComposeStreams, JoinSignals, CancelEndpoints, ObserveState or BindViewModel")
    print("What you can rely on: Documentation/Contract.md")
  }

  private static func step(_ heading: String, _ bodies: () -> Void...) {
    print("\n\(heading)")
    for body in bodies { body() }
  }
}
