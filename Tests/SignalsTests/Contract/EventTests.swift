import Signals
import Testing

@Suite("Events", .leavesNothing) struct EventTests {
  private let events: [Event<Int>] = [.value(1), .end(.finished), .end(.failed(Failure("e")))]

  @Test func `an event has a value, or an error, or neither`() {
    expect(events.map { $0.value }, equals: [1, nil, nil])
    expect(events.map { $0.error.map { "\($0)" } }, equals: [nil, nil, "e"])
  }

  @Test func `an end has an error, unless it is the finish`() {
    expect(End.finished.error == nil)
    expect(End.failed(Failure("e")).error.map { "\($0)" }, equals: "e")
  }

  @Test func `the properties stand beside the cases`() {
    let made = [1, 2].map(Event.value)
    var values: [Int] = []
    for case .value(let value) in made { values.append(value) }
    expect(values, equals: [1, 2])
  }
}
