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
}
