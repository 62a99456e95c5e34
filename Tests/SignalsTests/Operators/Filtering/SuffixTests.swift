import Signals
import SignalsTesting
import Testing

@Suite("suffix", .leavesNothing) struct SuffixTests {
  @Test(arguments: [
    ([], ["|"]), ([1], ["1", "|"]), ([1, 2], ["1", "2", "|"]), ([1, 2, 3], ["2", "3", "|"]),
    ([1, 2, 3, 4, 5], ["4", "5", "|"]),
  ])
  func `emits the last values at the finish, in order`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.suffix(2) }, equals: expected)
    expect(history(of: values, end: nil) { $0.suffix(2) }, equals: [])
  }

  @Test(arguments: [0, 1, 3, 100]) func `agrees with the suffix of a list`(_ count: Int) {
    let values = Array(1...10)
    expect(history(of: values) { $0.suffix(count) }, equals: values.suffix(count).map { "\($0)" } + ["|"])
  }

  @Test(arguments: [[], [1], [1, 2, 3]]) func `a failure comes without a value`(_ values: [Int]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.suffix(2) }, equals: ["#e"])
  }

  @Test func `an error downstream ends it, and no further value follows`() {
    expect(history(of: [1, -2, 3]) { $0.suffix(3).map(checked) }, equals: ["1", "#negative"])
  }

  @Test func `nothing follows a cancellation in the handler of one of its values`() {
    expect(history(cancelledInside: [1, 2, 3]) { $0.suffix(2) }, equals: ["2"])
    expect(seenBelow([1, 2, 3]) { $0.suffix(2).prefix(1) }, equals: ["2"])
  }

  @Test func `values of the handler come too late`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = input.suffix(2).subscribe { event in
      log.append("\(event)")
      expect(input.send(9), equals: .ended)
    }
    for value in 1...3 { input.send(value) }
    input.finish()
    expect(log.entries, equals: ["value(2)", "value(3)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `keeps no more values than it needs, and releases them after they are emitted`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let endpoint = input.suffix(2).subscribeValues { _ in log.append("handled") }
    for number in 1...3 { input.send(Tracked("\(number)", log)) }
    expect(log.entries, equals: ["1 released"])
    input.finish()
    expect(log.entries.sorted(), equals: ["1 released", "2 released", "3 released", "handled", "handled"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a cancellation releases the values that are kept`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let endpoint = input.suffix(2).subscribeValues { _ in }
    for number in 1...2 { input.send(Tracked("\(number)", log)) }
    endpoint.cancel()
    expect(log.entries.sorted(), equals: ["1 released", "2 released"])
  }

  @Test func `a join downstream gets all of them in one turn (C10)`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(combineLatest(input.suffix(2), .just(0)) { value, _ in value })
    for value in 1...3 { input.send(value) }
    input.finish()
    expect(recorder.history, equals: ["3", "|"])
  }
}
