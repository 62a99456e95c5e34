// Lesson: tests of what happens later, without waiting for it. `swift run TestInVirtualTime`

@main
struct TestInVirtualTime {
  static func main() {
    print("Test in virtual time: each line of code, and what came of it (→)")

    timePassesWhenToldTo()
    wholeHistories()
    timelinesInAndOut()
    whatAFailureLooksLike()
    whenItWasSubscribedTo()
    hoursInNoTime()
    laws()
  }
}
