internal import Signals

// What bindings want to know of the changes of a state.
extension StateSource {
  /// Where the last change came from, if a binding wanted to know.
  @inlinable final var newestStamp: Stamp { unsafe extrasIfMade?._withUnsafeGuaranteedRef { $0.newestStamp } ?? .none }

  /// Under the lock of the state.
  final func note(_ stamp: Stamp) { withExtras { $0.note(stamp) } }

  /// How many bindings want to know where changes come from. Under the lock of the state.
  @inlinable final var bindingCount: Int {
    unsafe extrasIfMade?._withUnsafeGuaranteedRef { $0.bindingCount } ?? 0
  }

  /// The stamp of a change that this thread makes, if a binding may ask for it: one that observes the state, or one that is told of
  /// the change by way of a computation. Such a computation is told later, so a change that has a cause needs a stamp of its own
  /// until then. Under the lock of the state.
  ///
  /// - Parameter owner: whose state this is, if that can be on the way to something bound.
  @inline(__always)
  final func stampOfChange(of owner: ObjectIdentifier?) -> Stamp {
    guard bindingCount > 0 || isRead && Turn.cause != 0 else { return .none }
    var stamp = owner.map { Origin.stamp(for: $0) } ?? .new(after: Origin.cause)
    // A binding may have set the state through a path: its stamp is older, and yet it has replaced a newer change.
    if stamp < newestStamp { stamp = .new(after: stamp) }
    note(stamp)
    return stamp
  }

  /// The same for a state of parts, of which each has a newest change of its own: an older stamp may be the newest of its part.
  final func stampOfEdit(of owner: ObjectIdentifier) -> Stamp {
    guard bindingCount > 0 || isRead && Turn.cause != 0 else { return .none }
    let stamp = Origin.stamp(for: owner)
    if stamp > newestStamp { note(stamp) }
    return stamp
  }

  /// Marks all dependents of a state with a hub. Under the lock of the state.
  @inlinable
  final func changed(isOwner: Bool, by stamp: Stamp) { changed(isOwner: isOwner, for: stamp.word) }
}

extension StateExtras {
  /// Where the last change came from, if a binding wanted to know.
  @inlinable var newestStamp: Stamp { Stamp(word: newestCause.relaxed) }

  /// Under the lock of the state.
  @inlinable
  func note(_ stamp: Stamp) { newestCause.store(stamp.word) }
}
