import Signals
import Testing

@Suite("contains", .leavesNothing) struct ContainsTests {
  @Test(arguments: [([], ["false", "|"]), ([1], ["false", "|"]), ([5], ["true", "|"]), ([1, 5, 5], ["true", "|"])])
  func `answers at the first that is wanted, or at the finish`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.contains(5) }, equals: expected)
    expect(history(of: values) { $0.contains { $0 > 3 } }, equals: expected)
  }

  @Test func `finishes with the answer, and cancels its upstream`() {
    expect(history(of: [1], end: nil) { $0.contains(5) }, equals: [])
    expect(history(of: [1, 5], end: nil) { $0.contains(5) }, equals: ["true", "|"])
    expect(drawn { $0.contains(3) }.numbers, equals: [1, 2, 3])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([5], ["true", "|"])])
  func `a failure comes without an answer`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.contains(5) }, equals: expected)
  }

  @Test func `fails with the error of its closure, and without an answer`() {
    expect(history(of: [1, -1, 5]) { $0.contains { try checked($0) > 3 } }, equals: ["#negative"])
    expect(drawn { $0.contains { try checked(2 - $0) > 3 } }.numbers, equals: [1, 2, 3])
  }

  @Test func `an error below the answer is the end`() {
    for values in [[5], [1]] {
      expect(history(of: values) { $0.contains(5).map { _ -> Bool in throw Failure("below") } }, equals: ["#below"])
    }
  }

  @Test func `a send of the answer's handler doesn't get through, not to the closure either`() {
    let log = Log<Int>()
    let result = history(of: [5], sendingInside: [6]) { signal in
      signal.contains { value in
        log.append(value)
        return true
      }
    }
    expect(result, equals: ["true", "|"])
    expect(log.entries, equals: [5])
  }

  @Test func `there is no end after a cancel in the handler`() {
    expect(history(cancelledInside: [5, 6]) { $0.contains(5) }, equals: ["true"])
    expect(history(cancelledInside: [1]) { $0.contains(5) }, equals: ["false"])
  }

  @Test func `is silent after that, though a source goes on`() {
    expect(seenBelow([1, 5, 5]) { $0.contains(5) }, equals: ["true"])
  }
}
