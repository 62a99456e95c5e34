import Signals
import SignalsKVO
import Testing

/// A value is computed while another thread runs the closure of its input, and other values change meanwhile (K8).
@Suite("K8 Values whose input another thread computes", .leavesNothing) struct BusyInputTests {
  private let source = Property(0)
  private let unrelated = Property(0)
  private let isNextRunHeld = Guarded(false)
  private let isRunning = Gate()
  private let mayEnd = Gate()

  /// An input whose next run waits if that is wanted, and a value computed from it. Each run of the value changes another one that
  /// has nothing to do with it.
  private func makeValues() -> (input: Derived<Int>, value: Derived<Int>) {
    let input = Derived { [source, isNextRunHeld, isRunning, mayEnd] in
      let value = source.value
      let isHeld = isNextRunHeld.change { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if isHeld {
        isRunning.open()
        mayEnd.wait()
      }
      return value
    }
    let value = Derived { [unrelated] in
      unrelated.value = untracked { unrelated.value } + 1
      return input.value
    }
    return (input, value)
  }

  @Test(arguments: [false, true])
  func `observers learn of later changes, however many other values have changed during the runs`(_ hasFollower: Bool) {
    let follower = unrelated.derived { $0 }
    expect(follower.value, equals: 0)
    let (input, value) = makeValues()
    let following = hasFollower ? Derived { value.value * 10 } : nil
    let (received, followed) = (Log<Int>(), Log<Int>())
    let endpoints = [
      value.signal.subscribeValues { received.append($0) }, following?.signal.subscribeValues { followed.append($0) },
    ].compactMap { $0 }
    var reader: Gate?
    transaction {
      source.value = 1
      isNextRunHeld.change { $0 = true }
      reader = startThread { expect(input.value, equals: 2) }
      isRunning.wait()
      source.value = 2
    }
    expect(received.entries, equals: [0, 2])
    mayEnd.open()
    reader?.wait()
    source.value = 3
    expect(received.entries, equals: [0, 2, 3])
    expect(followed.entries, equals: (hasFollower ? [0, 20, 30] : []))
    endpoints.cancelAll()
  }

  /// Another thread has claimed all values of a row, and each run of the first one changes a value that has nothing to do with
  /// them.
  @Test func `a read of a row that another thread computes runs each closure at most a few thousand times`() {
    let follower = unrelated.derived { $0 }
    expect(follower.value, equals: 0)
    let runs = Counter()
    let (input, value) = makeValues()
    var row = [value]
    for _ in 0..<3 {
      let last = row[row.count - 1]
      row.append(
        Derived {
          runs.add()
          return last.value
        })
    }
    let last = row[row.count - 1]
    expect(last.value, equals: 0)
    source.value = 1
    isNextRunHeld.change { $0 = true }
    let reader = startThread { expect(last.value, equals: 1) }
    isRunning.wait()
    expect(last.value, equals: 1)
    expect(runs.count < 10_000)
    mayEnd.open()
    reader.wait()
    expect(input.value, equals: 1)
  }

  /// Another thread changes the input in each run of a value, up to a number of runs that no single read must reach.
  @Test func `a value whose input changes in each run is computed at most a few thousand times for one read`() {
    let runs = Counter()
    let limit = 6_000
    let value = Derived { [source] in
      let value = source.value
      runs.add()
      // Within a computation, so that the other thread doesn't wait.
      if runs.count < limit { onAnotherThread { _ = Derived { source.value = value + 1 }.value } }
      return value
    }
    let following = Derived { value.value * 10 }
    _ = following.value
    expect(runs.count < limit)
    // Each further read computes the value again, since its input has changed.
    for _ in 0..<limit where runs.count < limit { _ = following.value }
    expect(runs.count, equals: limit)
    expect(following.value, equals: source.value * 10)
    let received = Log<Int>()
    let endpoint = following.signal.subscribeValues { received.append($0) }
    source.value = -1
    expect(following.value, equals: -10)
    expect(received.entries, equals: [(limit - 1) * 10, -10])
    endpoint.cancel()
  }

  /// A subscriber comes while another thread computes the value, and computes it for itself.
  @Test func `a subscriber that has got another value than the one that is kept learns of that`() {
    let (input, _) = makeValues()
    expect(input.value, equals: 0)
    source.value = 1
    isNextRunHeld.change { $0 = true }
    let reader = startThread { expect(input.value, equals: 0) }
    isRunning.wait()
    let received = Log<Int>()
    let endpoint = input.signal.subscribeValues { received.append($0) }
    expect(received.entries, equals: [1])
    source.value = 0
    mayEnd.open()
    reader.wait()
    waitUntil { received.entries.count == 2 }
    expect(received.entries, equals: [1, 0])
    endpoint.cancel()
  }
}
