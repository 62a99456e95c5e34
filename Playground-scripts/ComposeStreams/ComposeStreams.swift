// Lesson: how values get from where they arise to where they are wanted. `swift run ComposeStreams`

@main
struct ComposeStreams {
  static func main() async {
    print("Compose streams: each line of code, and what came of it (→)")

    chain()
    whatBecameOfASend()
    wholeGrammar()
    recipe()
    statefulOperators()
    merging()
    sharing()
    failing()
    sourceOnAQueue()
    deliveryOnAQueue()
    await handlersOnTheMainActor()
  }
}
