import Signals
import SignalsTesting
import Testing

/// C13: an operator calls a closure that is written on an actor on that actor, and is delivered there from then on.
@Suite("C13 Operators and their actors", .leavesNothing) struct OperatorIsolationTests {
  @MainActor
  final class Model {
    var offset = 10
    var log: [String] = []
    var endpoint: Endpoint?

    func note(_ entry: String) {
      MainActor.assertIsolated()
      log.append(entry)
    }

    func shifted(_ value: Int) -> Int {
      note("\(value)")
      return value + offset
    }

    /// Subscribes, sends 1, 2, 3 and the finish on another thread, and returns the received values.
    func history(of make: (Signal<Int>) -> Signal<Int>) async -> [String] {
      let input = SignalInput<Int>()
      var history: [String] = []
      endpoint = make(input.signal).subscribe { event in history.append(text(event)) }
      let sender = startThread {
        for value in 1...3 { input.send(value) }
        input.finish()
      }
      while !history.last.isEnd { await letOthersGoOn() }
      sender.wait()
      return history
    }
  }

  @MainActor
  @Test(arguments: Closure.allCases)
  func `values from other threads come to the closure on the main actor, in order`(_ closure: Closure) async {
    let model = Model()
    expect(await model.history { closure.applied(to: $0, by: model) }, equals: closure.history)
    expect(model.log, equals: closure.log)
  }

  @MainActor
  @Test(arguments: Closure.allCases)
  func `a value that is on the main actor passes inline`(_ closure: Closure) {
    let input = SignalInput<Int>()
    let model = Model()
    var history: [String] = []
    let endpoint = closure.applied(to: input.signal, by: model).subscribe { history.append(text($0)) }
    for value in 1...3 { input.send(value) }
    input.finish()
    expect(history, equals: closure.history)
    expect(model.log, equals: closure.log)
    endpoint.cancel()
  }

  /// The operators that take a closure of the main actor.
  enum Closure: CaseIterable {
    case map, compactMap, filter, scan, scanInto, removeDuplicates, flatMap, onValue, onEnd

    @MainActor
    func applied(to signal: Signal<Int>, by model: Model) -> Signal<Int> {
      switch self {
      case .map: signal.map(on: .main) { [weak model] in model?.shifted($0) ?? 0 }
      case .compactMap: signal.compactMap(on: .main) { [weak model] in $0 == 2 ? nil : model?.shifted($0) }
      case .filter: signal.filter(on: .main) { [weak model] in model?.shifted($0) == 12 }
      case .scan: signal.scan(0, on: .main) { [weak model] in $0 + (model?.shifted($1) ?? 0) }
      case .scanInto: signal.scan(into: 0, on: .main) { [weak model] in $0 += model?.shifted($1) ?? 0 }
      case .removeDuplicates: signal.removeDuplicates(on: .main) { [weak model] in model?.shifted($0) != $1 + 10 }
      case .flatMap: signal.flatMap(.concat, on: .main) { [weak model] in .just(model?.shifted($0) ?? 0) }
      case .onValue: signal.handleEvents(onValue: { [weak model] in model?.note("\($0)") })
      case .onEnd: signal.handleEvents(onEnd: { [weak model] in model?.note("\($0)") })
      }
    }

    var history: [String] {
      switch self {
      case .map, .flatMap: ["11", "12", "13", "finished"]
      case .compactMap: ["11", "13", "finished"]
      case .filter: ["2", "finished"]
      case .scan, .scanInto: ["11", "23", "36", "finished"]
      case .removeDuplicates: ["1", "finished"]
      case .onValue, .onEnd: ["1", "2", "3", "finished"]
      }
    }

    var log: [String] {
      switch self {
      case .map, .filter, .scan, .scanInto, .flatMap, .onValue: ["1", "2", "3"]
      case .compactMap: ["1", "3"]
      case .removeDuplicates: ["1", "1"]
      case .onEnd: ["finished"]
      }
    }
  }

  @MainActor
  @Test func `a function of the main actor is passed by its name`() {
    let input = SignalInput<Int>()
    let model = Model()
    var history: [Int] = []
    let endpoint = input.map(on: .main, model.shifted).subscribeValues { history.append($0) }
    input.send(1)
    expect(history, equals: [11])
    endpoint.cancel()
  }

  @MainActor
  @Test func `a closure of the main actor that throws fails the signal`() async {
    let model = Model()
    let history = await model.history { signal in
      signal.map(on: .main) { value in
        if value == model.offset - 8 { throw Failure("two") }
        return value
      }
    }
    expect(history, equals: ["1", "failed(two)"])
  }

  @MainActor
  @Test func `the closures of a subscription's begin, end and cancelling come on the main actor`() async {
    let input = SignalInput<Int>()
    let model = Model()
    func watched() -> Signal<Int> {
      input.handleEvents(
        onSubscribe: { [weak model] in model?.note("subscribe") }, onValue: { [weak model] in model?.note("\($0)") },
        onEnd: { [weak model] in model?.note("\($0)") }, onCancel: { [weak model] in model?.note("cancel") })
    }
    let endpoint = watched().subscribeValues { model.note("got \($0)") }
    input.send(1)
    let canceller = startThread { endpoint.cancel() }
    while model.log.last != "cancel" { await letOthersGoOn() }
    canceller.wait()
    expect(model.log, equals: ["subscribe", "1", "got 1", "cancel"])

    model.log = []
    let signal = watched()
    let other = Log<Endpoint>()
    let subscriber = startThread { other.append(signal.subscribeValues { @Sendable _ in }) }
    while model.log.isEmpty { await letOthersGoOn() }
    subscriber.wait()
    let sender = startThread {
      input.send(2)
      input.finish()
    }
    while model.log.count < 3 { await letOthersGoOn() }
    sender.wait()
    expect(model.log, equals: ["subscribe", "2", "finished"])
    withExtendedLifetime(other) {}
  }

  @MainActor
  @Test func `the error closures of catch and retry come on the main actor`() async {
    let model = Model()
    let history = await model.history { signal in
      signal.map { value in
        if value == 3 { throw Failure("three") }
        return value
      }
      .catch { [weak model] error in
        model?.note("\(error)")
        return .just(model?.offset ?? 0)
      }
    }
    expect(history, equals: ["1", "2", "10", "finished"])
    expect(model.log, equals: ["three"])

    model.log = []
    let retried = await model.history { signal in
      let policy = RetryPolicy(count: 5) { [weak model] error in
        model?.note("\(error)")
        return (model?.log.count ?? 0) < 3
      }
      // One inner signal: the closure may have been called for another one when the first fails.
      return signal.prefix(1).flatMap { _ in Signal<Int>.failed(Failure("again")).retry(policy) }
    }
    expect(retried, equals: ["failed(again)"])
    expect(model.log, equals: ["again", "again", "again"])
  }

  @MainActor
  @Test func `a value of flatMap that waits comes to the closure on the main actor`() async {
    let model = Model()
    let inner = SignalInput<Int>()
    let input = SignalInput<Int>()
    var history: [String] = []
    let endpoint = input.flatMap(.concat, on: .main) { [weak model] value -> Signal<Int> in
      model?.note("\(value)")
      return value == 1 ? inner.signal : .just(value)
    }.subscribe { history.append(text($0)) }
    input.send(1)
    input.send(2)
    expect(model.log, equals: ["1"])
    let sender = startThread {
      inner.send(7)
      inner.finish()
    }
    while history.count < 2 { await letOthersGoOn() }
    sender.wait()
    expect(history, equals: ["7", "2"])
    expect(model.log, equals: ["1", "2"])
    endpoint.cancel()
  }

  @MainActor
  @Test func `two chains of one source make one combined value of a send on the main actor (C10)`() {
    let input = SignalInput<Int>()
    let model = Model()
    let left = input.map(on: .main) { [weak model] in model?.shifted($0) ?? 0 }
    let right = input.map(on: .main) { [weak model] in -(model?.shifted($0) ?? 0) }
    var history: [Int] = []
    let endpoint = combineLatest(left, right).subscribeValues { history.append($0 + $1) }
    for value in 1...3 { input.send(value) }
    expect(history, equals: [0, 0, 0])
    endpoint.cancel()
  }

  actor Counter {
    var log: [String] = []
    var received: [String] = []
    var endpoint: Endpoint?

    func follow(_ signal: Signal<Int>) {
      endpoint = signal.handleEvents(onValue: { value in self.assumeIsolated { $0.log.append("\(value)") } })
        .catch { error in
          self.assumeIsolated { $0.log.append("\(error)") }
          return .empty()
        }
        .subscribe { event in self.assumeIsolated { $0.received.append(text(event)) } }
    }

    func stop() { endpoint = nil }
  }

  @Test func `closures of any other actor come on that actor`() async {
    let input = SignalInput<Int>()
    let counter = Counter()
    await counter.follow(input.signal)
    input.send(1)
    input.fail(Failure("oh"))
    while await counter.received.count < 2 { await letOthersGoOn() }
    expect(await counter.log, equals: ["1", "oh"])
    expect(await counter.received, equals: ["1", "finished"])
    await counter.stop()
  }

  @Test func `a closure without an actor is called in the thread that sends`() {
    let input = SignalInput<Int>()
    let log = Log<Bool>()
    let sender = currentThread()
    let endpoint = input.handleEvents(onValue: { _ in log.append(currentThread() == sender) })
      .map { value in
        if value == 1 { throw Failure("one") }
        return value
      }
      .catch { _ in
        log.append(currentThread() == sender)
        return .never()
      }.subscribeValues { _ in }
    input.send(2)
    onAnotherThread { input.send(1) }
    expect(log.entries, equals: [true, false, false])
    endpoint.cancel()
  }
}

private func text(_ event: Event<Int>) -> String {
  switch event {
  case .value(let value): "\(value)"
  case .end(let end): "\(end)"
  }
}

extension String? {
  /// Whether this is the text of an end.
  fileprivate var isEnd: Bool { self == "finished" || self?.hasPrefix("failed") == true }
}
