import Signals
import SignalsTesting
import Testing

@Suite("prefix", .leavesNothing) struct PrefixTests {
  @Test(arguments: [(0, ["|"]), (1, ["1", "|"]), (3, ["1", "2", "3", "|"]), (9, ["1", "2", "3", "|"])])
  func `passes on as many as it is told, then finishes`(_ count: Int, _ expected: [String]) {
    expect(history(of: [1, 2, 3]) { $0.prefix(count) }, equals: expected)
  }

  @Test func `finishes in the course of its last value, not with the next one`() {
    expect(history(of: [1, 2], end: nil) { $0.prefix(2) }, equals: ["1", "2", "|"])
  }

  @Test func `a failure before that is passed on`() {
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.prefix(2) }, equals: ["1", "#e"])
  }

  @Test func `taking none subscribes to nothing`() {
    let log = Log<Int>()
    expect(Recorder(Signal.of(1).map { log.append($0) }.prefix(0)).history, equals: ["|"])
    expect(log.entries, equals: [])
  }

  @Test func `cancels its upstream, so that a sequence stops there`() {
    let log = Log<Int>()
    let signal = Signal.from(1...1_000).map { value in
      log.append(value)
      return value
    }
    expect(Recorder(signal.prefix(2)).history, equals: ["1", "2", "|"])
    expect(log.entries, equals: [1, 2])
  }

  @Test func `a send of the last value's handler doesn't get through`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = input.signal.prefix(1).subscribe { event in
      log.append("\(event)")
      input.send(2)
    }
    input.send(1)
    expect(log.entries, equals: ["value(1)", "finished"])
    withExtendedLifetime(endpoint) {}
  }
}
