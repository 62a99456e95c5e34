import Signals
import Testing

@Suite("Events as text", .leavesNothing) struct EventTextTests {
  @Test func `an event prints its contents`() {
    #expect("\(Event.value(1))" == "value(1)")
    #expect("\(Event<Int>.end(.finished))" == "finished")
    #expect("\(Event<Int>.end(.failed(Failure("e"))))" == "failed(e)")
  }
}
