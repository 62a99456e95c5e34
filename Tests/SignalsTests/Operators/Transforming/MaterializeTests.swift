import Signals
import SignalsTesting
import Testing

@Suite("materialize", .leavesNothing) struct MaterializeTests {
  @Test func `makes values of all events, and finishes after the end`() {
    expect(history(of: [1, 2]) { $0.materialize() }, equals: ["value(1)", "value(2)", "finished", "|"])
    expect(history(of: [Int]()) { $0.materialize() }, equals: ["finished", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.materialize() }, equals: ["value(1)", "failed(e)", "|"])
    expect(history(of: [1], end: nil) { $0.materialize() }, equals: ["value(1)"])
  }

  @Test func `an error of a closure above becomes a value`() {
    expect(history(of: [1, -1, 2]) { $0.map(checked).materialize() }, equals: ["value(1)", "failed(negative)", "|"])
  }

  @Test func `an error of a closure below doesn't`() {
    let result = drawn { numbers in
      numbers.materialize().map { event in if case .value(2) = event { throw Failure("below") } else { event } }
    }
    expect(result.history, equals: ["value(1)", "#below"])
    expect(result.numbers, equals: [1, 2])
  }

  @Test func `an error below the end's value is the end`() {
    let result = history(of: [1]) { signal in
      signal.materialize().map { event in if case .end = event { throw Failure("below") } else { event } }
    }
    expect(result, equals: ["value(1)", "#below"])
  }

  @Test func `no closure below it is called for an end that follows a cancel`() {
    let log = Log<String>()
    let result = history(cancelledInside: [1, 2]) { signal in
      signal.first().materialize().map { event in
        log.append("\(event)")
        return event
      }
    }
    expect(result, equals: ["value(1)"])
    expect(log.entries, equals: ["value(1)"])
  }
}

@Suite("dematerialize", .leavesNothing) struct DematerializeTests {
  @Test func `makes events of values`() {
    expect(
      history(of: [Event.value(1), .value(2), .end(.finished)], end: nil) { $0.dematerialize() },
      equals: ["1", "2", "|"])
    expect(history(of: [Event<Int>.end(.failed(Failure("e")))], end: nil) { $0.dematerialize() }, equals: ["#e"])
  }

  @Test func `undoes materialize`() {
    expect(history(of: [1, 2]) { $0.materialize().dematerialize() }, equals: ["1", "2", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.materialize().dematerialize() }, equals: ["1", "#e"])
  }

  @Test func `ends with its upstream, where no value is an end`() {
    expect(history(of: [Event.value(1)]) { $0.dematerialize() }, equals: ["1", "|"])
    expect(history(of: [Event.value(1)], end: .failed(Failure("e"))) { $0.dematerialize() }, equals: ["1", "#e"])
    expect(history(of: [Event<Int>]()) { $0.dematerialize() }, equals: ["|"])
  }

  @Test func `the end is the last, and cancels its upstream`() {
    let result = drawn { $0.map { $0 < 3 ? Event.value($0) : .end(.finished) }.dematerialize() }
    expect(result.history, equals: ["1", "2", "|"])
    expect(result.numbers, equals: [1, 2, 3])
  }

  @Test func `a send of the end's handler doesn't get through`() {
    let result = history(of: [1], sendingInside: [2]) { signal in
      signal.map { $0 == 1 ? Event.end(.finished) : .value($0) }.dematerialize()
    }
    expect(result, equals: ["|"])
  }

  @Test func `is silent after that, though a source goes on`() {
    expect(seenBelow([Event.value(1), .end(.finished), .value(2)]) { $0.dematerialize() }, equals: ["1"])
  }
}
