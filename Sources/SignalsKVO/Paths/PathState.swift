/// Decides what an observation of a key path does about each event (K2, K4, C11).
///
/// It is a pure value that knows neither objects nor values nor threads. Its owner, ``PathObservation``, reports the events and
/// performs the actions.
struct PathState {
  enum Consequence: Equatable {
    case ignore
    /// Keep the value from before the change that is about to happen.
    case keepCurrent
    /// The same, and queue a notification ahead of the change.
    case notifyPrior(PathReason)
    /// Keep the value from before the change that has happened.
    case keepOld
    /// The same, and continue when the turn settles.
    case waitForTurn
    /// Read the path again, and continue with ``didRead(_:isRootAlive:goesOn:)``.
    case read(Purpose)
    /// Keep the value that was read, without a notification.
    case accept
    /// Queue a notification with the values that the change carries.
    case notifyChange
    /// Queue a notification with the value that was read.
    case notifyRead(PathReason)
    /// Release the path, and queue the last notification.
    case notifyDeletion
  }

  enum Purpose: Equatable {
    case change(PathReason)
    /// A change in a transaction, of a path that has read one property. A computed property may read others now.
    case changeInTransaction(PathReason)
    /// A write of the binding that observes the path.
    case ownWrite

    var reason: PathReason? {
      switch self {
      case .change(let reason), .changeInTransaction(let reason): reason
      case .ownWrite: nil
      }
    }
  }

  /// Whether the path is being read.
  var isReading = false
  /// Whether the reading has found that an object has died, so that handlers were called in the middle of it.
  var hasFoundDeath = false
  /// Whether such a handler has changed a property of the path.
  var changesInReading = false
  /// Whether the last reading has found one property, which is the value.
  var isSingle = false
  private var isOver = false
  /// The reason of the change that is reported when the turn settles.
  private var reasonInTurn: PathReason?
  /// The number of notifications in the queue.
  private(set) var queued: Int32 = 0
  /// The number of properties on the path that are being changed in place, so that the path can't be read.
  private var changesInPlace: Int32 = 0
  /// The reasons of the changes that could not be read meanwhile.
  private var postponed: ContiguousArray<PathReason> = []

  /// Whether the path can't be read or written, since a property on it is being changed in place.
  var isChangedInPlace: Bool { changesInPlace != 0 }

  /// Whether changes are to be reported when the turn settles.
  var isWaitingForTurn: Bool { reasonInTurn != nil }

  // MARK: - Changes

  /// A property is about to change.
  ///
  /// - Parameters:
  ///   - isValue: whether the property holds the value of the path.
  ///   - prior: the reason, if the observer wants a notification ahead of the change.
  mutating func willChange(isValue: Bool, prior: PathReason?, isRootAlive: @autoclosure () -> Bool) -> Consequence {
    guard reasonInTurn == nil, changesInPlace == 0 else { return .ignore }
    // The deinit of the root makes this change, and the path can't be read again.
    guard isValue || isRootAlive() else { return end() }
    return prior.map { queue(.notifyPrior($0)) } ?? .keepCurrent
  }

  /// A property has changed.
  ///
  /// - Parameter carriesValues: whether the change is that of the path's value, with the values before and after.
  mutating func didChange(
    _ reason: PathReason, carriesValues: Bool, isRootAlive: Bool, isInTransaction: @autoclosure () -> Bool
  ) -> Consequence {
    // A change that carries its values is reported also if the deinit of the root makes it (K2).
    guard carriesValues || isRootAlive else { return end() }
    if !(isSingle && carriesValues) {
      // The observations of a settling turn read one after the other, and such a read may find that an object has died (K5).
      if reasonInTurn != nil { return wait(reason) }
      if isInTransaction() {
        return isSingle && changesInPlace == 0 ? .read(.changeInTransaction(reason)) : wait(reason)
      }
    }
    return carriesValues ? queue(.notifyChange) : read(reason)
  }

  /// A property has changed because the binding that observes the path has written to it.
  func didWrite() -> Consequence { changesInPlace == 0 ? .read(.ownWrite) : .ignore }

  /// The path has been read.
  ///
  /// - Parameter goesOn: whether the reading goes on through the object that the changed property holds.
  mutating func didRead(_ purpose: Purpose, isRootAlive: Bool, goesOn: Bool = false) -> Consequence {
    guard isRootAlive else { return end() }
    switch purpose {
    case .change(let reason): return queue(.notifyRead(goesOn ? .pathChanged : reason))
    case .changeInTransaction(let reason):
      let reason = goesOn ? .pathChanged : reason
      return isSingle ? queue(.notifyRead(reason)) : wait(reason)
    case .ownWrite: return .accept
    }
  }

  /// Everything that the turn reaches has changed.
  mutating func turnSettled() -> Consequence {
    guard let reason = reasonInTurn else { return .ignore }
    reasonInTurn = nil
    return read(reason)
  }

  /// The root has died.
  mutating func end() -> Consequence {
    guard !isOver else { return .ignore }
    isOver = true
    reasonInTurn = nil
    return queue(.notifyDeletion)
  }

  // MARK: - Changes in place

  mutating func changeInPlaceBegins() { changesInPlace += 1 }

  /// - Returns: the reasons of the changes that can be read now, each to be passed to ``read(_:)``.
  mutating func changeInPlaceEnds() -> ContiguousArray<PathReason> {
    changesInPlace -= 1
    guard changesInPlace == 0, !postponed.isEmpty else { return [] }
    let reasons = postponed
    postponed = []
    return reasons
  }

  /// A change has to be read, as soon as that is possible.
  mutating func read(_ reason: PathReason) -> Consequence {
    guard changesInPlace != 0 else { return .read(.change(reason)) }
    postponed.append(reason)
    return postponed.count == 1 ? .keepOld : .ignore
  }

  // MARK: - Notifications

  /// Whether a change that carries its values needs no queue.
  func mayNotifyAtOnce(isInTransaction: @autoclosure () -> Bool) -> Bool {
    queued == 0 && (isSingle || reasonInTurn == nil && !isInTransaction())
  }

  /// The current value is reported as the first notification.
  mutating func queueInitial() { queued += 1 }

  /// A notification leaves the queue.
  mutating func notified() { queued -= 1 }

  private mutating func queue(_ action: Consequence) -> Consequence {
    queued += 1
    return action
  }

  private mutating func wait(_ reason: PathReason) -> Consequence {
    guard reasonInTurn != nil else {
      reasonInTurn = reason
      return .waitForTurn
    }
    if reason == .pathChanged { reasonInTurn = .pathChanged }
    return .ignore
  }
}
