internal import Signals

/// Sets a property while that is observed: see ``Property/init(_:whileObserved:file:line:)``.
///
/// The property keeps this. While it runs, this keeps a property that stands for that one and shares its store, so whatever the
/// feed captures is no cycle through the property itself.
// Unchecked, as the endpoint is: that is cancelled on any thread.
@usableFromInline
final class PropertyFeed<Value: Sendable>: @unchecked Sendable {
  private let start: @Sendable (Property<Value>) -> any Cancellable
  private let phase = Guarded(Phase.idle)
  private let presence = LiveObject()

  private enum Phase: @unchecked Sendable {
    case idle
    /// It is being started; and whether it has to be stopped again.
    case starting(isUnwanted: Bool)
    case running(any Cancellable, Property<Value>)
    /// The property is gone.
    case over
  }

  init(_ start: @escaping @Sendable (Property<Value>) -> any Cancellable) { self.start = start }

  /// Has the hub of the store start and stop this.
  // The hub keeps the lifecycle. The property keeps this, and goes when nobody refers to it, observed or not.
  func lifecycle(of store: Store<Value, Value>) -> HubLifecycle<Update<Value, Value>> {
    CurrentValueProvider(
      { [weak store] in store?.current },
      onFirstObserver: { [weak self, weak store] in if let store { self?.begin(store) } },
      onLastObserver: { [weak self] in self?.end() })
  }

  private func begin(_ store: Store<Value, Value>) {
    let isWanted = phase.change { phase in
      guard case .idle = phase else { return false }
      phase = .starting(isUnwanted: false)
      return true
    }
    guard isWanted else { return }
    let entrance = Property(entranceTo: store, of: self)
    let endpoint = start(entrance)
    let isKept = phase.change { phase in
      guard case .starting(isUnwanted: false) = phase else {
        if case .starting = phase { phase = .idle }
        return false
      }
      phase = .running(endpoint, entrance)
      return true
    }
    if !isKept { endpoint.cancel() }
  }

  private func end() { stop(orRather: .idle) }

  /// The property is gone.
  func finish() { stop(orRather: .over) }

  private func stop(orRather next: Phase) {
    // Released after the lock (C7).
    let former = phase.change { phase in
      let former = phase
      switch (phase, next) {
      case (.over, _): break
      case (.starting, .idle): phase = .starting(isUnwanted: true)
      default: phase = next
      }
      return former
    }
    if case .running(let endpoint, let entrance) = former {
      endpoint.cancel()
      withExtendedLifetime(entrance) {}
    }
  }
}
