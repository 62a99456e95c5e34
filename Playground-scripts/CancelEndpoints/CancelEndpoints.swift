// Lesson: the lifetime of a subscription, and ways to end it. `swift run CancelEndpoints`

@main
struct CancelEndpoints {
  static func main() async {
    print("Cancel endpoints: each line of code, and its results (→)")

    oneEndpoint()
    manyEndpoints()
    bagOfAnObject()
    owner()
    handlerThatEnds()
    insideHandlers()
    await waitingForTheLastCall()
    counting()
  }
}
