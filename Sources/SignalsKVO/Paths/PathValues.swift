internal import Signals

/// A step of a ``PathObservation`` that depends on the type of the value.
@usableFromInline
enum PathOperation {
  /// Read the value. The answer is no if the root is gone.
  case read
  /// Keep values for comparison from now on, since only Swift's own tracking follows the path. The answer is no if this object
  /// was read last, and the value is another one.
  case track(ObjectIdentifier?)
  /// Tell whether the value that was read differs from the last one, as far as that is known.
  case isNew
  /// Keep the old value for the next notification: the one that the change carries; else the current one, or the last one.
  case keepOld(RawChange?, isCurrent: Bool)
  /// Make the value that was read the last one.
  case accept
  /// Queue a notification, with the values that the change carries or those that were kept and read.
  case queue(PathNotice, RawChange?)
  /// Deliver the first notification of the queue. The answer is yes if it is the last of all.
  case deliver(Turn?)
  /// Deliver a change, ahead of an empty queue.
  case notify(RawChange, Stamp)
  case release
}

/// The values of an observation: how they are read, kept and delivered.
///
/// Everything that depends on their type is here, so that it is compiled into the module that observes, where the types are
/// known. (Looking them up at run time would take ten times as long as all the rest.) ``PathState`` decides about the order.
@usableFromInline
final class PathValues<Root: AnyObject, Value> {
  @usableFromInline weak let root: Root?
  @usableFromInline let keyPath: KeyPath<Root, Value>
  @usableFromInline let options: KeyValueObservingOptions

  // These belong to the thread that has the access to the observation.
  /// Receives the notifications, with the turn that they belong to if they feed a signal.
  @safe @exclusivity(unchecked) @usableFromInline var outlet: BorrowedFunction<PathChange<Value>, Turn?>
  @safe @exclusivity(unchecked) @usableFromInline var pending = FIFO<PathChange<Value>>()
  /// The value that was read last, until it is accepted.
  @safe @exclusivity(unchecked) @usableFromInline var fresh: Value?
  /// The value after the last change, as far as it may be kept (K6).
  @safe @exclusivity(unchecked) @usableFromInline var last = WeakSnapshot<Value>.nothing
  /// The value before the change that is being made, or before the transaction under way.
  @safe @exclusivity(unchecked) @usableFromInline var before: Value?
  @safe @exclusivity(unchecked) @usableFromInline var keepsLast: Bool
  @usableFromInline let kind: ValueKind

  /// - Parameter outlet: made of a closure literal, which then needs no thunk of its own to be stored.
  @inlinable
  init(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, options: KeyValueObservingOptions,
    outlet: consuming BorrowedFunction<PathChange<Value>, Turn?>
  ) {
    self.root = root
    self.keyPath = keyPath
    self.options = options
    self.outlet = outlet
    keepsLast = options.contains(.old)
    kind = ValueKind(Value.self)
  }

  @inlinable
  func operate(_ operation: PathOperation) -> Bool {
    switch operation {
    case .read: return read()
    case .track(let object): return track(object)
    case .isNew: return isNew()
    case .keepOld(let change, let isCurrent): keepOld(change, isCurrent: isCurrent)
    case .accept: if let value = take(&fresh) { remember(value) }
    case .queue(let notice, let change): if let change { queue(notice, change) } else { queue(notice) }
    case .deliver(let turn): return deliver(in: turn)
    case .notify(let change, let stamp): notify(change, stamp)
    case .release: release()
    }
    return true
  }

  @inlinable
  func read() -> Bool {
    guard let root else { return false }
    take(&fresh, leaving: root[keyPath: keyPath])
    return true
  }

  @usableFromInline
  func track(_ object: ObjectIdentifier?) -> Bool {
    keepsLast = true
    guard let object else { return true }
    return fresh.map { Access.Held($0, kind: kind) == .object(object) } ?? false
  }

  @usableFromInline
  func isNew() -> Bool {
    guard let fresh, let last = last.value(kind: kind), let isSame = equality(of: Value.self) else { return true }
    return !isSame(fresh, last)
  }

  @inlinable
  func keepOld(_ change: RawChange?, isCurrent: Bool) {
    guard options.contains(.old) else { return }
    if let change {
      take(&before, leaving: unsafe change.old.assumingMemoryBound(to: Value.self).pointee)
    } else if isCurrent, !WeakSnapshot<Value>.isHarmless(kind) {
      take(&before, leaving: root?[keyPath: keyPath])
    } else if isCurrent || before == nil {
      take(&before, leaving: last.value(kind: kind))
    }
  }

  @inlinable
  func queue(_ notice: PathNotice) {
    var change = PathChange<Value>(notice)
    if notice.isPrior {
      change.old = before
    } else if notice.reason != .sourceDeleted {
      guard let value = take(&fresh) else { return }
      if options.contains(.old), !notice.isInitial { change.old = take(&before) ?? last.value(kind: kind) }
      if options.contains(.new) { change.new = value }
      remember(value)
    }
    pending.append(change)
  }

  @inlinable
  func queue(_ notice: PathNotice, _ change: RawChange) {
    pending.append(self.change(notice, change))
    unsafe remember(change.new.assumingMemoryBound(to: Value.self).pointee)
    take(&before)
  }

  @inlinable
  func notify(_ change: RawChange, _ stamp: Stamp) {
    unsafe remember(change.new.assumingMemoryBound(to: Value.self).pointee)
    // A value that was kept for a prior notification must keep nothing alive (K6).
    if before != nil { take(&before) }
    outlet(self.change(PathNotice(.valueChanged, stamp: stamp), change), nil)
  }

  @inlinable
  func change(_ notice: PathNotice, _ change: RawChange) -> PathChange<Value> {
    var told = PathChange<Value>(notice)
    if options.contains(.old) { told.old = unsafe change.old.assumingMemoryBound(to: Value.self).pointee }
    if options.contains(.new) { told.new = unsafe change.new.assumingMemoryBound(to: Value.self).pointee }
    return told
  }

  @inlinable
  func deliver(in turn: Turn?) -> Bool {
    guard let change = pending.popFirst() else { return false }
    // Most paths queue nothing else, and need no room for it.
    if change.notice.isInitial, pending.isEmpty { pending = FIFO() }
    outlet(change, turn)
    return change.reason == .sourceDeleted
  }

  @inlinable
  func remember(_ value: Value) {
    if keepsLast, WeakSnapshot<Value>.isHarmless(kind) { last = WeakSnapshot(value, kind: kind) }
  }

  /// Takes a value out, for the caller to release: its deinit may make this observation read again.
  @inlinable
  @discardableResult
  func take(_ value: inout Value?, leaving new: Value? = nil) -> Value? {
    var taken = new
    swap(&taken, &value)
    return taken
  }

  @inlinable
  func release() {
    outlet = BorrowedFunction { _, _ in }
    take(&fresh)
    last = .nothing
    take(&before)
    var waiting = FIFO<PathChange<Value>>()
    swap(&waiting, &pending)
  }
}
