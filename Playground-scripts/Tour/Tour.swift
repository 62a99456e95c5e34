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
    step("3. One computation for all who listen", sharedSignal)
    step("4. The order promise", orderPromise)
    step("5. Four threads, one source", fourThreads)
    step("6. Delivery on a queue, with a buffer of two", queueWithBuffer)
    step("7. An error ends the signal, and lets go", errorInMap)
    step("8. Cancelling", cancelling)

    print("\nNext: swift run ComposeStreams, swift run CancelEndpoints, Documentation/Contract.md")
  }

  private static func step(_ heading: String, _ body: () -> Void) {
    print("\n\(heading)")
    body()
  }
}
