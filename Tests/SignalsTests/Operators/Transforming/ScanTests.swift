import Signals
import SignalsTesting
import Testing

@Suite("scan", .leavesNothing) struct ScanTests {
  @Test func `passes on every result, but not the initial one`() {
    expect(history(of: [1, 2, 3]) { $0.scan(10) { $0 + $1 } }, equals: ["11", "13", "16", "|"])
    expect(history(of: [Int]()) { $0.scan(10) { $0 + $1 } }, equals: ["|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.scan("") { "\($0)\($1)" } }, equals: ["1", "#e"])
  }

  @Test func `a result that can't be made fails the signal`() {
    let sum: @Sendable (Int, Int) throws -> Int = { sum, value in
      if value < 0 { throw Failure("negative") }
      return sum + value
    }
    expect(history(of: [1, 2, -1, 4]) { $0.scan(0, sum) }, equals: ["1", "3", "#negative"])
  }

  // MARK: - In place

  @Test func `scan(into:) emits the result after each update, but not the initial one`() {
    expect(history(of: [1, 2, 3]) { $0.scan(into: 10) { $0 += $1 } }, equals: ["11", "13", "16", "|"])
    expect(history(of: [1, 2]) { $0.scan(into: []) { $0.append($1) } }, equals: ["[1]", "[1, 2]", "|"])
    expect(history(of: [Int]()) { $0.scan(into: 10) { $0 += $1 } }, equals: ["|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.scan(into: "") { $0 += "\($1)" } }, equals: ["1", "#e"])
  }

  @Test func `scan(into:) takes closures of several statements`() {
    let words = history(of: ["a", "b", "a"]) { words in
      words.scan(into: [:] as [String: Int]) { counts, word in
        let count = counts[word] ?? 0
        counts[word] = count + 1
      }.map { counts in counts["a"] ?? 0 }
    }
    expect(words, equals: ["1", "1", "2", "|"])
  }

  @Test func `an update that throws fails the signal`() {
    expect(history(of: [1, 2, -1, 4]) { $0.scan(into: 0) { $0 += try checked($1) } }, equals: ["1", "3", "#negative"])
  }

  @Test func `each subscription begins with the initial value`() {
    let input = SignalInput<Int>()
    let sums = input.scan(into: 0) { $0 += $1 }
    let first = Recorder(sums)
    input.send(1)
    let second = Recorder(sums)
    input.send(2)
    expect(first.history, equals: ["1", "3"])
    expect(second.history, equals: ["2"])
  }

  @Test func `values of the handler are added too`() {
    expect(history(of: [1], sendingInside: [2, 3]) { $0.scan(into: 0) { $0 += $1 } }, equals: ["1", "3", "6", "|"])
  }

  @Test func `nothing follows a cancellation in the handler`() {
    expect(history(cancelledInside: [1, 2]) { $0.scan(into: 0) { $0 += $1 } }, equals: ["1"])
  }

  @Test func `a collection isn't copied for an update`() {
    let input = SignalInput<Int>()
    let places = Log<UInt>()
    let endpoint = input.scan(into: [Int](repeating: 0, count: 100)) { array, value in
      array[0] += value
      places.append(array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }.subscribeValues { _ in }
    for value in 1...4 { input.send(value) }
    // The first update copies the initial value, which the next subscription begins with.
    expect(Set(places.entries).count, equals: 1)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `without an initial value, the first value is the first result`() {
    expect(history(of: [1, 2, 3]) { $0.scan { $0 + $1 } }, equals: ["1", "3", "6", "|"])
    expect(history(of: [Int]()) { $0.scan { $0 + $1 } }, equals: ["|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.scan { $0 + $1 } }, equals: ["1", "#e"])
    expect(history(of: [1, 2, -1, 4]) { $0.scan { $0 + (try checked($1)) } }, equals: ["1", "3", "#negative"])
    expect(history(of: [1], sendingInside: [2, 3]) { $0.scan { $0 + $1 } }, equals: ["1", "3", "6", "|"])
    expect(history(cancelledInside: [1, 2]) { $0.scan { $0 + $1 } }, equals: ["1"])
  }

  @Test func `without an initial value, each subscription begins with its own first value (C2)`() {
    let input = SignalInput<Int>()
    let sums = input.scan { $0 + $1 }
    let first = Recorder(sums)
    input.send(1)
    let second = Recorder(sums)
    input.send(2)
    expect(first.history, equals: ["1", "3"])
    expect(second.history, equals: ["2"])
  }

  @Test func `without an initial value, results that are optional may be nil`() {
    expect(
      history(of: [Int?.none, 1, 2]) { $0.scan { $0 == nil ? $1 : nil } }, equals: ["nil", "Optional(1)", "nil", "|"])
  }
}
