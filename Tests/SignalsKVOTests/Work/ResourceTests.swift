import Observation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// W5–W7: values that are loaded.
@Suite("Resource", .leavesNothing) struct ResourceTests {
  private let service = Service<Int, String>()
  private let log = Log<String>()
  private let id = Property(1)

  private func resource() -> Resource<String> {
    Resource(of: id) { [service] id in try await service.ask(id) }
  }

  private func until(_ resource: Resource<String>, is state: String) async {
    await SignalsKVOTests.until { text(resource.value) == state }
  }

  private func history<Value>(_ resource: Resource<Value>) -> Recorder<String> { Recorder(resource.map { text($0) }) }

  // MARK: - The latest input (W5)

  @Test func `a resource starts to load when it is created`() async {
    let resource = resource()
    expect(text(resource.value), equals: "loading -")
    await service.asked(1)
    let states = history(resource)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    await SignalsKVOTests.until { states.history.count >= 2 }
    expect(states.history, equals: ["loading -", "loaded a"])
  }

  @Test func `a new input cancels the load for the former one, whose result is dropped`() async {
    let service = Service<Int, String>(heedsCancellation: false)
    let resource = Resource(of: id) { id in try await service.ask(id) }
    let states = history(resource)
    await service.asked(1)
    id.value = 2
    expect(service.cancelled, equals: [0])
    await service.asked(2)
    service.answer(0, "late")
    await service.returned(1)
    service.answer(1, "b")
    await until(resource, is: "loaded b")
    await SignalsKVOTests.until { states.history.count >= 2 }
    expect(states.history, equals: ["loading -", "loaded b"])
    expect(service.asked, equals: [1, 2])
  }

  @Test func `the former value stays available during the next load, and after a failure`() async {
    let resource = resource()
    let states = history(resource)
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    id.value = 2
    expect(text(resource.value), equals: "loading a")
    await service.asked(2)
    service.refuse(1, Trouble("e"))
    await until(resource, is: "failed e a")
    expect(resource.value.error as? Trouble == Trouble("e"))
    id.value = 3
    await service.asked(3)
    service.answer(2, "c")
    await until(resource, is: "loaded c")
    await SignalsKVOTests.until { states.history.count >= 6 }
    expect(states.history, equals: ["loading -", "loaded a", "loading a", "failed e a", "loading a", "loaded c"])
  }

  @Test func `an equal input causes no load`() async {
    let resource = resource()
    await service.asked(1)
    id.value = 1
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    id.value = 1
    transaction {
      id.value = 2
      id.value = 1
    }
    expect(text(resource.value), equals: "loaded a")
    expect(service.asked, equals: [1])
  }

  private struct Question: Sendable { var text: String }

  @Test func `each set of an input without a comparison causes a load`() async {
    let question = Property(Question(text: "a"))
    let service = Service<String, String>()
    let resource = Resource(of: question) { question in try await service.ask(question.text) }
    let states = history(resource)
    await service.asked(1)
    service.answer(0, "A")
    await until(resource, is: "loaded A")
    question.value = Question(text: "a")
    await service.asked(2)
    service.answer(1, "B")
    await until(resource, is: "loaded B")
    await SignalsKVOTests.until { states.history.count >= 4 }
    expect(states.history, equals: ["loading -", "loaded A", "loading A", "loaded B"])
  }

  @Test func `several changes of the input in a transaction cause one load`() async {
    let resource = resource()
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    transaction {
      for value in 2...5 { id.value = value }
    }
    await service.asked(2)
    expect(service.asked, equals: [1, 5])
  }

  @Test func `a handler of the state may change the input`() async {
    let resource = resource()
    let log = log
    let endpoint = resource.subscribeValues { [id] state in
      log.append(text(state))
      if case .loaded("a") = state { id.value = 2 }
    }
    await service.asked(1)
    service.answer(0, "a")
    await service.asked(2)
    service.answer(1, "b")
    await SignalsKVOTests.until { log.entries.count == 4 }
    expect(log.entries, equals: ["loading -", "loaded a", "loading a", "loaded b"])
    endpoint.cancel()
  }

  @Test func `every kind of current value can be the input`() async {
    let pair = Property((first: 1, second: 2))
    let list: ObservedArray = [3]
    let scores: ObservedDictionary<String, Int> = [:]
    let service = Service<Int, String>()
    let resources = [
      Resource(of: pair.part(\.first)) { try await service.ask($0) },
      Resource(of: pair.derived { $0.second }) { try await service.ask($0) },
      Resource(of: Computed { pair.value.first * 10 }) { try await service.ask($0) },
      Resource(of: list) { try await service.ask($0.count * 100) },
      Resource(of: list.mapped { $0 * 1000 }) { try await service.ask($0.reduce(0, +)) },
      Resource(of: scores.part("Ada", default: 4)) { try await service.ask($0) },
    ]
    await service.asked(6)
    expect(Set(service.asked), equals: [1, 2, 10, 100, 3000, 4])
    pair.value.first = 5
    list.append(4)
    scores["Ada"] = 6
    await service.asked(11)
    expect(Set(service.asked.suffix(5)), equals: [5, 50, 200, 7000, 6])
    withExtendedLifetime(resources) {}
  }

  @Test(arguments: [false, true])
  @MainActor func `a derived collection of the main actor, or its count, is an input for any thread`(isCount: Bool)
    async
  {
    let list: ObservedArray = [1]
    let rows = list.mapped(on: .main) { $0 * 10 }
    let resource =
      isCount
      ? Resource(of: rows.derivedCount) { [service] count in try await service.ask(count) }
      : Resource(of: rows) { [service] rows in try await service.ask(rows.count) }
    await service.asked(1)
    list.append(2)
    let state = await Task.detached { text(resource.value) }.value
    expect(state, equals: "loading -")
    await service.asked(2)
    expect(service.asked, equals: [1, 2])
  }

  @Test func `a state that is equal to the one told last is not told again, though it was read in between (W7)`() async
  {
    let resource = resource()
    let states = history(resource)
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    transaction {
      id.value = 2
      expect(text(resource.value), equals: "loading a")
      id.value = 1
      expect(text(resource.value), equals: "loaded a")
    }
    await SignalsKVOTests.until { states.history.count >= 2 }
    expect(states.history, equals: ["loading -", "loaded a"])
    expect(service.asked, equals: [1])
  }

  @Test func `a CancellationError of the closure itself is a failure`() async {
    let resource = resource()
    await service.asked(1)
    service.refuse(0, CancellationError())
    await until(resource, is: "failed CancellationError() -")
  }

  // MARK: - Loading again (W6)

  @Test func `reload loads for the same input, and replaces a running load`() async {
    let resource = resource()
    let states = history(resource)
    await service.asked(1)
    resource.reload()
    expect(service.cancelled, equals: [0])
    await service.asked(2)
    service.answer(1, "a")
    await until(resource, is: "loaded a")
    resource.reload()
    expect(text(resource.value), equals: "loading a")
    await service.asked(3)
    service.answer(2, "a")
    await until(resource, is: "loaded a")
    expect(service.asked, equals: [1, 1, 1])
    await SignalsKVOTests.until { states.history.count >= 4 }
    expect(states.history, equals: ["loading -", "loaded a", "loading a", "loaded a"])
  }

  @Test func `a reload is for the input of the moment when the change of the input is complete`() async {
    let holder = Property<Resource<String>?>(nil)
    let refresh = id.subscribeValues { _ in holder.value?.reload() }
    let resource = resource()
    holder.value = resource
    let states = history(resource)
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    id.value = 2
    expect(text(resource.value), equals: "loading a")
    await service.asked(2)
    service.answer(1, "b")
    await until(resource, is: "loaded b")
    transaction {
      resource.reload()
      expect(text(resource.value), equals: "loading b")
      id.value = 3
      resource.reload()
    }
    await service.asked(3)
    service.answer(2, "c")
    await until(resource, is: "loaded c")
    transaction {
      id.value = 4
      resource.reload()
      id.value = 3
    }
    await service.asked(4)
    expect(service.asked, equals: [1, 2, 3, 3])
    await SignalsKVOTests.until { states.history.count >= 7 }
    expect(
      states.history,
      equals: ["loading -", "loaded a", "loading a", "loaded b", "loading b", "loaded c", "loading c"])
    refresh.cancel()
    holder.value = nil
  }

  @Test func `a reload is no input of the closure that requests it`() async {
    let trigger = Property(0)
    let resource = resource()
    let runs = Counter()
    let endpoint = observe {
      _ = trigger.value
      resource.reload()
      runs.add()
    }
    trigger.value = 1
    // The replaced loads may have called the closure, or not.
    await SignalsKVOTests.until { service.answerWaiting("a") }
    await until(resource, is: "loaded a")
    expect(runs.count, equals: 2)
    endpoint.cancel()
  }

  @Test func `a resource without an input loads once, and at each reload`() async {
    let count = Counter()
    let resource = Resource {
      count.add()
      return "\(count.count)"
    }
    await until(resource, is: "loaded 1")
    resource.reload()
    await until(resource, is: "loaded 2")
    expect(count.count, equals: 2)
  }

  private func retrying(_ policy: RetryPolicy, on clock: VirtualScheduler) -> Resource<String> {
    Resource(of: id, retrying: policy, on: clock) { [service] id in try await service.ask(id) }
  }

  /// Waits until the load waits for its next attempt, and advances the clock.
  private func pass(_ time: Duration, on clock: VirtualScheduler) async {
    await SignalsKVOTests.until { clock.pending == 1 }
    clock.advance(by: time)
  }

  @Test func `a failure is followed by further attempts, after growing delays`() async {
    let clock = VirtualScheduler()
    let resource = retrying(RetryPolicy(count: 3, delay: .seconds(1), factor: 2), on: clock)
    let states = history(resource)
    var times: [Duration] = []
    for attempt in 0..<4 {
      await service.asked(attempt + 1)
      times.append(clock.elapsed)
      service.refuse(attempt, Trouble("\(attempt)"))
      if attempt < 3 {
        await pass(.seconds(1 << attempt) - .milliseconds(1), on: clock)
        expect(service.asked.count, equals: attempt + 1)
        clock.advance(by: .milliseconds(1))
      }
    }
    await until(resource, is: "failed 3 -")
    expect(times, equals: [.zero, .seconds(1), .seconds(3), .seconds(7)])
    await SignalsKVOTests.until { states.history.count >= 2 }
    expect(states.history, equals: ["loading -", "failed 3 -"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a successful attempt ends the attempts, and a later input has all of them`() async {
    let clock = VirtualScheduler()
    let resource = retrying(RetryPolicy(count: 1, delay: .seconds(1)), on: clock)
    let states = history(resource)
    for input in 1...2 {
      let call = 2 * input - 2
      id.value = input
      await service.asked(call + 1)
      service.refuse(call, Trouble("e"))
      await pass(.seconds(1), on: clock)
      await service.asked(call + 2)
      service.answer(call + 1, "\(input)")
      await until(resource, is: "loaded \(input)")
    }
    await SignalsKVOTests.until { states.history.count >= 4 }
    expect(states.history, equals: ["loading -", "loaded 1", "loading 1", "loaded 2"])
    expect(service.asked, equals: [1, 1, 2, 2])
  }

  @Test func `a new input ends the wait for the next attempt`() async {
    let clock = VirtualScheduler()
    let resource = retrying(RetryPolicy(delay: .seconds(1)), on: clock)
    await service.asked(1)
    service.refuse(0, Trouble("e"))
    await SignalsKVOTests.until { clock.pending == 1 }
    id.value = 2
    expect(clock.pending, equals: 0)
    await service.asked(2)
    clock.advance(by: .seconds(10))
    service.answer(1, "b")
    await until(resource, is: "loaded b")
    expect(service.asked, equals: [1, 2])
  }

  @Test func `attempts without a delay follow at once`() async {
    let clock = VirtualScheduler()
    let resource = retrying(RetryPolicy(count: 2), on: clock)
    for attempt in 0..<2 {
      await service.asked(attempt + 1)
      service.refuse(attempt, Trouble("e"))
    }
    await service.asked(3)
    service.answer(2, "c")
    await until(resource, is: "loaded c")
  }

  @Test func `the policy decides after which errors to try again`() async {
    let clock = VirtualScheduler()
    let resource = retrying(RetryPolicy(delay: .seconds(1), when: { $0 as? Trouble != Trouble("final") }), on: clock)
    await service.asked(1)
    service.refuse(0, Trouble("e"))
    await pass(.seconds(1), on: clock)
    await service.asked(2)
    service.refuse(1, Trouble("final"))
    await until(resource, is: "failed final -")
    let throwing = retrying(RetryPolicy(when: { _ in throw Trouble("thrown") }), on: clock)
    await service.asked(3)
    service.refuse(2, Trouble("e"))
    await until(throwing, is: "failed thrown -")
  }

  // MARK: - As a value (W7)

  @Test func `no read combines the value for one input with another input`() async {
    let log = log
    let early = id.signal.dropFirst().subscribeValues { [id] _ in log.append("set \(id.value)") }
    let place = Property<Resource<String>?>(nil)
    let reader = id.signal.dropFirst().subscribeValues { id in
      log.append("handler \(id) \(place.value.map { text($0.value) } ?? "-")")
    }
    let resource = resource()
    place.value = resource
    let both = Derived { [id] in "\(id.value) \(text(resource.value))" }
    let pairs = Recorder(both.signal)
    let joined = Recorder(combineLatest(id, resource).map { "\($0) \(text($1))" })
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    await SignalsKVOTests.until { joined.history.count == 2 }
    id.value = 2
    transaction {
      id.value = 3
      log.append("inside \(text(resource.value))")
    }
    expect(log.entries, equals: ["set 2", "handler 2 loading a", "set 3", "handler 3 loading a", "inside loading a"])
    await SignalsKVOTests.until { pairs.history.count >= 4 }
    expect(pairs.history, equals: ["1 loading -", "1 loaded a", "2 loading a", "3 loading a"])
    expect(joined.history, equals: pairs.history)
    place.value = nil
    early.cancel()
    reader.cancel()
  }

  @Test func `each state is emitted once, in any order of the input's observers`() async {
    struct Answer: Sendable { let text: String }
    let service = Service<Int, Answer>()
    // Derived from the input before and after the resource, so that the turn reaches the observers in either order.
    let before = Derived { [id] in id.value }
    let first = Recorder(before.signal)
    let resource = Resource(of: id) { id in try await service.ask(id) }
    let states = Recorder(resource.map { "\(text($0.latest?.text)) \($0.isLoading)" })
    let after = Derived { [id] in "\(id.value) \(resource.value.isLoading)" }
    let last = Recorder(after.signal)
    await service.asked(1)
    service.answer(0, Answer(text: "a"))
    await SignalsKVOTests.until { states.history.count == 2 }
    id.value = 2
    await service.asked(2)
    service.answer(1, Answer(text: "b"))
    await SignalsKVOTests.until { states.history.count == 4 }
    await SignalsKVOTests.until { states.history.count >= 4 }
    expect(states.history, equals: ["- true", "a false", "a true", "b false"])
    await SignalsKVOTests.until { first.history.count >= 2 }
    expect(first.history, equals: ["1", "2"])
    await SignalsKVOTests.until { last.history.count >= 4 }
    expect(last.history, equals: ["1 true", "1 false", "2 true", "2 false"])
  }

  @Test func `a resource is observed like a derived value`() async {
    let resource = resource()
    let log = log
    let title = Derived { resource.value.latest ?? "nothing" }
    let titles = Recorder(title.signal)
    let effect = observe { log.append("effect \(text(resource.value))") }
    resource.addObserver(forOwner: service) { old, new in log.append("\(text(old)) → \(text(new))") }
    withObservationTracking {
      _ = resource.value
    } onChange: {
      log.append("tracked")
    }
    expect(resource.observerCount, equals: 2)
    await service.asked(1)
    service.answer(0, "a")
    await SignalsKVOTests.until { log.entries.count == 4 }
    expect(log.entries.sorted(), equals: ["effect loaded a", "effect loading -", "loading - → loaded a", "tracked"])
    await SignalsKVOTests.until { titles.history.count >= 2 }
    expect(titles.history, equals: ["nothing", "a"])
    resource.removeAllObservers()
    expect(resource.observerCount, equals: 0)
    effect.cancel()
  }

  private final class Screen {
    @Observed var profile: Resource<String>?
  }

  @Test func `a resource may be a step of a path`() async {
    let screen = Screen()
    let resource = resource()
    var lines: [String] = []
    let observer = KeyValueObserver(screen, \.profile?.value, options: [.initial, .new]) { change in
      lines.append("\(change.reason) \(change.newValue.map { text($0) } ?? "-")")
    }
    screen.profile = resource
    await service.asked(1)
    expect(lines, equals: ["valueChanged -", "pathChanged loading -"])
    withExtendedLifetime(observer) {}
  }

  @Test func `the release of a resource cancels its task and finishes its signal`() async {
    var resource: Resource<String>? = resource()
    let states = history(resource!)
    await service.asked(1)
    resource = nil
    await SignalsKVOTests.until { states.history.count >= 2 }
    expect(states.history, equals: ["loading -", "|"])
    await service.returned(1)
    expect(service.cancelled, equals: [0])
    id.value = 2
    expect(service.asked, equals: [1])
    expect(id.observerCount, equals: 0)
  }

  @Test func `the release of a resource ends the wait for the next attempt`() async {
    let clock = VirtualScheduler()
    var resource: Resource<String>? = retrying(RetryPolicy(delay: .seconds(1)), on: clock)
    await service.asked(1)
    service.refuse(0, Trouble("e"))
    await SignalsKVOTests.until { clock.pending == 1 }
    resource = nil
    expect(clock.pending, equals: 0)
    _ = resource
  }

  @Test func `a resource may be released by its own handler`() async {
    let place = Property<Resource<String>?>(resource())
    let log = log
    let endpoint = place.value?.subscribe { event in
      log.append("\(event)")
      if case .value(.loaded) = event { place.value = nil }
    }
    await service.asked(1)
    service.answer(0, "a")
    await SignalsKVOTests.until { log.entries.count == 3 }
    expect(log.entries, equals: ["value(loading(previous: nil))", "value(loaded(\"a\"))", "finished"])
    endpoint?.cancel()
  }

  @Test func `a replaced value is released`() async {
    let log = log
    let service = Service<Int, Tracked>()
    let resource = Resource(of: id) { id in try await service.ask(id) }
    await service.asked(1)
    service.answer(0, Tracked("first", log))
    await SignalsKVOTests.until { !resource.value.isLoading }
    resource.reload()
    await service.asked(2)
    expect(resource.value.latest != nil)
    service.answer(1, Tracked("second", log))
    await SignalsKVOTests.until { !resource.value.isLoading }
    await SignalsKVOTests.until { !log.entries.isEmpty }
    expect(log.entries, equals: ["first released"])
  }

  // MARK: - On an actor (C13)

  @MainActor private final class Model {
    @Observed var userID = 1
    @Observed var isLoud = false
    var names = [1: "Ada", 2: "Grace"]
    var log: [String] = []
    var endpoints: [any Cancellable] = []
    lazy var key = Computed { [unowned self] in isLoud ? -userID : userID }
    lazy var profile = makeProfile()
    lazy var greeting = Resource(of: key) { @MainActor [unowned self] key in
      "\(key < 0 ? "HELLO" : "Hello") \(names[abs(key)] ?? "")"
    }

    private func makeProfile() -> Resource<String> {
      Resource(of: $userID) { [unowned self] id in
        MainActor.assertIsolated()
        await Task.yield()
        return names[id] ?? "unknown"
      }
    }

    func follow() {
      endpoints += profile.subscribeValues { [unowned self] in log.append(text($0)) }
      endpoints += greeting.subscribeValues { [unowned self] in log.append(text($0)) }
    }
  }

  @MainActor
  @Test func `main-actor closures and their input use main-actor objects`() async {
    let model = Model()
    model.follow()
    expect(model.log, equals: ["loading -", "loading -"])
    await SignalsKVOTests.until { model.log.count == 4 }
    expect(Set(model.log.suffix(2)), equals: ["loaded Ada", "loaded Hello Ada"])
    model.log = []
    model.userID = 2
    expect(model.log.sorted(), equals: ["loading Ada", "loading Hello Ada"])
    await SignalsKVOTests.until { model.log.count == 4 }
    expect(Set(model.log.suffix(2)), equals: ["loaded Grace", "loaded Hello Grace"])
    model.log = []
    model.isLoud = true
    await SignalsKVOTests.until { model.log.count == 2 }
    expect(model.log, equals: ["loading Hello Grace", "loaded HELLO Grace"])
  }
}

/// A short text for a state.
func text<Value>(_ state: ResourceState<Value>) -> String {
  switch state {
  case .loading(let previous): "loading \(text(previous))"
  case .loaded(let value): "loaded \(value)"
  case .failed(let error, let previous): "failed \(error) \(text(previous))"
  }
}

func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }
