/// The address of the hub of a store, once there is one. Until then it is a lock, which guards the state.
// Not in the store: code that doesn't know the types would look up its type at run time.
@usableFromInline
struct HubWord: ~Copyable, Sendable {
  @usableFromInline let word = AtomicWord(0)

  /// Set while a thread has the lock.
  @inlinable static var locked: UInt { 1 }
  /// Set once the signals are finished, unless there is a hub.
  @inlinable static var finished: UInt { 2 }

  @inlinable
  init() {}

  /// The hub, if there is one.
  @inlinable
  @inline(__always)
  var hub: UnsafeRawPointer? {
    let word = word.value
    return unsafe word > Self.locked | Self.finished ? UnsafeRawPointer(bitPattern: word) : nil
  }

  /// Locks the state. Returns false if there is a hub: then the lock of that guards the state.
  @inlinable
  @inline(__always)
  func lock() -> Bool { word.acquire(0, as: Self.locked) || lockSlowly() }

  @usableFromInline
  @inline(never)
  func lockSlowly() -> Bool {
    var looks = 0
    var backoff = Backoff()
    while true {
      let present = word.value
      if present > Self.locked | Self.finished { return false }
      if present & Self.locked == 0, word.acquire(present, as: present | Self.locked) { return true }
      if looks < Backoff.looksBefore { looks += 1 } else { backoff.pause() }
    }
  }

  @inlinable
  @inline(__always)
  func unlock() { word.unlock(word.relaxed & ~Self.locked) }

  /// Marks the dependents of the state after a change, unlocks the state, and has the reactions act. Under the lock.
  @usableFromInline
  @inline(never)
  func unlock(marking node: StateSource, of owner: ObjectIdentifier?) {
    let reached = node.changed(for: node.stampOfChange(of: owner).word)
    unlock()
    if !reached.isEmpty { SourceTurn.settle(reached, of: node) }
  }

  /// Unlocks the state, and finishes the signals. Under the lock.
  func finish() { word.unlock(Self.finished) }

  /// Unlocks the state, and shows the hub. Under the lock.
  func publish(_ hub: UnsafeMutableRawPointer) { word.unlock(UInt(bitPattern: hub)) }

  /// Whether the signals are finished. Under the lock.
  @inlinable var isFinished: Bool { word.relaxed & Self.finished != 0 }

  /// Whether there is no hub, the signals aren't finished and no thread has the lock: the most frequent case.
  @inlinable var isUnused: Bool { word.value == 0 }

  /// Whether no thread has the lock, if there is no hub. Then everything is visible that its last holder has written.
  @inlinable var isFree: Bool { word.value & Self.locked == 0 }
}
