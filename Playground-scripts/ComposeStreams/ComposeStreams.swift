// Lesson: sources, operators, subscriptions, queues and asynchronous code. `swift run ComposeStreams`

@main
struct ComposeStreams {
  static func main() async throws {
    print("Compose streams: each line of code, and its results (→)")

    chain()
    sendResults()
    eventGrammar()
    coldSignal()
    droppingAndFinishing()
    merging()
    sharing()
    sharingWithReplay()
    failing()
    searching()
    retrying()
    logging()
    sourceOnAQueue()
    deliveryOnAQueue()
    try await fromAsynchronousCode()
    try await intoAsynchronousCode()
    await handlersOnTheMainActor()
    await deliveryOnTheMainQueue()
  }
}
