import Dispatch
import Signals
import SignalsTesting
import Testing

/// C8: an operator that goes on with another signal subscribes to it once the former one has let go of everything, also if that has
/// ended within the subscribing call.
@Suite("C8: going on with another signal", .leavesNothing) struct GoingOnTests {
  private struct Failure: Error {}

  /// Signals that hold something until they have let go of it.
  private final class Port: Sendable {
    let log = Log<String>()
    private let count = AtomicWord(0)

    /// Emits `values`, and then ends: it fails the first `failures` times.
    func signal(_ values: [String] = ["value"], failures: Int = 0) -> Signal<String> {
      .deferred { [self] in
        let number = Int(count.next(1))
        log.append("opened \(number)")
        let held = Tracked { [log] in log.append("closed \(number)") }
        return Signal.from(values).map { value in
          held.touch()
          return value
        }.handleEvents(onEnd: { _ in held.touch() }).append(number <= failures ? .failed(Failure()) : .empty())
      }
    }
  }

  private static let ways: [(String, @Sendable (Port) -> Signal<String>)] = [
    ("retry", { $0.signal(failures: 1).retry(2) }),
    ("retry with a policy", { $0.signal(failures: 1).retry(RetryPolicy(delay: .zero)) }),
    ("retry when", { $0.signal(failures: 1).retry(when: { $0 }) }),
    ("catch", { port in port.signal(failures: 1).catch { _ in port.signal() } }),
    ("resume", { $0.signal(failures: 1).resume(with: $0.signal()) }),
    ("repeat", { $0.signal().repeat(2) }),
    ("ifEmpty", { $0.signal([]).ifEmpty(switchTo: $0.signal()) }),
    ("concat", { concat($0.signal(), $0.signal()) }),
    ("append", { $0.signal().append($0.signal()) }),
    ("prepend", { $0.signal().prepend($0.signal()) }),
    ("flatMap", { port in Signal.of(1, 2).flatMap(.concat) { _ in port.signal() } }),
  ]

  @Test(arguments: ways.indices, [false, true])
  func `the second signal begins when the first one has let go`(_ index: Int, _ isInFlatMap: Bool) {
    let (name, make) = Self.ways[index]
    let port = Port()
    let signal = make(port)
    let recorder = Recorder(isInFlatMap ? Signal.just(0).flatMap { _ in signal } : signal)
    let values = name == "ifEmpty" ? ["value", "|"] : ["value", "value", "|"]
    expect(recorder.history, equals: values, "\(name)")
    expect(port.log.entries, equals: ["opened 1", "closed 1", "opened 2", "closed 2"], "\(name)")
  }

  /// Whether all of what `make` adds to a signal that fails on a queue is called on that queue.
  private func staysOnQueue(
    _ make: (Signal<Int>, _ check: @escaping @Sendable () -> Void) -> Signal<Int>
  ) -> Bool {
    let queue = DispatchQueue(label: "going on")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let areThere = Log<Bool>()
    for _ in 0..<repetitions(2_000, quick: 200) {
      let isDone = Gate()
      let check: @Sendable () -> Void = { areThere.append(DispatchQueue.getSpecific(key: key) == true) }
      let endpoint = make(Signal.just(1).append(.failed(Failure())).deliver(on: queue), check).subscribe { event in
        check()
        if case .end = event { isDone.open() }
      }
      isDone.wait()
      endpoint.cancel()
    }
    return !areThere.entries.contains(false)
  }

  @Test func `a signal that ends on a queue goes on there, also within the subscribing call (C9)`() {
    expect(
      staysOnQueue { signal, check in
        signal.catch { _ in
          check()
          return .just(2)
        }
      })
    expect(
      staysOnQueue { signal, check in
        signal.retry(
          RetryPolicy(
            count: 1, delay: .zero,
            when: { _ in
              check()
              return true
            }))
      })
    expect(staysOnQueue { signal, _ in signal.replaceError(with: 2).repeat(2) })
    expect(staysOnQueue { signal, _ in signal.resume(with: .just(2)) })
  }
}
