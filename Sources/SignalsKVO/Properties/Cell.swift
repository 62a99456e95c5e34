internal import Signals

/// Where an observed property keeps its value.
///
/// It is a class, so that a change can be announced while nothing of the object is being accessed: an observer may
/// read the property, and set it. It belongs to the object alone, and goes with it.
@usableFromInline
final class Cell<Value>: ValueCell<Value> {
  // Unchecked, since `modify` checks itself that there is no other access.
  @safe @exclusivity(unchecked) @usableFromInline final var held: Value

  @inlinable
  init(_ value: Value) {
    held = value
    super.init(.trackingUnknown)
  }

  deinit { leave(held) }

  override var value: Value {
    checkAccess()
    return held
  }

  // MARK: - Reading

  /// Reports a read of the property.
  // It releases only objects that it has retained, so the compiler may know that it releases nothing: a getter then retains nothing
  // either.
  @_effects(releasenone)
  @inline(never)
  @usableFromInline
  final func noteRead(of object: AnyObject, _ path: AnyKeyPath) {
    checkAccess()
    if flags.contains(.trackingUnknown) { findOutTracking(with: object) }
    noteRead(of: ObjectIdentifier(object), held, path: path, isPlain: isDeclared(path, in: object))
  }

  /// Checks exclusive access, as the language does for a stored property.
  @inlinable
  final func checkAccess() {
    requireArgument(
      !flags.contains(.inPlace),
      "An observed property was read or set while it was being changed in place. Read what the change needs before it begins.",
      #fileID, #line)
  }

  // MARK: - Writing

  /// Sets the value of a property that may have observers, and notifies them.
  @inline(never)
  @inlinable
  final func set(_ newValue: Value, of object: AnyObject) {
    checkAccess()
    if flags.contains(.trackingUnknown) { findOutTracking(with: object) }
    announceBefore()
    if flags.contains(.tracked) { trackWillChange() }
    var newValue = newValue
    // The old value lives until all observers are notified: so it can be reported, and no object on a path has gone (K6).
    var old = newValue
    swap(&old, &held)
    if flags.contains(.tracked) { trackDidChange() }
    unsafe withUnsafePointer(to: &old) { old in
      unsafe withUnsafePointer(to: &newValue) { new in unsafe announce(RawChange(old: old, new: new)) }
    }
  }

  // MARK: - Changing in place

  /// Begins a change in place, and returns the value from before, if an observer needs it.
  @inlinable
  final func beginModifying(_ object: AnyObject) -> Value? {
    checkAccess()
    if flags.contains(.trackingUnknown) { findOutTracking(with: object) }
    announceBefore()
    if flags.contains(.tracked) { trackWillChange() }
    // Otherwise the value is not kept, so that it is changed where it is.
    let isWatched = flags.contains(.watched) && hasOpenObservers()
    let old = isWatched ? held : nil
    if isWatched { announceBeginInPlace() }
    if flags.contains(.depended) { holdReactions() }
    flags.insert(.inPlace)
    return old
  }

  /// Ends it: one set, however much has been done to the value (K2).
  @inlinable
  final func endModifying(_ old: consuming Value?) {
    flags.remove(.inPlace)
    if flags.contains(.tracked) { trackDidChange() }
    guard var old else { return announce(nil) }
    var new = held
    unsafe withUnsafePointer(to: &old) { old in
      unsafe withUnsafePointer(to: &new) { new in unsafe announceEndInPlace(RawChange(old: old, new: new)) }
    }
  }
}
