import Foundation
import Signals
import SignalsKVO
import Testing

/// K8 and B6 for very long chains of dependencies.
///
/// A first read computes each value within the closure of the next one, so it takes stack. A chain of 10,000 fits into
/// the 8 MB of a main thread, even without optimization. A program whose computations read `@Observable` objects needs
/// more (K10).
@Suite("Faults: long chains of properties", .leavesNothing) struct LongChainTests {
  // In a process of its own, since other tests read such objects.
  @Test func `a chain of 10,000 derived values agrees, emits each change once, and is released (K8)`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<Int>()
      onThread(megabytes: 8) {
        let first = Property(0)
        let last = (1..<10_000).reduce(first.derived { $0 + 1 }) { before, _ in before.derived { $0 + 1 } }
        log.append(last.value)
        let endpoint = last.signal.subscribeValues { log.append($0) }
        first.value = 1
        transaction {
          first.value = 2
          first.value = 3
        }
        endpoint.cancel()
        first.value = 4
        log.append(last.value)
      }
      expect(log.entries, equals: [10_000, 10_000, 10_001, 10_003, 10_004])
    }
  }

  /// Starting to follow needs a bounded stack for any length of the chain: when each value started within the previous
  /// one, this overflowed.
  @Test func `observing a computed chain needs little stack (K8)`() {
    let log = Log<Int>()
    let first = Property(0)
    let values = (1..<1_000).reduce(into: [first.derived { $0 + 1 }]) { values, _ in
      let before = values[values.count - 1]
      values.append(before.derived { $0 + 1 })
    }
    for value in values { log.append(value.value) }
    let last = values[999]
    let endpoint = Guarded<Endpoint?>(nil)
    onThread(megabytes: 1) {
      let observing = last.signal.subscribeValues { log.append($0) }
      endpoint.change { $0 = observing }
    }
    // Notifications need no stack, but the removal of observers goes from one value to the next.
    onThread(megabytes: 64) {
      first.value = 1
      endpoint.change { $0 }?.cancel()
    }
    expect(log.entries, equals: Array(1...1_000) + [1_000, 1_001])
  }

  @Test func `1,000 bindings in a row settle from either end on a small stack (B6)`() {
    let log = Log<Int>()
    onThread(megabytes: 1) {
      let properties = (0...1_000).map { Property($0) }
      let bindings = properties.indices.dropLast().map {
        bind(properties[$0], to: properties[$0 + 1], initially: .fromFirst)
      }
      properties[0].value = -1
      for property in properties { log.append(property.value) }
      properties[1_000].value = -2
      for property in properties { log.append(property.value) }
      withExtendedLifetime(bindings) {}
    }
    expect(log.entries, equals: Array(repeating: -1, count: 1_001) + Array(repeating: -2, count: 1_001))
  }
}

private func onThread(megabytes: Int, _ body: @escaping @Sendable () -> Void) {
  let ended = Gate()
  let thread = Thread {
    body()
    ended.open()
  }
  thread.stackSize = megabytes << 20
  thread.start()
  ended.wait()
}
