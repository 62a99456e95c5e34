import Signals
import SignalsTesting
import Testing

@Suite("collect", .leavesNothing) struct CollectTests {
  @Test(arguments: [([], "[]"), ([1], "[1]"), ([1, 2, 3], "[1, 2, 3]")])
  func `all come in one array at the finish`(_ values: [Int], _ expected: String) {
    expect(history(of: values) { $0.collect() }, equals: [expected, "|"])
    expect(history(of: values, end: nil) { $0.collect() }, equals: [])
    expect(history(of: values, end: .failed(Failure("e"))) { $0.collect() }, equals: ["#e"])
  }

  @Test(arguments: [
    ([], ["|"]), ([1], ["[1]", "|"]), ([1, 2], ["[1, 2]", "|"]), ([1, 2, 3], ["[1, 2]", "[3]", "|"]),
    ([1, 2, 3, 4], ["[1, 2]", "[3, 4]", "|"]),
  ])
  func `so many come in an array with the last of them, and the rest at the finish`(
    _ values: [Int], _ expected: [String]
  ) {
    expect(history(of: values) { $0.collect(2) }, equals: expected)
  }

  @Test func `a full array doesn't wait for the next value`() {
    expect(history(of: [1, 2], end: nil) { $0.collect(2) }, equals: ["[1, 2]"])
    expect(history(of: [1, 2], end: nil) { $0.collect(1) }, equals: ["[1]", "[2]"])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 2], ["[1, 2]", "#e"]), ([1, 2, 3], ["[1, 2]", "#e"])])
  func `a failure drops an incomplete array`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.collect(2) }, equals: expected)
  }

  @Test func `a count that is never reached gathers all`() {
    expect(history(of: [1, 2]) { $0.collect(.max) }, equals: ["[1, 2]", "|"])
  }

  @Test func `a send of an array's handler belongs to the next`() {
    expect(history(of: [1, 2], sendingInside: [3, 4, 5]) { $0.collect(2) }, equals: ["[1, 2]", "[3, 4]", "[5]", "|"])
  }

  @Test func `nothing comes after a cancel in the handler, not the rest either`() {
    expect(history(cancelledInside: [1, 2, 3]) { $0.collect(2) }, equals: ["[1, 2]"])
    expect(history(cancelledInside: [1, 2, 3]) { $0.collect() }, equals: ["[1, 2, 3]"])
  }

  @Test func `an error below an array stops the source, and the rest is not passed on`() {
    let result = drawn { numbers in
      numbers.collect(2).map { values in if values == [3, 4] { throw Failure("below") } else { values } }
    }
    expect(result.history, equals: ["[1, 2]", "#below"])
    expect(result.numbers, equals: [1, 2, 3, 4])
  }

  @Test func `gathered values are released with a cancel`() {
    let log = Log<String>()
    let input = SignalInput<Tracked>()
    let recorder = Recorder(input.signal.collect())
    input.send(Tracked("value", log))
    expect(log.entries, equals: [])
    recorder.cancel()
    expect(log.entries, equals: ["value released"])
  }
}
