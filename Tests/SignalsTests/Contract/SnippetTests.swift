import Dispatch
import Signals
import SignalsTesting
import Testing

/// The lines that fix how the library reads in a user's hands.
@Suite("How it reads") struct SnippetTests {
  @Test func `composing a chain`() {
    let log = Log<Int>()
    let input = SignalInput<Int>()
    let endpoint = input.signal
      .map { $0 * 2 }
      .filter { $0 > 2 }
      .removeDuplicates()
      .dropFirst()
      .subscribeValues { log.append($0) }
    for value in [1, 2, 2, 3] { input.send(value) }
    input.finish()
    #expect(log.entries == [6])
    #expect(!endpoint.isActive)
  }

  @Test func `the whole grammar`() {
    let log = Log<String>()
    let signal = Signal.of(1, 2).map { value in if value == 2 { throw Failure("two") } else { value } }
    let all = signal.subscribe { event in
      switch event {
      case .value(let value): log.append("\(value)")
      case .end(.finished): log.append("done")
      case .end(.failed(let error)): log.append("\(error)")
      }
    }
    #expect(log.entries == ["1", "two"])
    #expect(!all.isActive)
  }

  @MainActor final class Label {
    var title = ""

    func show(_ signal: Signal<String>) -> Endpoint {
      signal.deliverOnMain().subscribeValues { @MainActor [weak self] in self?.title = $0 }
    }
  }

  @MainActor
  @Test func `on queues and on main`() async {
    let queue = DispatchQueue(label: "model")
    let input = SignalInput<String>(on: queue)
    let label = Label()
    let log = Log<String>()
    let endpoints: [any Cancellable] = [
      label.show(input.signal.deliver(on: .main, buffering: .newest(1))),
      input.signal.deliver(on: queue, buffering: .oldest(3)).subscribeValues { value in
        MainActor.assertIsolated()
        log.append(value)
      },
    ]
    #expect(input.send("a") == .queued)
    while label.title != "a" || log.entries != ["a"] { await Task.yield() }
    endpoints.cancelAll()
  }

  @Test func `keeping and cancelling endpoints`() async {
    final class Owner: Sendable {}
    let owner = Owner()
    let log = Log<String>()
    let input = SignalInput<Int>()
    let signal = input.signal
    var endpoints: [any Cancellable] = []
    endpoints += signal.subscribeValues { log.append("a\($0)") }
    signal.subscribeValues { log.append("b\($0)") }.store(in: &endpoints)
    let bag = CancellableBag()
    signal.subscribeValues { log.append("c\($0)") }.store(in: bag)
    endpoints += signal.subscribeValues(for: owner) { _, value in log.append("d\(value)") }
    endpoints += signal.subscribeWhile { value in value < 10 }
    let endpoint = merge(signal, signal.shared()).prefix(3).subscribeValues { log.append("e\($0)") }
    input.send(1)
    endpoints.cancelAll()
    bag.cancel()
    await endpoint.cancelAndWait()
    input.send(2)
    #expect(log.entries == ["a1", "b1", "c1", "d1", "e1", "e1"])
  }
}
