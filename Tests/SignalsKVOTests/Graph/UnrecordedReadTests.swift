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
    #expect(seen.entries == [1, 2])
    for endpoint in endpoints.entries { endpoint.cancel() }
  }
}
