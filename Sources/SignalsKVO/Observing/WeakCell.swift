internal import Signals

/// Where a weak observed property keeps its object.
@usableFromInline
final class WeakCell<Object: AnyObject>: ValueCell<Object?> {
  // Unchecked, since nothing here calls anybody in the middle of an access.
  @exclusivity(unchecked) @usableFromInline final weak var object: Object?
  /// Whether there was an object of whose death nobody knows yet.
  @exclusivity(unchecked) private final var isBelievedAlive: Bool
  /// Whether whoever watches hears of that death from the object itself.
  @exclusivity(unchecked) private final var isMourned = false

  @usableFromInline
  init(_ object: Object?) {
    self.object = object
    isBelievedAlive = object != nil
    super.init(.unfamiliar)
  }

  deinit { leave(object) }

  /// What a read gives where somebody is interested.
  @inline(never)
  @usableFromInline
  final func read(of owner: AnyObject, _ path: AnyKeyPath) -> Object? {
    if attention.contains(.unfamiliar) { becomeFamiliar(with: owner) }
    let object = value
    noteRead(of: ObjectIdentifier(owner), object, path: path, isPlain: isDeclared(path, in: owner))
    return object
  }

  override var value: Object? {
    get {
      let object = object
      if object == nil, isBelievedAlive { learnOfDeath() }
      return object
    }
    set { set(newValue) }
  }

  override var isWeak: Bool { true }

  override func mortal(_ object: Object?) -> AnyObject? {
    guard let object, isMourned || WatchedProperty.any(of: object) != nil else { return nil }
    isMourned = true
    return object
  }

  /// An object that could not tell anybody has died, and this is the first read since (K5).
  private final func learnOfDeath() {
    isBelievedAlive = false
    if attention.contains(.tracked) {
      trackWillChange()
      trackDidChange()
    }
    // The watchers have heard of it from the object.
    guard !isMourned else { return settling { _ in } }
    var old: Object?
    var new: Object?
    withUnsafePointer(to: &old) { old in
      withUnsafePointer(to: &new) { new in announce(RawChange(old: old, new: new)) }
    }
  }

  @inline(never)
  @usableFromInline
  final func set(_ newObject: Object?, of owner: AnyObject) {
    if attention.contains(.unfamiliar) { becomeFamiliar(with: owner) }
    set(newObject)
  }

  final func set(_ newObject: Object?) {
    if object == nil, isBelievedAlive { learnOfDeath() }
    announceBefore()
    if attention.contains(.tracked) { trackWillChange() }
    // Everybody reads what there is now, so as to hear of its death, too (K5); and the old one is there for so long.
    withExtendedLifetime(object) {
      object = newObject
      isBelievedAlive = newObject != nil
      isMourned = false
      if attention.contains(.tracked) { trackDidChange() }
      announce(nil)
    }
  }
}
