import Observation

/// A value that stands alone and can be observed: what a ``Property`` and what is ``Derived`` have in common (K8).
///
/// ```swift
/// func show(_ title: ObservableValue<String>) {
///   title.addObserver(forOwner: self, triggerImmediately: true) { old, new in … }
/// }
/// ```
///
/// Every change is told, also to an equal value (K2), after it has happened. The order is the same for each observer, and
/// the value that was told last is the one that is held (C4).
// Unchecked, because the hub's lock guards what changes; the subclasses give their own reason.
public class ObservableValue<Value: Sendable>: @unchecked Sendable {
  /// The observers that live as long as their owner, once there is one. Guarded by the hub's lock.
  @exclusivity(unchecked) private final var ownedIfAny: OwnedEndpoints?

  /// Reports to Swift Observation, once a read was recorded. Guarded by the hub's lock.
  @exclusivity(unchecked) private final var trackerIfAny: ObservationTracker?
  // Kept here, since a look at a constant costs more than a look at a field.
  /// See ``Recording``.
  @usableFromInline final let recordings = Recording.underWay
  @usableFromInline final let probe = ObservationProbe.shared

  @usableFromInline
  init() {}

  /// The source of the updates.
  @usableFromInline
  var hub: Hub<Update<Value, Value>> { preconditionFailure("\(Self.self) must override hub.") }

  /// The value as it is now. From any thread.
  public var value: Value { preconditionFailure("An observable value has to say which value it has.") }

  /// What a newcomer finds, and then every update: to be sifted.
  @usableFromInline
  var source: Signal<Update<Value, Value>> {
    preconditionFailure("An observable value has to say where its updates come from.")
  }

  /// As what it is seen in the live graph, where nothing was recorded when it was made.
  @usableFromInline
  var info: NodeInfo { preconditionFailure("An observable value has to say as what it is seen.") }

  /// The value as it is now, without anybody's noting that it was read.
  var unnoted: Value { preconditionFailure("An observable value has to say which value it has.") }

  /// The current value, and then the value after every change (C12).
  ///
  /// The current one comes within the subscribing call, or after the handler of this value that is running at that
  /// moment. The signal doesn't keep this object alive, and finishes when it is released (C1).
  ///
  /// ```swift
  /// count.signal.map { "\($0) items" }.subscribeValues { print($0) }.store(in: &endpoints)
  /// ```
  @inlinable
  public final var signal: Signal<Value> { source.siftedForStates().labeled(info, at: hub) }

  /// Has Swift Observation learn of a read, if it records what this thread reads.
  @inlinable
  @inline(__always)
  final func trackRead() { if probe._withUnsafeGuaranteedRef({ $0.isRecording }) { trackRecordedRead() } }

  @usableFromInline
  @inline(never)
  final func trackRecordedRead() {
    hub.lockState()
    let tracker = trackerIfAny ?? ObservationTracker()
    trackerIfAny = tracker
    hub.unlockState()
    tracker.noteRead { changed in
      source.siftedForChanges().subscribe(as: .unplaced(.endpoint, "withObservationTracking")) { event in
        if case .value = event { changed() }
      }
    }
  }

  @usableFromInline
  final var owned: OwnedEndpoints {
    hub.lockState()
    defer { hub.unlockState() }
    if let ownedIfAny { return ownedIfAny }
    let new = OwnedEndpoints()
    ownedIfAny = new
    return new
  }

  /// Removes all observers that were added for an owner, by ``subscribe(_:_:file:line:)`` too, from any thread. Where
  /// it is called in a handler of this value, nothing at all follows (C6).
  ///
  /// ```swift
  /// count.removeObservers(forOwner: self)
  /// ```
  public final func removeObservers(forOwner owner: AnyObject) {
    hub.lockState()
    let owned = ownedIfAny
    hub.unlockState()
    owned?.cancel(for: owner)
  }

  /// Removes all observers that were added for any owner, by ``subscribe(_:_:file:line:)`` too, from any thread. Where it is
  /// called in a handler of this value, nothing at all follows (C6). Subscriptions to the ``signal`` and bindings belong to
  /// those who keep them, and stay.
  ///
  /// ```swift
  /// count.removeAllObservers()
  /// ```
  public final func removeAllObservers() {
    hub.lockState()
    let owned = ownedIfAny
    hub.unlockState()
    owned?.cancelAll()
  }

  /// How many observe this value at this moment: subscriptions to the ``signal``, observers of owners, observations of key
  /// paths that lead here, and bindings.
  ///
  /// ```swift
  /// print(count.observerCount)   // 0
  /// ```
  ///
  /// A derived value that is computed from this one doesn't count. An observer of a ``PropertyPart`` counts as one of the
  /// property. While an event is being delivered, a cancelled observer may count until its handler has returned.
  public final var observerCount: Int { hub.observerCount }
}

// Its value is what Swift Observation tracks.
extension ObservableValue: Observable {}

extension ObservableValue: CustomStringConvertible {
  /// The kind of value, and what it holds: `Property<Int>(1)`. Reading it is not noted as a read.
  public var description: String { "\(Self.self)(\(unnoted))" }
}
