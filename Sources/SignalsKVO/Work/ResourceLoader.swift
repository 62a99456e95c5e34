internal import Signals

/// Loads the value of a resource for one input after the other, and cancels the load under way when it is released.
///
/// Three values follow from the source: the input with its number, the presentation of the loads for that input, and
/// the state for the observers. The presentation has a number and a step, by which two of them are the same; states
/// can't be compared. So the state changes once for each step, whichever of the input and the loads reaches it first.
final class ResourceLoader<Input: Sendable, Value: Sendable>: Sendable {
  /// A load is the task of all its attempts.
  typealias Loads = ResourceLoads<Input, Value, DeferredTask>

  private let inputs: Derived<NumberedInput<Input>>
  private let loads = Property(Loads())
  /// How often the value was to be loaded again.
  private let reloads = Property<UInt>(0)
  private let turnsUnderWay = TurnsOfInputs()
  private let work: Work<Input, Value>
  private let policy: RetryPolicy
  private let scheduler: any Scheduler
  private let priority: TaskPriority?
  let state: Derived<ResourceState<Value>>

  init(
    _ source: CurrentValue<Input>, _ policy: RetryPolicy, _ scheduler: any Scheduler, _ priority: TaskPriority?,
    _ work: Work<Input, Value>, _ file: StaticString, _ line: UInt
  ) {
    let equality = equalityIfEquatable(Input.self)
    let isSame = Unchecked { (one: Input, other: Input) in untracked { equality?(one, other) ?? false } }
    let inputs = Derived(
      NodeInfo(.operator, "Resource.input", file, line), isSame: { $0.isSame(as: $1, isSame.value) }
    ) { [reloads] in
      NumberedInput(number: numbers.next(1), input: source.read(), reloads: reloads.value)
    }
    let presentation = Derived(NodeInfo(.operator, "Resource.loads", file, line), isSame: { $0.isSame(as: $1) }) {
      [loads] in
      let current = inputs.value
      return loads.value.presentation(for: current, isSame: isSame.value)
    }
    state = Derived(NodeInfo(.operator, "Resource", file, line), isSame: equalityOfStates(Value.self)) {
      presentation.value.state
    }
    self.inputs = inputs
    self.work = work
    self.policy = policy
    self.scheduler = scheduler
    self.priority = priority
  }

  deinit { loads.unnoted.load?.cancel() }

  /// Begins to follow the input. The first load begins within this call.
  func begin(_ info: NodeInfo) -> Endpoint {
    inputs.signal.subscribe(as: info) { [weak self] event in
      if case .value(let input) = event { self?.receive(input) }
    }
  }

  /// Loads the value again for the input that there is when the change settles: it counts as another input.
  func reload() { reloads.modify { $0 += 1 } }

  private func receive(_ input: NumberedInput<Input>) {
    let load = DeferredTask()
    // No join can know the resource before its first load. Otherwise the turn is counted first: a later input, which may arrive in a
    // turn that is over at once, waits for this one, too.
    let beginning = loads.unnoted.latest == nil ? nil : turnsUnderWay.beginning()
    let replaced = loads.modify { $0.receive(input, by: load) }
    replaced?.cancel()
    start(load, input.input, after: beginning)
  }

  /// - Parameter beginning: the moment from which the closure may be called.
  private func start(_ load: DeferredTask, _ input: Input, after beginning: TaskLatch?) {
    load.start(priority: priority) { [weak self, work, policy, scheduler] in
      await beginning?.wait()
      await Self.carryOut(work, input, policy, scheduler, isolation: work.isolation) {
        [weak self] in self?.end(load, $0)
      }
    }
  }

  private static func carryOut(
    _ work: Work<Input, Value>, _ input: Input, _ policy: RetryPolicy, _ scheduler: any Scheduler,
    isolation: isolated (any Actor)?, _ completion: @Sendable (Result<Value, any Error>) -> Void
  ) async {
    var attempts = policy.attempts
    var result = await work.result(for: input, isolation: isolation)
    while case .failure(let error) = result, !attempts.areExhausted, !Task.isCancelled {
      do {
        guard try await policy.isWorthwhile(error) else { break }
        try await scheduler.wait(for: attempts.next())
      } catch {
        result = .failure(error)
        break
      }
      result = await work.result(for: input, isolation: isolation)
    }
    completion(result)
  }

  private func end(_ load: DeferredTask, _ result: Result<Value, any Error>) {
    loads.modify { $0.end(load, result) }
  }
}

/// The turns that have brought inputs of one resource and are not over. No load begins in the middle of one, on any thread: it
/// might make a turn of another thread with the loaded value, which would reach joins before they are told of the input (C10, W5).
private final class TurnsOfInputs: Sendable {
  private struct State {
    var count = 0
    var beginnings: [TaskLatch] = []
  }

  private let state = Guarded(State())

  /// The moment at which all of them are over, that of this thread included.
  func beginning() -> TaskLatch {
    let beginning = TaskLatch()
    state.change { state in
      state.count += 1
      state.beginnings.append(beginning)
    }
    Turn.runAfterwards { [self] in
      let beginnings = state.change { state in
        state.count -= 1
        guard state.count == 0 else { return [TaskLatch]() }
        defer { state.beginnings = [] }
        return state.beginnings
      }
      for beginning in beginnings { beginning.open() }
    }
    return beginning
  }
}

/// The number of the last input of any resource.
private let numbers = AtomicWord(0)

/// Compares states whose values happen to be `Equatable`. A state that follows another one with an equal value is no
/// change, nor is a failure with the very same error.
private func equalityOfStates<Value>(
  _ type: Value.Type
) -> ((ResourceState<Value>, ResourceState<Value>) -> Bool)? {
  guard let isSame = equalityIfEquatable(Value?.self) else { return nil }
  return { one, other in
    switch (one, other) {
    case (.loading(let one), .loading(let other)): isSame(one, other)
    case (.loaded(let one), .loaded(let other)): isSame(one, other)
    case (.failed(let error, let one), .failed(let otherError, let other)):
      isIdentical(error, otherError) && isSame(one, other)
    default: false
    }
  }
}

/// Whether both are one error, which was thrown once: an error is kept in one object.
private func isIdentical(_ one: any Error, _ other: any Error) -> Bool {
  // The type is stated, since the function would be given the error out of its object otherwise.
  unsafe unsafeBitCast(one as any Error, to: UInt.self) == unsafeBitCast(other as any Error, to: UInt.self)
}
