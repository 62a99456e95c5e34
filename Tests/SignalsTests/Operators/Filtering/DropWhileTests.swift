import Signals
import Testing

@Suite("drop(while:)", .leavesNothing) struct DropWhileTests {
  @Test(arguments: [([], ["|"]), ([1], ["|"]), ([5], ["5", "|"]), ([1, 2, 5, 1, 6], ["5", "1", "6", "|"])])
  func `leaves out values until one doesn't match, and none after it`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.drop { $0 < 3 } }, equals: expected)
  }

  @Test(arguments: [([], ["#e"]), ([1], ["#e"]), ([1, 5], ["5", "#e"])])
  func `a failure is passed on at once`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.drop { $0 < 3 } }, equals: expected)
  }

  @Test func `doesn't ask again once it has passed a value on`() {
    let log = Log<Int>()
    let result = history(of: [1, 5, 2]) { signal in
      signal.drop { value in
        log.append(value)
        return value < 3
      }
    }
    expect(result, equals: ["5", "2", "|"])
    expect(log.entries, equals: [1, 5])
  }

  @Test func `fails with the error of its closure, and asks no more`() {
    expect(history(of: [1, -1, 5]) { $0.drop { try checked($0) < 3 } }, equals: ["#negative"])
    expect(drawn { $0.drop { try checked(2 - $0) >= 0 } }.numbers, equals: [1, 2, 3])
  }

  @Test func `a handler's send is passed on`() {
    expect(history(of: [1, 5], sendingInside: [1, 2]) { $0.drop { $0 < 3 } }, equals: ["5", "1", "2", "|"])
  }
}
