internal import Signals

/// Where an observed property keeps its value.
///
/// It is a class, so that a change can be announced while nothing of the object is being accessed: whoever hears of it may
/// read the property, and set it. It belongs to the object alone, and goes with it.
@usableFromInline
final class Cell<Value>: ValueCell<Value> {
  // Unchecked, since `modify` checks itself that nobody comes between.
  @exclusivity(unchecked) @usableFromInline final var held: Value

  @inlinable
  init(_ value: Value) {
    held = value
    super.init(.unfamiliar)
  }

  deinit { leave(held) }

  override var value: Value {
    get {
      checkAccess()
      return held
    }
    set {
      checkAccess()
      set(newValue)
    }
  }

  // MARK: - Reading

  /// Tells those who look on that the property is being read.
  // What it retains it releases, so the compiler may know that it releases nothing: a getter then retains nothing
  // either.
  @_effects(releasenone)
  @inline(never)
  @usableFromInline
  final func noteRead(of object: AnyObject, _ path: AnyKeyPath) {
    checkAccess()
    if attention.contains(.unfamiliar) { becomeFamiliar(with: object) }
    noteRead(of: ObjectIdentifier(object), held, path: path, isPlain: isDeclared(path, in: object))
  }

  /// What the language checks for a stored property.
  @inlinable
  final func checkAccess() {
    precondition(
      !attention.contains(.inPlace),
      "An observed property was read or set while it was being changed in place. Read what the change needs before it begins."
    )
  }

  // MARK: - Writing

  /// Sets the value where somebody is interested.
  @inline(never)
  @inlinable
  final func set(_ newValue: Value, of object: AnyObject) {
    checkAccess()
    if attention.contains(.unfamiliar) { becomeFamiliar(with: object) }
    set(newValue)
  }

  /// Sets the value and tells everybody who is interested.
  @inlinable
  final func set(_ newValue: Value) {
    announceBefore()
    if attention.contains(.tracked) { trackWillChange() }
    var newValue = newValue
    // What was there stays until everybody has heard: so it can be told, and nobody on the way to it has gone (K6).
    var old = newValue
    swap(&old, &held)
    if attention.contains(.tracked) { trackDidChange() }
    withUnsafePointer(to: &old) { old in
      withUnsafePointer(to: &newValue) { new in announce(RawChange(old: old, new: new)) }
    }
  }

  // MARK: - Changing in place

  /// Begins a change in place, and answers the value from before, if anybody will want it.
  @inlinable
  final func beginModifying(_ object: AnyObject) -> Value? {
    checkAccess()
    if attention.contains(.unfamiliar) { becomeFamiliar(with: object) }
    announceBefore()
    if attention.contains(.tracked) { trackWillChange() }
    // Otherwise the value is not kept, so that it is changed where it is.
    let isWatched = attention.contains(.watched) && hasOpenWatchers()
    let old = isWatched ? held : nil
    if isWatched { announceBeginInPlace() }
    attention.insert(.inPlace)
    return old
  }

  /// Ends it: one set, however much has been done to the value (K2).
  @inlinable
  final func endModifying(_ old: consuming Value?) {
    attention.remove(.inPlace)
    if attention.contains(.tracked) { trackDidChange() }
    guard var old else { return announce(nil) }
    var new = held
    withUnsafePointer(to: &old) { old in
      withUnsafePointer(to: &new) { new in announceEndInPlace(RawChange(old: old, new: new)) }
    }
  }
}
