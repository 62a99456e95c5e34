import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// W1–W4: actions.
@Suite("Action", .leavesNothing) struct ActionTests {
  private let service = Service<Int, String>()
  private let log = Log<String>()

  private func action(
    _ policy: ActionPolicy = .exclusive, enabledIf condition: some CurrentValueConvertible<Bool> = Property(true)
  ) -> Action<Int, String> {
    Action(policy, enabledIf: condition) { [service] input in try await service.ask(input) }
  }

  /// Logs all events of an action's signals.
  private func follow(_ action: Action<Int, String>) -> [any Cancellable] {
    let log = log
    return [
      action.isRunning.signal.dropFirst().subscribe { event in log.append("running \(event)") },
      action.values.subscribe { event in log.append("values \(event)") },
      action.errors.subscribe { event in log.append("errors \(event)") },
    ]
  }

  private func noted(_ count: Int) async { await until { log.entries.count >= count } }

  // MARK: - Runs (W1)

  @Test func `a run calls the closure, and its result is emitted`() async {
    let action = action()
    let endpoints = follow(action)
    let enabled = Recorder(action.isEnabled.signal)
    expect(action.run(1))
    expect(action.isRunning.value)
    expect(!action.isEnabled.value)
    await service.asked(1)
    service.answer(0, "a")
    await noted(3)
    await until { enabled.history.count >= 3 }
    expect(log.entries, equals: ["running value(true)", "values value(a)", "running value(false)"])
    expect(enabled.history, equals: ["true", "false", "true"])
    expect(service.asked, equals: [1])
    endpoints.cancelAll()
  }

  @Test func `a function takes the place of the closure`() async throws {
    let service = service
    @Sendable func ask(_ input: Int) async throws -> String { try await service.ask(input) }
    @Sendable func refresh() async -> String { "refreshed" }
    let (exclusive, latest) = (Action(ask), Action(.latest, enabledIf: Property(true), ask))
    let refreshing = Action(enabledIf: Property(true), refresh)
    let endpoints = follow(exclusive)
    exclusive.run(1)
    expect(!exclusive.isEnabled.value)
    await service.asked(1)
    latest.run(2)
    expect(latest.isEnabled.value)
    await service.asked(2)
    service.answer(0, "a")
    service.answer(1, "b")
    expect(try await refreshing.perform(), equals: "refreshed")
    await noted(3)
    expect(log.entries, equals: ["running value(true)", "values value(a)", "running value(false)"])
    endpoints.cancelAll()
  }

  @Test func `a run is passed as a function without a result`() async {
    let runs = Log<Int>()
    let (save, search) = (Action { runs.append(0) }, Action { (text: Int) in runs.append(text) })
    let (taps, texts) = (SignalInput<Void>(), SignalInput<Int>())
    let endpoints = [texts.subscribeValues(search.run), taps.subscribeValues(save.run)]
    let action: () -> Void = save.run
    action()
    await until { runs.entries == [0] && save.isEnabled.value }
    texts.send(1)
    await until { runs.entries == [0, 1] }
    taps.send()
    await until { runs.entries == [0, 1, 0] && save.isEnabled.value }
    let isAccepted = save.run()
    expect(isAccepted)
    await until { runs.entries == [0, 1, 0, 0] }
    endpoints.cancelAll()
  }

  @Test func `an error is emitted, and later runs are accepted`() async {
    let action = action(.latest)
    let endpoints = follow(action)
    action.run(1)
    await service.asked(1)
    service.refuse(0, Trouble("e"))
    await noted(3)
    action.run(2)
    await service.asked(2)
    service.answer(1, "b")
    await noted(6)
    expect(
      log.entries,
      equals: [
        "running value(true)", "errors value(e)", "running value(false)",
        "running value(true)", "values value(b)", "running value(false)",
      ])
    endpoints.cancelAll()
  }

  @Test func `an action's closure may have no argument and no result`() async throws {
    let log = log
    let action = Action { log.append("called") }
    let values = Recorder(action.values)
    expect(action.run())
    await until { values.history == ["()"] }
    try await action.perform()
    expect(log.entries, equals: ["called", "called"])
    await until { values.history.count >= 2 }
    expect(values.history, equals: ["()", "()"])
  }

  @Test func `a disabled action refuses runs`() async throws {
    let isValid = Property(false)
    let action = action(enabledIf: isValid)
    let enabled = Recorder(action.isEnabled.signal)
    expect(!action.run(1))
    await #expect(throws: ActionRefusedError(.disabled)) { try await action.perform(1) }
    isValid.value = true
    expect(action.run(2))
    isValid.value = false
    isValid.value = true
    expect(enabled.history, equals: ["false", "true", "false"])
    await service.asked(1)
    expect(service.asked, equals: [2])
    expect(!action.isEnabled.value)
    await action.cancelAndWait()
    await until { enabled.history.count >= 4 }
    expect(enabled.history, equals: ["false", "true", "false", "true"])
  }

  @Test func `disabling an action lets its running and queued runs continue`() async {
    let isValid = Property(true)
    let action = action(.queued, enabledIf: isValid)
    let values = Recorder(action.values)
    action.run(1)
    action.run(2)
    isValid.value = false
    expect(!action.run(3))
    await service.asked(1)
    service.answer(0, "a")
    await service.asked(2)
    service.answer(1, "b")
    await until { !action.isRunning.value }
    await until { values.history.count >= 2 }
    expect(values.history, equals: ["a", "b"])
  }

  @Test func `isEnabled agrees with its condition at each read`() {
    let count = Property(0)
    let action = action(enabledIf: Derived { count.value > 0 })
    let log = log
    let endpoint = count.signal.dropFirst().subscribeValues { log.append("\($0) \(action.isEnabled.value)") }
    transaction {
      count.value = 1
      log.append("\(action.isEnabled.value)")
      count.value = 0
    }
    expect(log.entries, equals: ["1 true", "true", "0 false"])
    endpoint.cancel()
  }

  @Test func `an action retains its condition`() {
    let form = Property((name: "", isSent: false))
    let byDerived = action(enabledIf: form.derived { !$0.name.isEmpty })
    let byPart = action(enabledIf: form.part(\.isSent))
    let copied = action(enabledIf: Computed { form.value.isSent })
    let rights: ObservedDictionary<String, Bool> = [:]
    let byKey = action(enabledIf: rights.part("Ada", default: false))
    expect(!byKey.isEnabled.value)
    form.value = ("Ada", true)
    rights["Ada"] = true
    expect(byDerived.isEnabled.value)
    expect(byPart.isEnabled.value)
    expect(copied.isEnabled.value)
    expect(byKey.isEnabled.value)
  }

  @Test func `the result and the end of a run belong to one turn`() async {
    let action = action()
    let pairs = Recorder(combineLatest(action.values.map { $0 }.prepend("-"), action.isRunning))
    action.run(1)
    await service.asked(1)
    service.answer(0, "a")
    await until { !action.isRunning.value }
    await until { pairs.history.count == 3 }
    expect(pairs.values.map { "\($0) \($1)" }, equals: ["- false", "- true", "a false"])
  }

  @Test func `a run is no input of the closure that requests it`() async {
    let trigger = Property(1)
    let action = action(.queued)
    let runs = Counter()
    let endpoint = observe {
      action.run(trigger.value)
      runs.add()
    }
    trigger.value = 2
    await service.asked(1)
    service.answer(0, "a")
    await service.asked(2)
    service.answer(1, "b")
    await until { !action.isRunning.value }
    expect(runs.count, equals: 2)
    endpoint.cancel()
  }

  // MARK: - Policies (W2)

  @Test func `exclusive: further runs are refused while one is running`() async throws {
    let action = action()
    action.run(1)
    expect(!action.run(2))
    await #expect(throws: ActionRefusedError(.running)) { try await action.perform(3) }
    await service.asked(1)
    service.answer(0, "a")
    await until { action.isEnabled.value }
    expect(action.run(4))
    await service.asked(2)
    expect(service.asked, equals: [1, 4])
    await action.cancelAndWait()
  }

  @Test func `latest: a run cancels the one before it, whose result is dropped`() async {
    let service = Service<Int, String>(heedsCancellation: false)
    let action = Action(.latest) { (input: Int) in try await service.ask(input) }
    let endpoints = follow(action)
    action.run(1)
    await service.asked(1)
    action.run(2)
    await service.asked(2)
    expect(service.cancelled, equals: [0])
    service.answer(0, "late")
    service.answer(1, "b")
    await noted(3)
    await action.cancelAndWait()
    expect(log.entries, equals: ["running value(true)", "values value(b)", "running value(false)"])
    endpoints.cancelAll()
  }

  @Test func `queued: runs follow each other in the order of the requests`() async {
    let action = action(.queued)
    let endpoints = follow(action)
    for input in 1...3 { expect(action.run(input)) }
    for call in 0..<3 {
      await service.asked(call + 1)
      expect(service.asked.count, equals: call + 1)
      service.answer(call, "\(call)")
    }
    await noted(5)
    expect(service.asked, equals: [1, 2, 3])
    expect(
      log.entries,
      equals: [
        "running value(true)", "values value(0)", "values value(1)", "values value(2)", "running value(false)",
      ])
    endpoints.cancelAll()
  }

  @Test func `parallel: runs start up to the limit, and results are emitted as they arrive`() async {
    let action = action(.parallel(2))
    let values = Recorder(action.values)
    for input in 1...3 { expect(action.run(input)) }
    await service.asked(2)
    expect(Set(service.asked), equals: [1, 2])
    let second = service.asked.firstIndex(of: 2) ?? 0
    service.answer(second, "b")
    await service.asked(3)
    expect(service.asked.last, equals: 3)
    service.answer(2, "c")
    await until { values.history.count == 2 }
    service.answer(1 - second, "a")
    await until { !action.isRunning.value }
    await until { values.history.count >= 3 }
    expect(values.history, equals: ["b", "c", "a"])
  }

  // MARK: - Results (W3)

  @Test func `perform returns the result of its run after its emission`() async throws {
    let action = action(.parallel(2))
    let log = log
    let endpoint = action.values.subscribeValues { log.append("emitted \($0)") }
    let first = Task {
      let value = try await action.perform(1)
      log.append("returned \(value)")
    }
    await service.asked(1)
    let second = Task { try await action.perform(2) }
    await service.asked(2)
    service.refuse(1, Trouble("e"))
    await #expect(throws: Trouble("e")) { try await second.value }
    service.answer(0, "a")
    try await first.value
    expect(log.entries, equals: ["emitted a", "returned a"])
    endpoint.cancel()
  }

  @Test func `a cancelled caller of perform cancels its run and no other`() async throws {
    let action = action(.queued)
    let endpoints = follow(action)
    let tasks = (1...3).map { input in Task { try await action.perform(input) } }
    await service.asked(1)
    // The runs may be requested in any order.
    let first = service.asked[0] - 1
    tasks[first].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[first].value }
    await service.asked(2)
    let (second, third) = (service.asked[1] - 1, 5 - service.asked[0] - service.asked[1])
    tasks[third].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[third].value }
    service.answer(1, "b")
    expect(try await tasks[second].value, equals: "b")
    await noted(3)
    // Another task may still be delivering the request of its run. Then the result follows that, and `isRunning` may precede it.
    expect(log.entries.filter { $0.hasPrefix("running") }, equals: ["running value(true)", "running value(false)"])
    expect(log.entries.filter { !$0.hasPrefix("running") }, equals: ["values value(b)"])
    expect(service.cancelled, equals: [0])
    endpoints.cancelAll()
  }

  @Test func `a task that is cancelled before it performs requests no run`() async {
    let action = action()
    let task = Task {
      await until { Task.isCancelled }
      return try await action.perform(1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    expect(!action.isRunning.value)
    expect(service.asked.isEmpty)
  }

  @Test func `perform throws a CancellationError when the action cancels or replaces its run`() async {
    let action = action(.latest)
    let replaced = Task { try await action.perform(1) }
    await service.asked(1)
    let cancelled = Task { try await action.perform(2) }
    await #expect(throws: CancellationError.self) { try await replaced.value }
    await service.asked(2)
    action.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    await action.cancelAndWait()
  }

  @Test func `a closure that throws a CancellationError itself emits nothing`() async {
    let action = action()
    let endpoints = follow(action)
    let task = Task { try await action.perform(1) }
    await service.asked(1)
    service.refuse(0, CancellationError())
    await #expect(throws: CancellationError.self) { try await task.value }
    await noted(2)
    expect(log.entries, equals: ["running value(true)", "running value(false)"])
    endpoints.cancelAll()
  }

  @Test func `a handler of a result may run the action again`() async {
    let action = action()
    let endpoints = follow(action)
    let log = log
    let again = action.values.subscribeValues { value in
      if value == "a" { log.append("accepted \(action.run(2))") }
    }
    action.run(1)
    await service.asked(1)
    service.answer(0, "a")
    await service.asked(2)
    service.answer(1, "b")
    await noted(5)
    expect(
      log.entries,
      equals: [
        "running value(true)", "values value(a)", "accepted true", "values value(b)", "running value(false)",
      ])
    endpoints.cancelAll()
    again.cancel()
  }

  @Test func `a later subscriber receives later results only`() async {
    let action = action(.queued)
    let early = Recorder(action.values)
    action.run(1)
    action.run(2)
    await service.asked(1)
    service.answer(0, "a")
    await service.asked(2)
    let late = Recorder(action.values)
    service.answer(1, "b")
    await until { !action.isRunning.value }
    await until { early.history.count >= 2 }
    expect(early.history, equals: ["a", "b"])
    await until { late.history.count >= 1 }
    expect(late.history, equals: ["b"])
  }

  // MARK: - Cancelling and releasing (W4)

  @Test func `cancel ends all runs at once, and their late results are dropped`() async {
    let service = Service<Int, String>(heedsCancellation: false)
    let action = Action(.parallel(2)) { (input: Int) in try await service.ask(input) }
    let endpoints = follow(action)
    for input in 1...3 { action.run(input) }
    await service.asked(2)
    action.cancel()
    expect(!action.isRunning.value)
    expect(log.entries, equals: ["running value(true)", "running value(false)"])
    expect(service.cancelled, equals: [0, 1])
    service.answer(0, "late")
    service.refuse(1, Trouble("late"))
    await action.cancelAndWait()
    expect(service.asked.count, equals: 2)
    expect(log.entries, equals: ["running value(true)", "running value(false)"])
    action.run(4)
    await service.asked(3)
    service.answer(2, "d")
    await noted(5)
    expect(log.entries.suffix(3), equals: ["running value(true)", "values value(d)", "running value(false)"])
    endpoints.cancelAll()
  }

  @Test func `a handler that cancels a run while it is accepted prevents the call of the closure`() async {
    let action = action()
    let log = log
    let endpoint = action.isRunning.signal.subscribeValues { isRunning in
      log.append("\(isRunning)")
      if isRunning { action.cancel() }
    }
    expect(action.run(1))
    expect(log.entries, equals: ["false", "true", "false"])
    await action.cancelAndWait()
    expect(service.asked.isEmpty)
    endpoint.cancel()
  }

  @Test func `cancelAndWait waits for the closures, even if its own task is cancelled`() async {
    let service = Service<Int, String>(heedsCancellation: false)
    let action = Action(.latest) { (input: Int) in try await service.ask(input) }
    let log = log
    action.run(1)
    await service.asked(1)
    action.run(2)
    await service.asked(2)
    let wait = Task {
      await action.cancelAndWait()
      log.append("waited")
    }
    await until { !action.isRunning.value }
    wait.cancel()
    log.append("first")
    service.answer(0, "late")
    await service.returned(1)
    log.append("second")
    service.answer(1, "late")
    await wait.value
    expect(log.entries, equals: ["first", "second", "waited"])
  }

  @Test func `the release of an action cancels its runs and finishes its signals`() async {
    var action: Action<Int, String>? = action()
    let isRunning = action?.isRunning
    let isEnabled = action?.isEnabled
    let endpoints = follow(action!)
    action?.run(1)
    await service.asked(1)
    action = nil
    expect(isRunning?.value, equals: false)
    expect(isEnabled?.value, equals: false)
    expect(
      log.entries,
      equals: [
        "running value(true)", "running value(false)", "values finished", "errors finished",
      ])
    await service.returned(1)
    expect(service.cancelled, equals: [0])
    endpoints.cancelAll()
  }

  @Test func `an action may be released by its own handler`() async {
    let place = Property<Action<Int, String>?>(action(.queued))
    let values = Log<String>()
    let endpoint = place.value?.values.subscribe { event in
      values.append("\(event)")
      place.value = nil
    }
    place.value?.run(1)
    place.value?.run(2)
    await service.asked(1)
    service.answer(0, "a")
    await until { values.entries.count == 2 }
    expect(values.entries, equals: ["value(a)", "finished"])
    expect(service.asked, equals: [1])
    endpoint?.cancel()
  }

  @Test func `a result is released after its delivery`() async {
    let log = log
    let action = Action { Tracked("result", log) }
    let endpoint = action.values.subscribeValues { _ in log.append("emitted") }
    action.run()
    await until { log.entries.count == 2 }
    expect(log.entries, equals: ["emitted", "result released"])
    endpoint.cancel()
  }

  // MARK: - On an actor (C13)

  @MainActor private final class Editor {
    @Observed var text = ""
    lazy var isValid = Computed { [unowned self] in !text.isEmpty }
    var saved: [String] = []
    var log: [String] = []
    var endpoints: [any Cancellable] = []
    lazy var save = makeSave()
    @Observed var isDirty = false
    lazy var revert = Action(enabledIf: $isDirty) { @MainActor [unowned self] in text = "" }

    private func makeSave() -> Action<String, Int> {
      Action(enabledIf: isValid) { [unowned self] suffix in
        MainActor.assertIsolated()
        await Task.yield()
        saved.append(text + suffix)
        return saved.count
      }
    }

    func follow() {
      endpoints += save.values.subscribeValues { [unowned self] in log.append("saved \($0) \(saved)") }
      endpoints += save.isRunning.signal.subscribeValues { [unowned self] in log.append("running \($0)") }
    }
  }

  @MainActor
  @Test func `main-actor closures use main-actor objects, and handlers are called within the run`()
    async throws
  {
    let editor = Editor()
    editor.follow()
    expect(!editor.save.run("!"))
    editor.text = "a"
    expect(editor.save.isEnabled.value)
    expect(try await editor.save.perform("!"), equals: 1)
    // No hop was needed: all calls have been made when `perform` returns.
    expect(editor.log, equals: ["running false", "running true", "saved 1 [\"a!\"]", "running false"])
    editor.text = ""
    expect(!editor.save.isEnabled.value)
    expect(!editor.revert.run())
    editor.text = "b"
    editor.isDirty = true
    try await editor.revert.perform()
    expect(editor.text, equals: "")
  }

  @MainActor
  @Test func `the result is emitted before the actor of the closure runs anything else (W1)`() async throws {
    let log = Log<String>()
    let later = Log<Task<Void, Never>>()
    let action = Action<Int, Int> { @MainActor number in
      await Task.yield()
      later.append(Task { @MainActor in log.append("later") })
      return number
    }
    let endpoint = action.values.subscribeValues { @MainActor in log.append("\($0)") }
    expect(try await action.perform(1), equals: 1)
    for task in later.entries { await task.value }
    expect(log.entries, equals: ["1", "later"])
    withExtendedLifetime(endpoint) {}
  }

  private actor Store {
    var items: [Int] = []

    func action() -> Action<Int, Int> {
      Action(.queued) { [self] item in
        assertIsolated()
        items.append(item)
        return items.count
      }
    }
  }

  @Test func `the closure of an actor runs on it`() async throws {
    let store = Store()
    let action = await store.action()
    expect(try await action.perform(7), equals: 1)
    expect(try await action.perform(8), equals: 2)
    expect(await store.items, equals: [7, 8])
  }

  @Test func `the description names the state, and creates no dependency`() async {
    let action = action()
    expect("\(action)", equals: "Action<Int, String>(idle)")
    action.run(1)
    expect("\(action)", equals: "Action<Int, String>(running)")
    await action.cancelAndWait()
  }

  @Test func `the live graph shows an action and a resource with their places (C16)`() async {
    let graph = RecordedGraph()
    let id = Property(1)
    let (action, resource, endpoints) = graph.record {
      let action = Action { 1 }
      let resource = Resource(of: id) { $0 }
      let endpoints: [any Cancellable] = [action.values.subscribeValues { _ in }, resource.subscribeValues { _ in }]
      return (action, resource, endpoints)
    }
    await until { !resource.value.isLoading }
    let lines = Set(graph.text.map { $0.replacing(#/^.*#\d+ /#, with: "").replacing(/, .*/, with: "") })
    let nodes: Set = [
      "Action at +3", "Resource at +4", "Resource.input at +4", "Resource.loads at +4", "Resource.loader at +4",
    ]
    expect(nodes.isSubset(of: lines))
    expect(Set(graph.endpoints), equals: ["subscribeValues +5", "Resource.loader +4"])
    endpoints.cancelAll()
    withExtendedLifetime(action) {}
  }
}
