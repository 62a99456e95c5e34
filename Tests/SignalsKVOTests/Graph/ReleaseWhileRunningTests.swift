import Signals
import SignalsKVO
import Testing

/// A derived value may be released while another thread runs its closure (K8).
@Suite("K8 Derived values released while they are computed", .leavesNothing) struct ReleaseWhileRunningTests {
  /// An object that only a closure refers to.
  private final class Factor: Sendable {
    let value = 2
  }

  private let input = Property(1)
  private let isRunning = Gate()
  private let mayEnd = Gate()
  private let factors = Log<Int?>()

  /// Returns a derived value whose closure is the only owner of a factor, and waits in each run for an input above one.
  private func makeDerived() -> (Derived<Int>, factor: () -> Factor?) {
    let factor = Factor()
    let derived = Derived { [input, isRunning, mayEnd, factors, weak presentFactor = factor] in
      let value = input.value
      if value > 1 {
        isRunning.open()
        mayEnd.wait()
        factors.append(presentFactor?.value)
      }
      return value * factor.value
    }
    return (derived, { [weak factor] in factor })
  }

  @Test func `the closure retains its captures until its run has ended`() {
    var (derived, factor): (Derived<Int>?, () -> Factor?) = makeDerived()
    let received = Log<Int>()
    let endpoint = derived?.signal.subscribeValues { received.append($0) }
    let setter = startThread { [input] in input.value = 2 }
    isRunning.wait()
    derived = nil
    expect(factor() != nil)
    mayEnd.open()
    setter.wait()
    expect(factors.entries, equals: [2])
    expect(factor() == nil)
    expect(received.entries, equals: [2])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a release before a run releases the closure at once`() {
    var (derived, factor): (Derived<Int>?, () -> Factor?) = makeDerived()
    expect(derived?.value, equals: 2)
    derived = nil
    expect(factor() == nil)
  }

  @Test func `a release races with the start of another thread's run`() {
    let rounds = 10_000
    let input = Property(0)
    let derived = Guarded<Derived<Int>?>(nil)
    let round = AtomicWord(0)
    @Sendable func observe() -> Endpoint {
      let new = Derived { [factor = Factor()] in input.value * factor.value }
      derived.change { $0 = new }
      return new.signal.subscribeValues { _ in }
    }
    onThreads(2) { index in
      for number in 1...UInt(rounds) {
        if index == 0 {
          let endpoint = observe()
          round.store(number)
          input.value += 1
          withExtendedLifetime(endpoint) {}
        } else {
          while round.value < number {}
          // Varies the moment of the release from round to round.
          for _ in 0..<(number % 200) { _ = round.value }
          derived.change { $0 = nil }
        }
      }
    }
    expect(input.value, equals: rounds)
  }
}
