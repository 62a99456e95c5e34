import Signals
import Testing

@Suite("reduce", .leavesNothing) struct ReduceTests {
  private let sum: @Sendable (Int, Int) throws -> Int = { sum, value in try sum + checked(value) }

  @Test(arguments: [([], ["10", "|"]), ([1], ["11", "|"]), ([1, 2, 3], ["16", "|"])])
  func `passes on the result at the finish, the initial one if nothing came`(_ values: [Int], _ expected: [String]) {
    expect(history(of: values) { $0.reduce(10, sum) }, equals: expected)
    expect(history(of: values, end: nil) { $0.reduce(10, sum) }, equals: [])
  }

  @Test(arguments: [[], [1], [1, 2, 3]])
  func `a failure comes without a result`(_ values: [Int]) {
    expect(history(of: values, end: .failed(Failure("e"))) { $0.reduce(10, sum) }, equals: ["#e"])
  }

  @Test func `a result that can't be made fails the signal, and nothing is passed on`() {
    expect(history(of: [1, -1, 2]) { $0.reduce(0, sum) }, equals: ["#negative"])
    expect(drawn { $0.reduce(0) { try $0 + checked(3 - $1) } }.numbers, equals: [1, 2, 3, 4])
  }

  @Test func `combines in order, into another type`() {
    expect(history(of: [1, 2, 3]) { $0.reduce("") { "\($0)\($1)" } }, equals: ["123", "|"])
  }

  @Test func `the state is made anew for each subscription`() {
    let signal = Signal.of(1, 2).reduce(0) { $0 + $1 }
    expect(history(of: [0]) { _ in signal }, equals: ["3", "|"])
    expect(history(of: [0]) { _ in signal }, equals: ["3", "|"])
  }

  @Test func `nothing comes after a cancel in the handler of the result`() {
    expect(history(cancelledInside: [1, 2]) { $0.reduce(0, sum) }, equals: ["3"])
  }

  @Test func `a result that is updated in place comes at the finish, and is made anew for each subscription`() {
    let add: @Sendable (inout [Int], Int) throws -> Void = { try $0.append(checked($1)) }
    expect(history(of: [1, 2, 3]) { $0.reduce(into: [], add) }, equals: ["[1, 2, 3]", "|"])
    expect(history(of: [Int]()) { $0.reduce(into: [7], add) }, equals: ["[7]", "|"])
    expect(history(of: [1, 2], end: nil) { $0.reduce(into: [], add) }, equals: [])
    expect(history(of: [1, 2], end: .failed(Failure("e"))) { $0.reduce(into: [], add) }, equals: ["#e"])
    expect(history(of: [1, -1, 2]) { $0.reduce(into: [], add) }, equals: ["#negative"])
    expect(history(cancelledInside: [1, 2]) { $0.reduce(into: 0) { $0 += $1 } }, equals: ["3"])
    let signal = Signal.of(1, 2).reduce(into: []) { $0.append($1) }
    expect(history(of: [0]) { _ in signal }, equals: ["[1, 2]", "|"])
    expect(history(of: [0]) { _ in signal }, equals: ["[1, 2]", "|"])
  }

  @Test func `a collection that is updated in place is not copied`() {
    let places = Log<Int>()
    let history = history(of: Array(1...100)) { signal in
      signal.reduce(into: [Int](repeating: 0, count: 200)) { array, value in
        array[value] = value
        places.append(array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
      }.map(\.count)
    }
    expect(history, equals: ["200", "|"])
    expect(Set(places.entries).count, equals: 1)
  }

  @Test func `without an initial value, the result begins with the first value, and there is none without values`() {
    expect(history(of: [1, 2, 3]) { $0.reduce(sum) }, equals: ["6", "|"])
    expect(history(of: [1]) { $0.reduce(sum) }, equals: ["1", "|"])
    expect(history(of: [Int]()) { $0.reduce(sum) }, equals: ["|"])
    expect(history(of: [1, 2], end: nil) { $0.reduce(sum) }, equals: [])
    expect(history(of: [1, 2], end: .failed(Failure("e"))) { $0.reduce(sum) }, equals: ["#e"])
    expect(history(of: [1, -1, 2]) { $0.reduce(sum) }, equals: ["#negative"])
    expect(history(of: [Int?.none, nil]) { $0.reduce { $0 ?? $1 } }, equals: ["nil", "|"])
    expect(history(cancelledInside: [1, 2]) { $0.reduce(sum) }, equals: ["3"])
  }
}
