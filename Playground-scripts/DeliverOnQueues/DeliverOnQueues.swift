// Lesson: on which thread what happens, and what many threads can do to each other. `swift run DeliverOnQueues`

@main
struct DeliverOnQueues {
  static func main() async {
    print("Deliver on queues: each line of code, and what came of it (→)")

    whereTheSendIs()
    aQueueInBetween()
    severalQueues()
    whenItIsTooMuch()
    aHandlerThatSends()
    twoThatSendToEachOther()
    manyThreads()
    await onTheMainActor()
    await untilItIsOver()
  }
}
