public import Signals

/// A unit of asynchronous work that a program runs again and again, with observable values of its state (W1–W4).
///
/// ```swift
/// let save = Action(enabledIf: form.isValid) { (draft: Draft) in try await api.save(draft) }
/// save.run(draft)
/// ```
///
/// Each run calls the closure in a task of its own, on the actor in whose code the closure is written.
///
/// - ``isEnabled`` and ``isRunning`` are observable values for a button and a progress indicator.
/// - ``values`` emits the result of each run that has succeeded, and ``errors`` the error of each run that has failed.
///   An error ends neither of them.
/// - While a run is under way, the ``ActionPolicy`` decides about further ones. By default, they are refused.
/// - A cancelled run is over at once: a result that its closure still has is dropped. Cancellation is cooperative, so
///   the closure may go on for a while; ``cancelAndWait()`` waits for that.
///
/// Handlers are called where the closure has returned: on its actor, if it has one.
///
/// Swift infers no actor for a closure in the initial value of a `lazy var`. Create the action in a method, as in
/// `lazy var save = makeSave()`, or annotate the closure: `{ @MainActor [weak self] draft in … }`.
///
/// The closure keeps its captures, and the action keeps the closure and the value given as `enabledIf:`. So a closure
/// that uses the owner of the action captures it `weak`; not `unowned`, since the closure of a cancelled run may go on
/// after the release of the owner. Releasing the action cancels all runs, then finishes its signals. All members may be
/// called on any thread.
public final class Action<Input: Sendable, Output: Sendable>: Sendable {
  typealias Run = ActionRun<Input, Output>

  /// The outcome of a step of the runs, if a run has ended with one.
  // Not a part of the state, so that no result is kept.
  struct Change: Sendable {
    var outcome: Result<Output, any Error>?
  }

  private let status: Store<ActionStatus, Change>
  /// The runs. They change only within a change of the status.
  // Not a part of the status, since each event of a change keeps the status, so that the next change would copy all runs.
  private let runs: Guarded<ActionRuns<Run>>
  private let condition: CurrentValue<Bool>
  private let work: Work<Input, Output>
  private let priority: TaskPriority?
  /// The runs whose closure has not returned, cancelled ones included.
  // Not a part of the state: the return of a cancelled closure is no event, so it can't meet another one.
  private let unreturned = Guarded<Set<Run>>([])

  /// Whether a run is under way.
  ///
  /// ```swift
  /// save.isRunning.signal.assign(to: \.isSpinning, on: indicator).store(in: &endpoints)
  /// ```
  public let isRunning: Derived<Bool>

  /// Whether ``run(_:)->Bool`` accepts a run: the value given as `enabledIf:` is true, and with ``ActionPolicy/exclusive`` no
  /// run is under way.
  ///
  /// ```swift
  /// save.isEnabled.signal.assign(to: \.isEnabled, on: button).store(in: &endpoints)
  /// ```
  public let isEnabled: Derived<Bool>

  private init(
    _ policy: ActionPolicy, _ condition: CurrentValue<Bool>, _ priority: TaskPriority?, _ work: Work<Input, Output>,
    _ file: StaticString, _ line: UInt
  ) {
    let runs = ActionRuns<Run>(policy)
    let status = Store<ActionStatus, Change>.make(runs.status)
    self.runs = Guarded(runs)
    self.status = status
    self.condition = condition
    self.work = work
    self.priority = priority
    isRunning = Derived(NodeInfo(.operator, "isRunning", file, line), isSame: { $0 == $1 }) { status.noted.isRunning }
    isEnabled = Derived(NodeInfo(.operator, "isEnabled", file, line), isSame: { $0 == $1 }) {
      status.noted.acceptsRuns && condition.read()
    }
    status.note(NodeInfo(.source, "Action", file, line))
  }

  /// Creates an action from an asynchronous closure.
  ///
  /// ```swift
  /// let search = Action(.latest) { (text: String) in try await api.search(text) }
  /// ```
  ///
  /// - Parameters:
  ///   - policy: the treatment of a run that is requested while another one is under way.
  ///   - condition: a current value that has to be true for a run to be accepted. A run that was accepted goes on when
  ///     the value becomes false, and a run that waits starts all the same.
  ///   - priority: the priority of the tasks; nil for that of the caller.
  ///   - work: the closure, which receives the argument of ``run(_:)->Bool``.
  ///   - file: the source file of this call, for the live graph.
  ///   - line: the source line of this call, for the live graph.
  public convenience init(
    _ policy: ActionPolicy,
    enabledIf condition: some CurrentValueConvertible<Bool> = Property(true), priority: TaskPriority? = nil,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable (_ input: Input) async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(policy, CurrentValue(of: condition), priority, Work(work), file, line)
  }

  /// Creates an action from an asynchronous closure, with the policy `.exclusive`.
  ///
  /// ```swift
  /// let save = Action(api.save)
  /// ```
  // Not a default of the policy: a function without a label would be taken for the policy.
  public convenience init(
    enabledIf condition: some CurrentValueConvertible<Bool> = Property(true), priority: TaskPriority? = nil,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable (_ input: Input) async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(.exclusive, CurrentValue(of: condition), priority, Work(work), file, line)
  }

  deinit {
    for run in change({ ($0.close(), nil) }) ?? [] { run.cancel() }
    status.finishSignals()
  }

  // MARK: - Results

  /// The result of each run that has succeeded. A new subscriber receives the next result, and the signal finishes when
  /// the action is released.
  ///
  /// ```swift
  /// save.values.subscribeValues { receipt in show(receipt) }.store(in: &endpoints)
  /// ```
  public var values: Signal<Output> {
    outcomes { outcome in if case .success(let value) = outcome { value } else { nil } }
  }

  /// The error of each run that has failed. A new subscriber receives the next error, and the signal finishes when the
  /// action is released.
  ///
  /// ```swift
  /// save.errors.subscribeValues { error in show(error) }.store(in: &endpoints)
  /// ```
  ///
  /// A `CancellationError` is none of them.
  public var errors: Signal<any Error> {
    outcomes { outcome in if case .failure(let error) = outcome { error } else { nil } }
  }

  private func outcomes<Value>(
    _ select: @escaping @Sendable (Result<Output, any Error>) -> Value?
  ) -> Signal<Value> {
    status.source.siftedForChanges().compactMap { $0.change?.outcome.flatMap(select) }
      .labeled(.unplaced(.source, "Action"), at: status.hub)
  }

  // MARK: - Running

  /// Runs the closure with `input`, if the action is enabled.
  ///
  /// ```swift
  /// guard save.run(draft) else { return beep() }
  /// ```
  ///
  /// The closure is not called within this call. A run that has to wait was accepted, too.
  ///
  /// - Returns: whether the run was accepted.
  @discardableResult
  public func run(_ input: Input) -> Bool { accept(Run(input)) == nil }

  /// Runs the closure with `input`, where a function without a result is expected: `field.onSubmit(search.run)`.
  ///
  /// The function keeps the action alive.
  // The compiler doesn't pass a function with a result in this place. Disfavored, so that a call means the other function.
  @_disfavoredOverload
  public func run(_ input: Input) { _ = accept(Run(input)) }

  /// Runs the closure with `input`, and waits for the result of this run.
  ///
  /// ```swift
  /// let receipt = try await save.perform(draft)
  /// ```
  ///
  /// It throws the error of the closure, an ``ActionRefusedError`` if the run is refused, and a `CancellationError` if
  /// the run is cancelled. Cancelling the task that calls this cancels the run. The result is emitted by ``values`` or
  /// ``errors``, too; before this returns, unless another thread is delivering an event of the action.
  public nonisolated(nonsending) func perform(_ input: Input) async throws -> Output {
    try Task.checkCancellation()
    let run = Run(input)
    if let reason = accept(run) { throw ActionRefusedError(reason) }
    return try await withTaskCancellationHandler {
      try await run.output()
    } onCancel: {
      cancel(run)
    }
  }

  /// Cancels all runs, those that wait included.
  ///
  /// ```swift
  /// save.cancel()
  /// ```
  ///
  /// They are over when this returns: ``isRunning`` is false, and nothing follows of them on ``values`` and ``errors``.
  /// Their tasks are cancelled. The action accepts further runs.
  public func cancel() {
    for run in change({ ($0.cancelAll(), nil) }) ?? [] { run.cancel() }
  }

  /// Cancels all runs, and returns once the closures of all cancelled runs have returned, those of runs cancelled
  /// earlier included.
  ///
  /// ```swift
  /// await save.cancelAndWait()   // nothing of it touches the file any more
  /// ```
  ///
  /// A closure must not wait for its own action like this: it would wait for itself.
  public nonisolated(nonsending) func cancelAndWait() async {
    cancel()
    let unreturned = unreturned.change { $0 }
    // The runs that were accepted since then go on.
    let cancelled = runs.change { runs in unreturned.filter { !runs.isUnderWay($0) } }
    for run in cancelled { await run.returned() }
  }

  // MARK: - Steps

  /// Makes a step of the runs, which is delivered to the observers before this returns, unless another event is under
  /// way.
  private func change<Answer>(
    _ step: (inout ActionRuns<Run>) -> (answer: Answer, outcome: Result<Output, any Error>?)
  ) -> Answer? {
    var answer: Answer?
    status.commit { status in
      let step = runs.change { runs in
        defer { status = runs.status }
        return step(&runs)
      }
      answer = step.answer
      return Change(outcome: step.outcome)
    }
    return answer
  }

  /// Returns the reason if the run is refused.
  private func accept(_ run: Run) -> ActionRefusedError.Reason? {
    guard condition.peek() else { return .disabled }
    guard status.state.acceptsRuns else { return .running }
    switch change({ ($0.add(run), nil) }) {
    case .refused, nil:
      return .running
    case .started(let replaced):
      for former in replaced { former.cancel() }
      begin(run)
      return nil
    case .queued:
      return nil
    }
  }

  private func begin(_ run: Run) {
    unreturned.change { _ = $0.insert(run) }
    // After that, so that a run that another thread has cancelled meanwhile is waited for, or isn't started.
    let isWanted = runs.change { $0.isUnderWay(run) }
    let hasBegun =
      isWanted
      && run.start(priority: priority) { [weak self, work] in
        await Self.carryOut(run, work, isolation: work.isolation) { [weak self] in self?.end(run, $0) }
      }
    if !hasBegun { end(run, nil) }
  }

  private static func carryOut(
    _ run: Run, _ work: Work<Input, Output>, isolation: isolated (any Actor)?,
    _ completion: @Sendable (Result<Output, any Error>) -> Void
  ) async {
    completion(await work.result(for: run.input, isolation: isolation))
  }

  /// - Parameter result: the result of the closure; nil if it was not called.
  private func end(_ run: Run, _ result: Result<Output, any Error>?) {
    run.noteReturn()
    unreturned.change { _ = $0.remove(run) }
    if run.isCancelled { return }
    let outcome: Result<Output, any Error>? =
      if case .failure(is CancellationError) = result { nil } else { result }
    let ended = change { runs in
      let ended = runs.end(run)
      return (ended, ended.isCurrent ? outcome : nil)
    }
    guard let ended, ended.isCurrent else { return }
    if let next = ended.next { begin(next) }
    run.finish(result ?? .failure(CancellationError()))
  }

  private func cancel(_ run: Run) {
    guard let cancelled = change({ ($0.cancel(run), nil) }), cancelled.isCurrent else { return }
    run.cancel()
    if let next = cancelled.next { begin(next) }
  }
}

extension Action where Input == Void {
  /// Creates an action from an asynchronous closure without an argument.
  ///
  /// ```swift
  /// let refresh = Action { try await store.refresh() }
  /// refresh.run()
  /// ```
  ///
  /// All else is as with a closure that has an argument.
  public convenience init(
    _ policy: ActionPolicy,
    enabledIf condition: some CurrentValueConvertible<Bool> = Property(true), priority: TaskPriority? = nil,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable () async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(policy, CurrentValue(of: condition), priority, Work(withoutInput: work), file, line)
  }

  /// Creates an action from an asynchronous closure without an argument, with the policy `.exclusive`.
  public convenience init(
    enabledIf condition: some CurrentValueConvertible<Bool> = Property(true), priority: TaskPriority? = nil,
    @_inheritActorContext _ work: @escaping @isolated(any) @Sendable () async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(.exclusive, CurrentValue(of: condition), priority, Work(withoutInput: work), file, line)
  }

  /// Runs the closure, if the action is enabled.
  ///
  /// - Returns: whether the run was accepted. A run that has to wait was accepted, too.
  @discardableResult
  public func run() -> Bool { run(()) }

  /// Runs the closure, where a function without a result is expected: `Button(action: save.run)`.
  ///
  /// The function keeps the action alive.
  @_disfavoredOverload
  public func run() { run(()) }

  /// Runs the closure, and waits for the result of this run: see ``perform(_:)``.
  public nonisolated(nonsending) func perform() async throws -> Output { try await perform(()) }
}

extension Action: CustomStringConvertible {
  /// The type and the state: `Action<Draft, Receipt>(running)`. Reading it creates no dependency.
  public var description: String { "\(Self.self)(\(status.state.isRunning ? "running" : "idle"))" }
}
