import Signals
import Testing

@Suite("first", .leavesNothing) struct FirstTests {
  @Test(arguments: [([], ["|"]), ([1], ["1", "|"]), ([1, 2], ["1", "|"])])
  func `passes on the first value and finishes`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.first() }, equals: expected)
  }

  @Test(arguments: [([], ["|"]), ([1], ["|"]), ([5], ["5", "|"]), ([1, 5, 6], ["5", "|"])])
  func `passes on the first that is wanted and finishes`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.first { $0 > 3 } }, equals: expected)
  }

  @Test func `finishes in the course of the value, and cancels its upstream`() {
    expect(history(of: [1], end: nil) { $0.first() }, equals: ["1", "|"])
    expect(history(of: [1, 5], end: nil) { $0.first { $0 > 3 } }, equals: ["5", "|"])
    expect(drawn { $0.first() }.numbers, equals: [1])
    expect(drawn { $0.first { $0 > 2 } }.numbers, equals: [1, 2, 3])
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 5], ["5", "|"])])
  func `a failure before that is passed on`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.first { $0 > 3 } }, equals: expected)
    expect(history(of: [Int](), end: .failed(Failure("e"))) { $0.first() }, equals: ["#e"])
  }

  @Test func `fails with the error of its closure, and asks no more`() {
    expect(history(of: [1, -1, 5]) { $0.first { try checked($0) > 3 } }, equals: ["#negative"])
    expect(drawn { $0.first { try checked(2 - $0) > 3 } }.numbers, equals: [1, 2, 3])
  }

  @Test func `a send of its handler doesn't get through, not to the closure either`() {
    let log = Log<Int>()
    expect(history(of: [1], sendingInside: [2]) { $0.first() }, equals: ["1", "|"])
    let result = history(of: [1], sendingInside: [2]) { signal in
      signal.first { value in
        log.append(value)
        return true
      }
    }
    expect(result, equals: ["1", "|"])
    expect(log.entries, equals: [1])
  }

  @Test func `there is no end after a cancel in the handler`() {
    expect(history(cancelledInside: [1, 2]) { $0.first() }, equals: ["1"])
    expect(history(cancelledInside: [1, 2]) { $0.first { $0 > 0 } }, equals: ["1"])
  }

  @Test func `is silent after that, though a source goes on`() {
    expect(seenBelow([1, 5, 6]) { $0.first { $0 > 3 } }, equals: ["5"])
    expect(seenBelow([1, 5, 6]) { $0.first() }, equals: ["1"])
  }
}
