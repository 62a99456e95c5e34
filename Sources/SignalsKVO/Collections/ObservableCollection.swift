public import Signals

/// A collection that reports its changes: the common part of ``ObservedArray`` and ``ObservedDictionary``, which are edited, and
/// of ``DerivedArray`` and ``DerivedDictionary``, which follow from others (K9, K12).
///
/// All observers receive the changes in the same order (C4). Someone who starts from a copy and applies each reported change
/// always has the collection itself.
// Unchecked, because the subclasses say what guards their state.
public class ObservableCollection<Contents: _ObservableContents & Sendable>: Dependency, SignalProvider,
  InfallibleSignalConvertible, @unchecked Sendable
where Contents._Change: Sendable {
  /// The values of the signal.
  public typealias Value = Contents

  @usableFromInline final let info: NodeInfo
  /// The observers that live as long as their owner, once there is one.
  private final let ownedIfAny = LazyReference<OwnedEndpoints>()
  /// Reports to Swift Observation, once a read was recorded.
  private final let tracker = LazyReference<ObservationTracker>()

  init(info: NodeInfo) { self.info = info }

  /// The whole contents.
  public var value: Contents { preconditionFailure("\(Self.self) must override value.") }

  /// The present contents, and then every change. A change that was stored before the subscriber came may reach it after the
  /// contents that include it; the numbers tell. The signal doesn't keep the collection alive.
  @usableFromInline var source: Signal<CollectionEvent<Contents>> {
    preconditionFailure("\(Self.self) must override source.")
  }

  /// The actor on which the contents have to be read; nil if any thread may read them.
  var home: ExecutionContext? { nil }

  /// The producer of the events.
  @usableFromInline var producer: Producer { preconditionFailure("\(Self.self) must override producer.") }

  /// The number of present observers: subscriptions to the signals, observers of owners, and observations of key paths that lead
  /// here. A value or a collection that is derived from the collection doesn't count.
  public var observerCount: Int { preconditionFailure("\(Self.self) must override observerCount.") }

  // MARK: - Observing

  /// The changes of each later edit, in the order in which they were made. The signal finishes when the collection is released.
  ///
  /// ```swift
  /// let endpoint = list.changes.subscribeValues { changes in log.append("\(changes)") }
  /// ```
  @inlinable public final var changes: Signal<[Contents._Change]> { changes { _ in nil } }

  /// The changes that lead from a copy to the present contents, then the changes of each edit. No edit between the two is
  /// missed, on any thread (C12). The signal finishes when the collection is released.
  ///
  /// ```swift
  /// list.changes(from: table.shown).subscribeValues(for: table) { table, changes in table.shown.apply(changes) }
  /// ```
  @inlinable
  public final func changes(from copy: Contents) -> Signal<[Contents._Change]> { changes { $0._changes(from: copy) } }

  /// The changes of each later edit, after those that `first` returns for the present contents.
  @inlinable
  final func changes(
    after first: @escaping @Sendable (Contents) -> [Contents._Change]?
  ) -> Signal<[Contents._Change]> {
    source.stage(UInt(0)) { since, event, downstream in
      if case .found(let contents) = event.news {
        since = event.version
        if let changes = first(contents) { try downstream.pass(changes) }
      } else if event.version > since, let changes = event.changes {
        try event.tell { try downstream.pass(changes) }
      }
    }.labeled(info, at: producer)
  }

  /// The present contents, then the contents after each edit. The signal finishes when the collection is released.
  ///
  /// Each subscription keeps a copy and applies the changes to it. A handler that keeps a value for longer than the call causes
  /// the next edit to copy the contents once more.
  @inlinable public final var signal: Signal<Contents> {
    source.stage(CollectionMirror<Contents>()) { mirror, event, downstream in
      if mirror.follow(event) { try event.tell { try downstream.pass(mirror.value) } }
    }.labeled(info, at: producer)
  }

  /// Calls `handler` with the owner and the changes of each later edit, for as long as the owner lives.
  ///
  /// ```swift
  /// list.subscribe(self) { owner, changes in owner.rows.apply(changes) }
  /// ```
  ///
  /// The owner isn't kept alive, and the endpoint need not be kept. All else is as with
  /// `subscribe(_:_:)`.
  @inlinable
  @discardableResult
  public final func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ changes: [Contents._Change]
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let call = unisolated(handler)
    let info = NodeInfo(.endpoint, "subscribe", file, line)
    return changes.observe(for: owner, keptIn: owned, as: info, on: handler.isolation, call)
  }

  @usableFromInline final var owned: OwnedEndpoints { ownedIfAny.object { OwnedEndpoints() } }

  /// Removes all observers of an owner, from any thread. If a handler of this collection calls it, the owner's observers
  /// receive nothing more, not even the rest of the event under way (C6).
  public final func removeObservers(forOwner owner: AnyObject) {
    unsafe ownedIfAny.ifMade?.takeUnretainedValue().cancel(for: owner)
  }

  /// Removes all observers of all owners. Subscriptions to the signals stay, since their endpoints belong to others.
  public final func removeAllObservers() { unsafe ownedIfAny.ifMade?.takeUnretainedValue().cancelAll() }

  var stateOwner: ObjectIdentifier? { nil }

  func countBindings(_ difference: Int) {}

  final func pulses(after version: UInt) -> Signal<UInt> {
    source.stage(version) { told, event, downstream in
      guard event.version > told else { return }
      told = event.version
      try event.tell { try downstream.pass(event.version) }
    }.labeled(info, at: producer)
  }

  /// Reports a read to Swift Observation, if that records the reads of this thread.
  @usableFromInline
  @inline(never)
  final func trackRead() {
    ObservationTracker.noteRead(of: unsafe tracker.ifMade?.takeUnretainedValue()) { probe in
      tracker.object { ObservationTracker(probe) }
    } _: { changed in
      changes.subscribe(as: .unplaced(.endpoint, "withObservationTracking")) { event in
        if case .value = event { changed() }
      }
    }
  }
}

extension ObservableCollection: CustomStringConvertible {
  /// The description of an `Array` or a `Dictionary` with these contents.
  public final var description: String { "\(ReadingContext.pause { value })" }
}
