public import Dispatch
public import Signals

/// An asynchronous value that follows its input (W5–W7).
///
/// ```swift
/// let profile = Resource(of: userID) { id in try await api.profile(id) }
/// profile.signal.subscribeValues { state in show(state) }.store(in: &endpoints)
/// ```
///
/// Its ``value`` is a ``ResourceState``: loading, loaded or failed. It is read and observed like any observable value,
/// from any thread.
///
/// - It loads for the present input within the initialiser, whether it is observed or not, and again for each later
///   input. Only the latest input counts: the task of an earlier one is cancelled, and its result is dropped.
/// - An input that is equal to the one before it is no new input, if the type is `Equatable`. Several changes of the
///   input in a transaction are one.
/// - From the moment when the input changes, the state is `loading` for every reader, also inside a transaction and in
///   the middle of an event. So no reader finds the value for one input beside another input.
/// - The value that was loaded last stays available as ``ResourceState/latest`` while the next one is being loaded, and
///   after a failure.
/// - The closure is called in a task of its own, on the actor in whose code it is written. Handlers are called where it
///   has returned.
///
/// Swift infers no actor for a closure in the initial value of a `lazy var`. Create the resource in a method, as in
/// `lazy var profile = makeProfile()`, or annotate the closure: `{ @MainActor [weak self] id in … }`.
///
/// The resource keeps its input and the closure. So a closure that uses the owner of the resource captures it `weak`;
/// not `unowned`, since the closure of a cancelled load may go on after the release of the owner. Neither the input nor
/// the observers keep the resource. Releasing it cancels its task and finishes its signal.
// Unchecked as its superclass is: there is nothing to add but constants.
public final class Resource<Value: Sendable>: ObservableValue<ResourceState<Value>>, @unchecked Sendable {
  private let state: Derived<ResourceState<Value>>
  /// Keeps the loader, whose type has that of the input.
  private let reloader: @Sendable () -> Void
  private let endpoint: Endpoint

  private init<Input: Sendable>(
    _ source: CurrentValue<Input>, _ policy: RetryPolicy, _ scheduler: any Scheduler, _ priority: TaskPriority?,
    _ work: Work<Input, Value>, _ file: StaticString, _ line: UInt
  ) {
    let loader = ResourceLoader(source, policy, scheduler, priority, work, file, line)
    state = loader.state
    reloader = { loader.reload() }
    endpoint = loader.begin(NodeInfo(.endpoint, "Resource.loader", file, line))
    super.init()
  }

  // Before the loader is released, whose input it observes.
  deinit { endpoint.cancel() }

  /// Creates a value that is loaded for the current value of `source`, and again for each change of it.
  ///
  /// ```swift
  /// let results = Resource(of: query) { text in try await api.search(text) }
  /// ```
  ///
  /// A load that fails is repeated as often, after such delays and for such errors as `policy` allows; meanwhile the
  /// state is `loading`. By default it is not repeated:
  ///
  /// ```swift
  /// let forecast = Resource(of: city, retrying: RetryPolicy(count: 3, delay: .seconds(1), factor: 2)) { city in
  ///   try await api.forecast(city)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - source: the input: a ``Property``, a ``Derived``, a ``Computed``, `$name`, or anything else with a current
  ///     value.
  ///   - policy: the attempts after a failure. Each input and each ``reload()`` has all of them.
  ///   - scheduler: the scheduler of the delays between attempts.
  ///   - priority: the priority of the tasks; nil for that of the code that changes the input.
  ///   - load: loads the value for an input.
  ///   - file: the source file of this call, for the live graph.
  ///   - line: the source line of this call, for the live graph.
  public convenience init<Input: Sendable>(
    of source: some CurrentValueConvertible<Input>, retrying policy: RetryPolicy = RetryPolicy(count: 0),
    on scheduler: some Scheduler = DispatchQueue.global(), priority: TaskPriority? = nil,
    @_inheritActorContext _ load: @escaping @isolated(any) @Sendable (_ input: Input) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(CurrentValue(of: source), policy, scheduler, priority, Work(load), file, line)
  }

  /// Creates a value that is loaded once, and again at each ``reload()``.
  ///
  /// ```swift
  /// let news = Resource { try await api.news() }
  /// news.reload()
  /// ```
  ///
  /// All else is as with an input that never changes.
  public convenience init(
    retrying policy: RetryPolicy = RetryPolicy(count: 0), on scheduler: some Scheduler = DispatchQueue.global(),
    priority: TaskPriority? = nil,
    @_inheritActorContext _ load: @escaping @isolated(any) @Sendable () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let work = Work<NoInput, Value>(withoutInput: load)
    self.init(CurrentValue(of: Property(NoInput())), policy, scheduler, priority, work, file, line)
  }

  /// Loads the value again for the present input. A load that is under way is cancelled.
  ///
  /// ```swift
  /// profile.reload()
  /// ```
  ///
  /// In a transaction, the load begins when that ends, for the input of that moment.
  public func reload() { reloader() }

  /// The state as it is now. From any thread.
  public override var value: ResourceState<Value> { state.value }

  override var unnoted: ResourceState<Value> { state.unnoted }

  @usableFromInline
  override var hub: Hub<Update<ResourceState<Value>, ResourceState<Value>>> { state.hub }

  override var hubIfMade: Hub<Update<ResourceState<Value>, ResourceState<Value>>>? { state.hubIfMade }

  @usableFromInline
  override var source: Signal<Update<ResourceState<Value>, ResourceState<Value>>> { state.source }

  @usableFromInline
  override var info: NodeInfo { .unplaced(.operator, "Resource") }
}

/// The input of a resource without one, which is the same at all times.
private struct NoInput: Equatable {}
