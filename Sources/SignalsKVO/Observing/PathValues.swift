internal import Signals

/// What an observation asks of the values that it is about.
@usableFromInline
enum PathStep {
  /// Read the value. The answer is no if the root is gone.
  case read
  /// Is it this object that was read?
  case compare(ObjectIdentifier)
  /// Is it something else than what was noticed last? Yes where that can't be said.
  case isNews
  /// From now on it may be asked that.
  case keepLast
  /// Keep what was read for the next change, and put it aside as the first to be told, if that is wanted.
  case begin
  /// Take the value before it changes.
  case takeBefore
  /// Take the value from before a transaction, which says itself how it has changed, if it does.
  case takeOld(RawChange?)
  /// Put aside the call before a change.
  case addPrior(PathReason)
  /// Put aside the change to what was read.
  case addChange(PathReason)
  /// Put aside a change that says itself what was before and what is now.
  case addRaw(RawChange)
  case addDeletion
  /// What is put aside or told next comes from there.
  case stamp(Stamp)
  /// Tell the first of what was put aside. The answer is yes if it is the last call of all.
  case speak(Turn?)
  /// Tell a change at once.
  case tell(RawChange)
  /// Let go of everything.
  case release
}

/// The values of an observation: how they are read, kept and told.
///
/// All that depends on their type is here, so that it is compiled into the module that observes, where the types are known.
/// (Looking them up while the program runs would take ten times as long as all the rest.) What has to be done when is for
/// ``PathObservation`` to decide.
@usableFromInline
final class PathValues<Root: AnyObject, Value> {
  @usableFromInline weak let root: Root?
  @usableFromInline let keyPath: KeyPath<Root, Value>
  @usableFromInline let options: KeyValueObservingOptions
  @usableFromInline let kind: ValueKind

  // The owner's of the observation.
  /// Whom a change is told to, and the turn to which it belongs where that is a signal.
  @exclusivity(unchecked) @usableFromInline var outlet: BorrowedFunction<PathChange<Value>, Turn?>
  /// What was read last.
  @exclusivity(unchecked) @usableFromInline var fresh: Value?
  /// What the value was after the last change, as far as that may be kept (K6).
  @exclusivity(unchecked) @usableFromInline var recollection = Recollection<Value>.nothing
  @exclusivity(unchecked) @usableFromInline var keepsLast: Bool
  /// The value just before the change that is being made, or from before the transaction under way.
  @exclusivity(unchecked) @usableFromInline var before: Value?
  @exclusivity(unchecked) @usableFromInline var pending = Pending<PathChange<Value>>()
  /// Where the change comes from that is being noticed.
  @exclusivity(unchecked) @usableFromInline var stamp = Stamp.none

  @inlinable
  init(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, options: KeyValueObservingOptions,
    outlet: @escaping (PathChange<Value>, Turn?) -> Void
  ) {
    self.root = root
    self.keyPath = keyPath
    self.options = options
    self.outlet = BorrowedFunction(outlet)
    keepsLast = options.contains(.old)
    kind = ValueKind(Value.self)
  }

  @inlinable
  func perform(_ step: PathStep) -> Bool {
    switch step {
    case .read: return read()
    case .compare(let object): return fresh.map { Reading.Held($0, kind: kind) == .object(object) } ?? false
    case .isNews: return isNews()
    case .keepLast: keepsLast = true
    case .begin: begin()
    case .takeBefore: takeBefore()
    case .takeOld(let change): takeOld(change)
    case .addPrior(let reason): pending.append(PathChange(reason: reason, old: before, isPrior: true))
    case .addChange(let reason): addChange(reason)
    case .addRaw(let change): add(change)
    case .stamp(let stamp): self.stamp = stamp
    case .addDeletion: pending.append(PathChange(reason: .sourceDeleted))
    case .speak(let turn): return speak(in: turn)
    case .tell(let change): tell(change)
    case .release: release()
    }
    return true
  }

  @inlinable
  func read() -> Bool {
    guard let root else { return false }
    fresh = root[keyPath: keyPath]
    return true
  }

  @usableFromInline
  func isNews() -> Bool {
    guard let fresh, let last = recollection.value(kind: kind), let isSame = equality(of: Value.self) else {
      return true
    }
    return !isSame(fresh, last)
  }

  @inlinable
  func begin() {
    guard let value = take(&fresh) else { return }
    recollect(value)
    guard options.contains(.initial) else { return }
    var current = PathChange(reason: .valueChanged, new: options.contains(.new) ? value : nil)
    current.isInitial = true
    pending.append(current)
  }

  @inlinable
  func takeBefore() {
    guard options.contains(.old) else { return }
    before = Recollection<Value>.isHarmless(kind) ? recollection.value(kind: kind) : root?[keyPath: keyPath]
  }

  @inlinable
  func takeOld(_ change: RawChange?) {
    guard options.contains(.old) else { return }
    if let change {
      before = change.old.assumingMemoryBound(to: Value.self).pointee
    } else {
      before = before ?? recollection.value(kind: kind)
    }
  }

  @inlinable
  func addChange(_ reason: PathReason) {
    guard let value = take(&fresh) else { return }
    let old = options.contains(.old) ? take(&before) ?? recollection.value(kind: kind) : nil
    var change = PathChange(reason: reason, old: old, new: options.contains(.new) ? value : nil)
    change.stamp = stamp
    pending.append(change)
    recollect(value)
  }

  @inlinable
  func add(_ change: RawChange) {
    pending.append(self.change(change))
    recollect(change.new.assumingMemoryBound(to: Value.self).pointee)
    before = nil
  }

  @inlinable
  func tell(_ change: RawChange) {
    recollect(change.new.assumingMemoryBound(to: Value.self).pointee)
    // What was taken for those who are told before it must keep nothing alive (K6).
    if before != nil { before = nil }
    outlet(self.change(change), nil)
  }

  @inlinable
  func change(_ change: RawChange) -> PathChange<Value> {
    var told = PathChange<Value>(reason: .valueChanged)
    if options.contains(.old) { told.old = change.old.assumingMemoryBound(to: Value.self).pointee }
    if options.contains(.new) { told.new = change.new.assumingMemoryBound(to: Value.self).pointee }
    told.stamp = stamp
    return told
  }

  @inlinable
  func speak(in turn: Turn?) -> Bool {
    guard let change = pending.take() else { return false }
    outlet(change, turn)
    return change.reason == .sourceDeleted
  }

  @inlinable
  func recollect(_ value: Value) {
    if keepsLast, Recollection<Value>.isHarmless(kind) { recollection = Recollection(value, kind: kind) }
  }

  @inlinable
  func take(_ value: inout Value?) -> Value? {
    var taken: Value?
    swap(&taken, &value)
    return taken
  }

  @inlinable
  func release() {
    outlet = BorrowedFunction { _, _ in }
    fresh = nil
    recollection = .nothing
    before = nil
    pending = Pending()
  }
}
