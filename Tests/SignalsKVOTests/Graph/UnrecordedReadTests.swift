import Observation
import Signals
import SignalsKVO
import Testing

@Suite("K8 Reads that are not tracked", .leavesNothing) struct UnrecordedReadTests {
  @Test func `a description of a value that another thread computes leaves the surrounding reads tracked`() {
    let (first, second) = (Property(1), Property(1))
    let entered = Log<Bool>()
    let isDescribed = Log<Bool>()
    // The first run of the closure lasts until another thread has described the value.
    let slow = Derived {
      if entered.entries.isEmpty {
        entered.append(true)
        while isDescribed.entries.isEmpty { yieldProcessor() }
      }
      return first.value
    }
    let seen = Log<Int>()
    let endpoints = Log<Endpoint>()
    onThreads(2) { thread in
      if thread == 0 { return _ = slow.value }
      while entered.entries.isEmpty { yieldProcessor() }
      endpoints.append(
        observe {
          _ = "\(slow)"
          isDescribed.append(true)
          seen.append(second.value)
        })
    }
    second.value = 2
    expect(seen.entries, equals: [1, 2])
    for endpoint in endpoints.entries { endpoint.cancel() }
  }

  @Test func `a read is not recorded because another thread's reads are (K8, K10)`() {
    let (source, other) = (Property(0), Property(0))
    let double = Derived { source.value * 2 }
    let isOver = AtomicWord(0)
    let thread = startThread {
      while isOver.value == 0 {
        withObservationTracking {
          _ = other.value
        } onChange: {
        }
        other.value += 1
      }
    }
    var observed = 0
    for number in 0..<50_000 {
      source.value = number
      _ = double.value
      if double.observerCount > 0 { observed += 1 }
    }
    isOver.store(1)
    thread.wait()
    expect(observed, equals: 0)
  }
}
