// Lesson: threads and queues of operators and handlers. `swift run DeliverOnQueues`

@main
struct DeliverOnQueues {
  static func main() async {
    print("Deliver on queues: each line of code, and its results (→)")

    onTheSendingThread()
    aQueueInBetween()
    severalQueues()
    limitedBuffer()
    reentrantSends()
    mutualSends()
    manyThreads()
    await onTheMainActor()
    await waitingForTheLastCall()
  }
}
