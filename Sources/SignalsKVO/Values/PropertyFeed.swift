internal import Signals

/// Sets a property while it is observed: see ``Property/init(_:whileObserved:file:line:)``.
///
/// The property keeps the feed. While it runs, the feed keeps a property that stands for that one and shares its store. So a
/// closure that captures the property it is given makes no cycle.
// Unchecked, because the lock guards the state.
@usableFromInline
final class PropertyFeed<Value: Sendable>: SourceFeed, @unchecked Sendable {
  private let state: Guarded<State>
  private let presence = LiveObject()
  /// The property. Set before another thread can know this.
  @safe @exclusivity(unchecked) var owner: ObjectIdentifier?

  private struct State: Sendable {
    /// It is called without the lock; nil once the property is released.
    var start: (@Sendable (Property<Value>) -> any Cancellable)?
    weak let store: Store<Value, Value>?
    /// Whether the property has observers of its own.
    var isObserved = false
    /// The number of observed computations that depend on the property.
    var reactions = 0
    var running: (endpoint: any Cancellable, entrance: Property<Value>)?
    /// Whether a thread starts or stops the feed. It also carries out the requests that arrive meanwhile.
    var isChanging = false

    var isWanted: Bool { (isObserved || reactions > 0) && start != nil }
  }

  init(_ store: Store<Value, Value>, _ start: @escaping @Sendable (Property<Value>) -> any Cancellable) {
    state = Guarded(State(start: start, store: store))
  }

  /// Has the hub of the store start and stop this.
  // The hub keeps the lifecycle. The property keeps this, and is released with its last reference, observed or not.
  func lifecycle(of store: Store<Value, Value>) -> some HubLifecycle<Update<Value, Value>> {
    CurrentValueProvider(
      { [weak store] in store?.current },
      onFirstObserver: { [weak self] in self?.update { $0.isObserved = true } },
      onLastObserver: { [weak self] in self?.update { $0.isObserved = false } })
  }

  override func countReactions(_ difference: Int) { update { $0.reactions += difference } }

  /// Stops this for good, since the property is released.
  func finish() {
    // Released after the lock (C7).
    let start = state.change { state in
      defer { state.start = nil }
      return state.start
    }
    update { _ in }
    withExtendedLifetime(start) {}
  }

  /// Changes what the feed depends on, then starts or stops it.
  private func update(_ change: (inout State) -> Void) {
    let isAlone = state.change { state in
      change(&state)
      defer { state.isChanging = true }
      return !state.isChanging
    }
    guard isAlone else { return }
    while let step = state.change(Self.nextStep) {
      switch step {
      case .start(let start, let store):
        guard let owner else { preconditionFailure("A feed that runs belongs to a property.") }
        let entrance = Property(entranceTo: store, of: owner, feed: self)
        // A computation that subscribes doesn't depend on the reads of the feed.
        let endpoint = ReadingContext.pause { start(entrance) }
        state.change { $0.running = (endpoint, entrance) }
      case .stop(let endpoint, let entrance):
        endpoint.cancel()
        withExtendedLifetime(entrance) {}
      }
    }
  }

  private enum Step: Sendable {
    case start(@Sendable (Property<Value>) -> any Cancellable, Store<Value, Value>)
    case stop(any Cancellable, Property<Value>)
  }

  /// Returns the next step, or ends the change. Called under the lock.
  private static func nextStep(_ state: inout State) -> Step? {
    if let (endpoint, entrance) = state.running {
      if !state.isWanted {
        state.running = nil
        return .stop(endpoint, entrance)
      }
    } else if state.isWanted, let start = state.start, let store = state.store {
      return .start(start, store)
    }
    state.isChanging = false
    return nil
  }
}
