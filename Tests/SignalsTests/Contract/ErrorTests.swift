import Signals
import SignalsTesting
import Testing

/// C14: an operator closure may throw; the signal then fails there.
@Suite("C14 Errors", .leavesNothing) struct ErrorTests {
  @Test(arguments: ["map", "compactMap", "filter", "scan", "removeDuplicates"])
  func `a closure that throws fails the signal, and its source goes on for others`(_ name: String) {
    let input = SignalInput<Int>()
    let check: @Sendable (Int) throws -> Void = { value in if value == 3 { throw Failure(name) } }
    let throwing: Signal<Int> =
      switch name {
      case "map":
        input.signal.map {
          try check($0); return $0
        }
      case "compactMap":
        input.signal.compactMap {
          try check($0); return $0
        }
      case "filter":
        input.signal.filter {
          try check($0); return true
        }
      case "scan":
        input.signal.scan(0) {
          try check($1); return $1
        }
      default:
        input.signal.removeDuplicates {
          try check($1); return $0 == $1
        }
      }
    let recorder = Recorder(throwing.map { $0 })
    let other = Recorder(input.signal)
    for value in 1...4 { expect(input.send(value), equals: .delivered) }
    expect(recorder.history, equals: ["1", "2", "#\(name)"])
    expect(other.history, equals: ["1", "2", "3", "4"])
  }

  @Test func `operators above the one that throws see neither the error nor another value`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let above = input.signal.map { value in
      log.append(value)
      return value
    }
    let recorder = Recorder(above.scan(0) { $1 }.map { value in if value == 2 { throw Failure() } else { value } })
    for value in 1...4 { input.send(value) }
    expect(log.entries, equals: [1, 2])
    expect(recorder.history, equals: ["1", "#failure"])
  }

  @Test func `a merge fails at once when a closure below it throws, and cancels its inputs`() {
    let left = SignalInput<Int>()
    let right = SignalInput<Int>()
    let log = Log<Int>()
    let seen = right.signal.map { value in
      log.append(value)
      return value
    }
    let recorder = Recorder(merge(left.signal, seen).map { value in if value < 0 { throw Failure() } else { value } })
    left.send(1)
    right.send(2)
    left.send(-1)
    right.send(3)
    expect(recorder.history, equals: ["1", "2", "#failure"])
    expect(log.entries, equals: [2])
  }

  @Test func `a sequence stops where a closure throws`() {
    let log = Log<Int>()
    let signal = Signal.of(1, 2, 3).map { value in
      log.append(value)
      if value == 2 { throw Failure() }
      return value
    }
    expect(Recorder(signal).history, equals: ["1", "#failure"])
    expect(log.entries, equals: [1, 2])
  }

  @Test func `one observer that fails in the middle of an event doesn't disturb the others`() {
    let input = SignalInput<Int>()
    let first = Recorder(input.signal)
    let failing = Recorder(input.signal.map { value in if value == 2 { throw Failure() } else { value } })
    let last = Recorder(input.signal)
    for value in 1...3 { input.send(value) }
    expect(first.values, equals: [1, 2, 3])
    expect(failing.history, equals: ["1", "#failure"])
    expect(last.values, equals: [1, 2, 3])
  }
}
