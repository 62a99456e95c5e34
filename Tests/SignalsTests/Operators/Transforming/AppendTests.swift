import Signals
import SignalsTesting
import Testing

@Suite("append", .leavesNothing) struct AppendTests {
  @Test func `passes on its values at the finish`() {
    expect(history(of: [1], end: nil) { $0.append(2, 3) }, equals: ["1"])
    expect(history(of: [1]) { $0.append(2, 3) }, equals: ["1", "2", "3", "|"])
    expect(history(of: [Int]()) { $0.append(2) }, equals: ["2", "|"])
  }

  @Test func `takes sequences, and nothing at all`() {
    expect(history(of: [1]) { $0.append(contentsOf: [2, 3]) }, equals: ["1", "2", "3", "|"])
    expect(history(of: [1]) { $0.append(contentsOf: 2...3) }, equals: ["1", "2", "3", "|"])
    expect(history(of: [1]) { $0.append(contentsOf: []) }, equals: ["1", "|"])
    expect(history(of: [1]) { $0.append() }, equals: ["1", "|"])
    expect(history(of: [[1]]) { $0.append([2, 3]) }, equals: ["[1]", "[2, 3]", "|"])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["1", "#e"])])
  func `adds nothing after a failure`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.append(2) }, equals: expected)
  }

  @Test func `stops where the handler wants no more`() {
    let log = Log<Int>()
    let endpoint = Signal.of(1).append(contentsOf: 2...1_000).subscribeWhile { value in
      log.append(value)
      return value < 3
    }
    expect(log.entries, equals: [1, 2, 3])
    expect(!endpoint.isActive)
  }

  @Test func `stops where an operator below wants no more`() {
    let log = Log<Int>()
    let logged: @Sendable (Int) -> Int = { value in
      log.append(value)
      return value
    }
    expect(history(of: [1]) { $0.append(contentsOf: 2...1_000).map(logged).prefix(3) }, equals: ["1", "2", "3", "|"])
    expect(log.entries, equals: [1, 2, 3])
  }

  @Test func `adds nothing where an operator below has had enough already`() {
    expect(history(of: [1, 2]) { $0.prefix(1).append(3) }, equals: ["1", "3", "|"])
    expect(history(of: [1, 2]) { $0.append(3).prefix(1) }, equals: ["1", "|"])
    expect(history(cancelledInside: [1, 2]) { $0.first().append(3) }, equals: ["1"])
  }

  @Test func `an error below its values is the end`() {
    expect(history(of: [1]) { $0.append(-1, 2).map(checked) }, equals: ["1", "#negative"])
  }

  @Test func `the last one that is called comes last`() {
    expect(history(of: [1]) { $0.append(2).append(3) }, equals: ["1", "2", "3", "|"])
  }
}
