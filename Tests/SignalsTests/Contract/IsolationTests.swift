import Dispatch
import Signals
import SignalsTesting
import Testing

/// C13: a handler that is written on an actor is called on that actor.
@Suite("C13 Handlers and their actors", .leavesNothing) struct IsolationTests {
  @MainActor
  final class ViewModel {
    var title = ""
    var history: [String] = []
    var endpoints: [any Cancellable] = []

    func follow(_ signal: Signal<String>) {
      endpoints += signal.subscribeValues { [weak self] value in
        MainActor.assertIsolated()
        self?.title = value
        self?.history.append(value)
      }
    }

    func followEvents(_ signal: Signal<String>) {
      endpoints += signal.subscribe { [weak self] event in
        if case .value(let value) = event { self?.history.append(value) } else { self?.history.append("end") }
      }
    }

    func followAsOwner(_ signal: Signal<String>) {
      signal.subscribeValues(for: self) { model, value in model.history.append(value) }.store(in: &endpoints)
    }

    func followWhileShort(_ signal: Signal<String>) {
      endpoints += signal.subscribeWhile { [weak self] value in
        self?.history.append(value)
        return value.count < 2
      }
    }
  }

  @MainActor
  @Test func `a plain closure in main-actor code is called inline when the value comes on the main actor`() {
    let input = SignalInput<String>()
    let model = ViewModel()
    model.follow(input.signal)
    input.send("a")
    expect(model.title, equals: "a")
  }

  @MainActor
  @Test func `every form of subscribing takes the main actor's closures as they are`() {
    let input = SignalInput<String>()
    let events = ViewModel()
    let owner = ViewModel()
    let short = ViewModel()
    events.followEvents(input.signal)
    owner.followAsOwner(input.signal)
    short.followWhileShort(input.signal)
    for value in ["a", "bc", "d"] { input.send(value) }
    input.finish()
    expect(events.history, equals: ["a", "bc", "d", "end"])
    expect(owner.history, equals: ["a", "bc", "d"])
    expect(short.history, equals: ["a", "bc"])
  }

  @MainActor
  @Test func `values from other threads come on the main actor, in order`() async {
    let input = SignalInput<String>()
    let model = ViewModel()
    model.follow(input.signal)
    let expected = (0..<1_000).map { "\($0)" }
    let sender = startThread { for value in expected { input.send(value) } }
    while model.history.count < 1_000 { await letOthersGoOn() }
    sender.wait()
    expect(model.history, equals: expected)
  }

  @MainActor
  @Test func `an annotated closure is called on the main actor, wherever it was passed from`() async {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = await Task.detached {
      input.signal.subscribeValues { @MainActor value in
        MainActor.assertIsolated()
        log.append(value)
      }
    }.value
    let sender = startThread { input.send(1) }
    while log.entries.isEmpty { await letOthersGoOn() }
    sender.wait()
    expect(log.entries, equals: [1])
    withExtendedLifetime(endpoint) {}
  }

  actor Counter {
    var values: [Int] = []
    var endpoint: Endpoint?

    func follow(_ signal: Signal<Int>) {
      endpoint = signal.subscribeValues { value in
        self.preconditionIsolated()
        self.assumeIsolated { $0.values.append(value) }
      }
    }

    func stop() { endpoint = nil }
  }

  @Test func `a closure in any other actor is called on that actor, in order`() async {
    let input = SignalInput<Int>()
    let counter = Counter()
    await counter.follow(input.signal)
    for value in 0..<1_000 { input.send(value) }
    while await counter.values.count < 1_000 { await letOthersGoOn() }
    expect(await counter.values, equals: Array(0..<1_000))
    await counter.stop()
  }

  @Test func `a handler without an actor is called in the thread that sends`() {
    let input = SignalInput<Int>()
    let log = Log<Bool>()
    let sender = currentThread()
    let endpoint = input.signal.subscribeValues { _ in log.append(currentThread() == sender) }
    input.send(1)
    onAnotherThread { input.send(2) }
    expect(log.entries, equals: [true, false])
    withExtendedLifetime(endpoint) {}
  }

  @globalActor actor Studio { static let shared = Studio() }

  @Studio final class Mixer {
    var history: [String] = []
    var endpoints: [any Cancellable] = []

    func follow(_ signal: Signal<Int>) {
      endpoints += signal.subscribeValues { [weak self] value in
        Studio.assertIsolated()
        self?.history.append("\(value)")
      }
      endpoints += signal.subscribe { [weak self] event in
        Studio.assertIsolated()
        if case .end(let end) = event { self?.history.append("\(end)") }
      }
    }
  }

  @Test func `a closure in code of another global actor is called on that actor, in order`() async {
    let input = SignalInput<Int>()
    let mixer = Mixer()
    await mixer.follow(input.signal)
    let sender = startThread {
      for value in 0..<100 { input.send(value) }
      input.finish()
    }
    while await mixer.history.count < 101 { await letOthersGoOn() }
    sender.wait()
    expect(await mixer.history.filter { $0 != "finished" }, equals: (0..<100).map { "\($0)" })
    expect(await mixer.history.contains("finished"))
  }

  actor Collector {
    var history: [String] = []
    var endpoint: Endpoint?

    func follow(_ signal: Signal<Int>) {
      endpoint = signal.subscribe { event in
        self.assertIsolated()
        self.assumeIsolated { $0.history.append("\(event)") }
      }
    }

    func stop() { endpoint = nil }
  }

  @Test func `a handler of events in any other actor is called on that actor, the end last`() async {
    let input = SignalInput<Int>()
    let collector = Collector()
    await collector.follow(input.signal)
    for value in 1...3 { input.send(value) }
    input.finish()
    while await collector.history.count < 4 { await letOthersGoOn() }
    expect(await collector.history, equals: ["value(1)", "value(2)", "value(3)", "finished"])
    await collector.stop()
  }
}
