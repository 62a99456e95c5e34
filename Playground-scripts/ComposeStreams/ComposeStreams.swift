// Lesson: how values get from where they arise to where they are wanted. `swift run ComposeStreams`

@main
struct ComposeStreams {
  static func main() async throws {
    print("Compose streams: each line of code, and what came of it (→)")

    chain()
    whatBecameOfASend()
    wholeGrammar()
    recipe()
    statefulOperators()
    merging()
    sharing()
    sharingWithMemory()
    failing()
    searching()
    tryingAgain()
    looking()
    sourceOnAQueue()
    deliveryOnAQueue()
    try await fromAsynchronousCode()
    try await intoAsynchronousCode()
    await handlersOnTheMainActor()
    await deliveryOnTheMainQueue()
  }
}
