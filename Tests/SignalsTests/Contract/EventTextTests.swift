import Signals
import Testing

@Suite("Events as text", .leavesNothing) struct EventTextTests {
  @Test func `an event prints its contents`() {
    expect("\(Event.value(1))", equals: "value(1)")
    expect("\(Event<Int>.end(.finished))", equals: "finished")
    expect("\(Event<Int>.end(.failed(Failure("e"))))", equals: "failed(e)")
  }
}
