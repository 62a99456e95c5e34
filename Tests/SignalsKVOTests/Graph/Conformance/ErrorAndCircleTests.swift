import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: the behaviours of public test suites for errors, which are results here, and for circles.
@Suite("Conformance: errors and circles", .leavesNothing) struct ConformanceErrorTests {
  private let runs = Runs()

  private struct Failure: Error, Equatable { let name: String }
  private typealias Outcome = Result<Int, Failure>

  private func failing(_ name: String, when isFailing: @escaping @Sendable () -> String?) -> Derived<Outcome> {
    runs.derived(name) { isFailing().map { .failure(Failure(name: $0)) } ?? .success(1) }
  }

  @Test(arguments: [false, true]) func `an error is kept and passed on like any result`(isObserved: Bool) {
    // T4, T33, T34, P78, P79, P84, P91, P92, R84, R86, R107, R155, R211, ME1, ME20
    let a = source("first")
    let c = failing("c") { a.value }
    let next = runs.derived("next") { c.value.map { $0 * 2 } }
    let recorder = isObserved ? Recorder(next.signal.map { "\($0)" }) : nil
    let first = Outcome.failure(Failure(name: "first"))
    expect([next.value, c.value, next.value], equals: [first, first, first])
    expect(runs.take(), equals: ["next", "c"])
    a.value = "second"
    expect(next.value, equals: .failure(Failure(name: "second")))
    expect(runs.take(), equals: ["c", "next"])
    withExtendedLifetime(recorder) {}
  }

  @Test func `computations and their readers recover from an error`() {
    // P113, P114, R91, R92, R93, ME2, ME18, ME23
    let (a, b) = (source(0), source(10))
    let bad = failing("bad") { a.value == 1 ? "bad" : nil }
    let good = b.derived { $0 * 2 }
    let all = runs.derived("all") { bad.value.map { $0 + good.value } }
    let recorder = Recorder(all.signal)
    for value in [1, 2, 1] { a.value = value }
    b.value = 20
    a.value = 3
    expect(all.value, equals: .success(41))
    expect(recorder.history.map { $0.contains("bad") }, equals: [false, true, false, true, false])
  }

  // MARK: - Circles

  private func isStopped(_ body: String, _ message: String?) -> Bool { message?.contains(body) == true }

  @Test func `a value that reads itself stops the program with a message`() async {
    // T29, P75, P77, P94, ME11, ME13
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let itself = Guarded<Derived<Int>?>(nil)
      let value = Derived { (itself.change { $0 }?.value ?? 0) * 2 }
      itself.change { $0 = value }
      _ = value.value
    }
    expect(isStopped("reads itself", (result?.standardErrorContent).map { String(decoding: $0, as: UTF8.self) }))
  }

  @Test func `values that read each other stop the program with a message that names them`() async {
    // T30, P76, P95, ME12, ME14, R150
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let isCircle = Property(false)
      let last = Guarded<Derived<Int>?>(nil)
      let a = Derived { isCircle.value ? last.change { $0 }?.value ?? 0 : 1 }
      let b = a.derived { $0 * 2 }
      let c = b.derived { $0 * 2 }
      last.change { $0 = c }
      let recorder = Recorder(c.signal)
      isCircle.value = true
      withExtendedLifetime(recorder) {}
    }
    expect(isStopped("which is read by", (result?.standardErrorContent).map { String(decoding: $0, as: UTF8.self) }))
  }

  @Test func `an untracked read of itself is a circle, too`() async {
    // R151
    await #expect(processExitsWith: .failure) {
      let itself = Guarded<Derived<Int>?>(nil)
      let value = Derived { untracked { itself.change { $0 }?.value ?? 0 } }
      itself.change { $0 = value }
      _ = value.value
    }
  }

  @Test func `a value has its value for the circle only as long as there is one`() {
    // R152, R153
    let isCircle = source(false)
    let itself = Guarded<Derived<Int>?>(nil)
    let value = Derived(inCircle: 99) { isCircle.value ? (itself.change { $0 }?.value ?? 0) + 1 : 5 }
    itself.change { $0 = value }
    let recorder = Recorder(value.signal)
    for isOn in [true, false, true] { isCircle.value = isOn }
    expect(recorder.history, equals: ["5", "99", "5", "99"])
    // Breaks the test's own retain cycle.
    itself.change { swapped(&$0, with: nil) }.map { withExtendedLifetime($0) {} }
  }

  @Test func `values that read each other's total alternately form no circle`() {
    // ME19
    let kinds = (0..<3).map { _ in source(0) }
    let first = Derived { 3 * kinds.count { $0.value == 0 } }
    let second = Derived { kinds.reduce(0) { $0 + ($1.value == 1 ? first.value * 2 : 0) } }
    let endpoint = runs.observed { "\(first.value) \(second.value)" }
    kinds[0].value = 1
    expect(runs.take(), equals: ["9 0", "6 12"])
    endpoint.cancel()
  }
}
