import Dispatch
import Signals
import SignalsTesting
import Testing

/// The lines that fix how the library reads in a user's hands.
@Suite("How it reads", .leavesNothing) struct SnippetTests {
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
    expect(log.entries, equals: [6])
    expect(!endpoint.isActive)
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
    expect(log.entries, equals: ["1", "two"])
    expect(!all.isActive)
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
    expect(input.send("a"), equals: .queued)
    while label.title != "a" || log.entries != ["a"] { await letOthersGoOn() }
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
    expect(log.entries, equals: ["a1", "b1", "c1", "d1", "e1", "e1"])
  }

  @Test func `joining, and sending in a transaction`() {
    let first = SignalInput<String>()
    let last = SignalInput<String>()
    let age = SignalInput<Int>()
    let button = SignalInput<Void>()
    let person = combineLatest(first.signal, last.signal, age.signal).map { first, last, age in
      "\(first) \(last), \(age)"
    }
    let people = Recorder(person)
    let pressed = Recorder(button.signal.withLatest(from: person).map { _, person in person })
    let pairs = Recorder(zip(first.signal, last.signal).map { left, right in "\(left)\(right)" })
    age.send(36)
    transaction {
      first.send("Ada")
      last.send("Lovelace")
    }
    button.send()
    expect(people.history, equals: ["Ada Lovelace, 36"])
    expect(pressed.history, equals: ["Ada Lovelace, 36"])
    expect(pairs.history, equals: ["AdaLovelace"])
  }

  @Test func `one way that splits in two and meets again`() {
    let prices = SignalInput<Double>()
    let net = prices.signal
    let total = Recorder(combineLatest(net, net.map { $0 * 0.2 }).map { $0 + $1 })
    prices.send(100)
    prices.send(200)
    expect(total.history, equals: ["120.0", "240.0"])
  }

  @Test func `searching while the user types`() {
    let clock = VirtualScheduler()
    let query = SignalInput<String>()
    let attempts = Log<String>()
    @Sendable func search(_ text: String) -> Signal<String> {
      .deferred {
        attempts.append(text)
        if attempts.entries.count == 1 { throw Failure("offline") }
        return .just("results for \(text)")
      }
    }
    let results = Recorder(
      query.signal.debounce(for: .milliseconds(300), on: clock)
        .flatMap(.latest) { search($0).retry(3, delay: .seconds(1), on: clock) })
    query.send("a")
    clock.advance(by: .milliseconds(100))
    query.send("ab")
    clock.advance(by: .milliseconds(300))
    expect(results.history, equals: [])
    clock.advance(by: .seconds(1))
    expect(results.history, equals: ["results for ab"])
    expect(attempts.entries, equals: ["ab", "ab"])
    let asItIsWritten = query.signal.debounce(for: .milliseconds(300)).flatMap(.latest) { search($0) }
      .retry(3, delay: .seconds(1))
    withExtendedLifetime(asItIsWritten) {}
  }

  @Test func `values one by one`() async throws {
    var values: [Int] = []
    for try await value in Signal.of(1, 2, 3).values { values.append(value) }
    expect(values, equals: [1, 2, 3])
    expect(try await Signal.of(4, 5).firstValue(), equals: 4)
  }
}
