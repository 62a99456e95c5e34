// Lesson: tests of timing, without waiting. `swift run TestInVirtualTime`

@main
struct TestInVirtualTime {
  static func main() {
    print("Test in virtual time: each line of code, and its results (→)")

    virtualTime()
    wholeHistories()
    timelinesInAndOut()
    failureReports()
    recordedSubscriptions()
    hoursOfVirtualTime()
    laws()
  }
}
