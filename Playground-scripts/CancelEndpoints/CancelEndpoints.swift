// Lesson: how long a subscription lives, and how to end it. `swift run CancelEndpoints`

@main
struct CancelEndpoints {
  static func main() async {
    print("Cancel endpoints: each line of code, and what came of it (→)")

    oneEndpoint()
    manyEndpoints()
    bagOfAnObject()
    owner()
    untilTheHandlerSaysNo()
    insideHandlers()
    await waitingForTheLastCall()
    counting()
  }
}
