import Observation

/// An observable value that belongs to no object: the common superclass of ``Property`` and ``Derived`` (K8).
///
/// ```swift
/// func show(_ title: ObservableValue<String>) {
///   title.addObserver(forOwner: self, triggerImmediately: true) { old, new in … }
/// }
/// ```
///
/// An observer is notified of every change after it has happened. The order is the same for each observer, and the value of
/// the last notification is the current one (C4).
// Unchecked, because the hub's lock guards the state; the subclasses give their own reason.
public class ObservableValue<Value: Sendable>: SignalProvider, InfallibleSignalConvertible, @unchecked Sendable {
  /// What few values need, once there is any of it.
  private final let attachments = LazyReference<ValueAttachments>()

  // Kept here, since a look at a constant costs more than a look at a field.
  /// See ``AccessTracking``.
  @usableFromInline final let recordings = Recordings.shared

  @usableFromInline
  init() {}

  /// The source of the updates, which is created if there is none.
  @usableFromInline
  var hub: Hub<Update<Value, Value>> { preconditionFailure("\(Self.self) must override hub.") }

  /// The source of the updates, once there was a subscriber, a binding or another need of it.
  var hubIfMade: Hub<Update<Value, Value>>? { preconditionFailure("\(Self.self) must override hubIfMade.") }

  /// The value as it is now. From any thread.
  public var value: Value { preconditionFailure("An observable value has to say which value it has.") }

  /// The present state for a new subscriber, then every update. The subscriber drops the updates that it has been given already.
  @usableFromInline
  var source: Signal<Update<Value, Value>> {
    preconditionFailure("An observable value has to say where its updates come from.")
  }

  /// The label in the live graph of a value that was made without recording.
  @usableFromInline
  var info: NodeInfo { preconditionFailure("An observable value has to say as what it is seen.") }

  /// The current value. The read is not recorded.
  var unnoted: Value { preconditionFailure("An observable value has to say which value it has.") }

  /// The versions for Swift's own tracking, if observers may not be told of each value.
  var trackedVersions: ObservationTracker.Versions? { nil }

  /// The actor on which the value has to be read; nil if any thread may read it.
  var home: ExecutionContext? { nil }

  /// The current value, and then the value after every change (C12).
  ///
  /// The current one comes within the subscribing call, or after the handler of this value that is running at that
  /// moment. The signal doesn't keep this object alive, and finishes when it is released (C1).
  ///
  /// ```swift
  /// count.signal.map { "\($0) items" }.subscribeValues { print($0) }.store(in: &endpoints)
  /// ```
  @inlinable
  public final var signal: Signal<Value> { source.states(labeled: info, at: hub) }

  /// Reports a read to Swift Observation, if that records the reads of this thread.
  @usableFromInline
  @inline(never)
  final func trackRead() {
    let known = unsafe attachments.ifMade?.takeUnretainedValue().tracker
    ObservationTracker.noteRead(of: known, recordings) { probe in
      attachments.object { ValueAttachments(probe) }.tracker
    } versions: {
      trackedVersions
    } _: { changed in
      source.siftedForChanges().subscribe(as: .unplaced(.endpoint, "withObservationTracking")) { event in
        if case .value = event { changed() }
      }
    }
  }

  /// Reports a read of a part to Swift Observation, if that records the reads of this thread.
  final func trackRead(
    of part: AnyKeyPath, _ observe: (@escaping @Sendable () -> Void) -> Endpoint
  ) {
    let known = unsafe attachments.ifMade?.takeUnretainedValue().knownTracker(of: part)
    ObservationTracker.noteRead(of: known, orMake: { madeAttachments.tracker(of: part, $0) }, observe)
  }

  /// The endpoints of the observers that live as long as their owner.
  @usableFromInline final var owned: OwnedEndpoints { madeAttachments.owned }

  private final var madeAttachments: ValueAttachments { attachments.object { ValueAttachments() } }

  /// Removes all observers that were added for an owner, by `subscribe(_:_:)` too, from any thread. Where
  /// it is called in a handler of this value, nothing at all follows (C6).
  ///
  /// ```swift
  /// count.removeObservers(forOwner: self)
  /// ```
  public final func removeObservers(forOwner owner: AnyObject) {
    unsafe attachments.ifMade?.takeUnretainedValue().owned.cancel(for: owner)
  }

  /// Removes all observers that were added for any owner, by `subscribe(_:_:)` too, from any thread. Where it is
  /// called in a handler of this value, nothing at all follows (C6). Subscriptions to the ``signal`` and bindings stay, since
  /// they belong to their endpoints.
  ///
  /// ```swift
  /// count.removeAllObservers()
  /// ```
  public final func removeAllObservers() { unsafe attachments.ifMade?.takeUnretainedValue().owned.cancelAll() }

  /// The number of present observers of this value: subscriptions to the ``signal``, observers of owners, observations of key
  /// paths that lead here, and bindings.
  ///
  /// ```swift
  /// print(count.observerCount)   // 0
  /// ```
  ///
  /// Derived values that are computed from this one don't count, observed or not, and neither does
  /// ``observe(isolation:_:file:line:)``. An observer of a ``PropertyPart`` counts as one of the property. While an event is being delivered, a cancelled observer may count until its handler has returned.
  public final var observerCount: Int { hubIfMade?.observerCount ?? 0 }
}

/// What an observable value needs only once it has an observer of an owner, or Swift Observation has recorded a read.
private final class ValueAttachments: Sendable {
  /// The observers that live as long as their owner.
  let owned = OwnedEndpoints()
  /// Reports to Swift Observation.
  let tracker: ObservationTracker
  /// The same for parts of the value.
  private let partTrackers = Guarded(PartTrackers())

  // Unchecked: the paths are those of parts, which are `Sendable`.
  private struct PartTrackers: @unchecked Sendable {
    var trackers: [AnyKeyPath: ObservationTracker] = [:]
  }

  init(_ probe: ObservationProbe = ObservationProbe()) { tracker = ObservationTracker(probe) }

  // The comparison of two paths may run user code, that of their indices: so it takes place outside of the lock (C7).
  func knownTracker(of part: AnyKeyPath) -> ObservationTracker? {
    let known = partTrackers.change { $0 }
    return known.trackers.isEmpty ? nil : known.trackers[part]
  }

  /// The tracker of a part, which is made with this probe if there is none.
  func tracker(of part: AnyKeyPath, _ probe: ObservationProbe) -> ObservationTracker {
    while true {
      let known = partTrackers.change { $0 }
      if let tracker = known.trackers[part] { return tracker }
      var extended = known
      let new = ObservationTracker(probe)
      extended.trackers[part] = new
      // Trackers are only added, so their number tells whether another thread has added one.
      let isCurrent = partTrackers.change { trackers in
        guard trackers.trackers.count == known.trackers.count else { return false }
        swap(&trackers, &extended)
        return true
      }
      if isCurrent { return new }
    }
  }
}

// Its value is what Swift Observation tracks.
extension ObservableValue: Observable {}

extension ObservableValue: CustomStringConvertible {
  /// The type and the current value: `Property<Int>(1)`. The read is not recorded.
  public var description: String { "\(Self.self)(\(unnoted))" }
}
