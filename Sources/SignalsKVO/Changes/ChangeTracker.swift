internal import Signals

/// Knows which change of a path is the newest, and whether the path is being written for the binding that observes it.
@usableFromInline
final class ChangeTracker {
  /// Read on any thread, written where the objects live.
  private let newestWord = AtomicWord(0)
  /// Whether other bindings may know of the newest change, too.
  @safe @exclusivity(unchecked) private(set) var isShared = true
  /// Whether the write has changed other properties, too, so that the value has to be read again.
  @safe @exclusivity(unchecked) @usableFromInline var hasToLook = false
  /// The stamp of a change that is announced but not yet stored: Swift's own tracking reports before the change.
  @usableFromInline let announcedWord = AtomicWord(0)
  /// Whether a derived value is on the path, which tells of a change when the turn settles.
  @safe @exclusivity(unchecked) @usableFromInline var followsDerived = false
  /// The stamp of the write under way.
  @safe @exclusivity(unchecked) private var writing = Stamp.none

  /// At the end of a turn, observations for bindings come first, then the bindings (C10).
  static let observingDepth = UInt.max >> 16
  @usableFromInline static let writingDepth = observingDepth - 1

  @usableFromInline
  init() {}

  @usableFromInline var newest: Stamp { Stamp(word: newestWord.relaxed) }

  /// A property is about to change, on any thread.
  func noteAnnouncement() {
    if !isWriting(Origin.cause) { announcedWord.store(Stamp.new(after: Origin.cause).word) }
  }

  /// Whether a change may have been made that was not noticed yet.
  @inlinable var mayBeBehind: Bool { announcedWord.relaxed != 0 || followsDerived }

  /// The change that was announced, if it was not noticed yet.
  func takeAnnouncedChange() -> Stamp? {
    let word = announcedWord.value
    guard word != 0 else { return nil }
    announcedWord.store(0)
    return Stamp(word: word)
  }

  /// Another binding begins to observe the end. It has read the value, with the newest change.
  func noteOtherBinding() { isShared = true }

  /// Records a change.
  @usableFromInline
  func meet(_ stamp: Stamp) { if stamp > newest { newestWord.store(stamp.word) } }

  /// The stamp of the change that is being noticed. A value reached through a replaced object is a new change, wherever that
  /// object comes from; so is a value that has replaced a newer one, of which only this observation knew.
  func stamp(isNewPath: Bool, of end: @autoclosure () -> ObservedEnd) -> Stamp {
    let origin = Origin.news
    let cause = origin.cause
    isShared = origin.isShared
    let stamp = isNewPath || cause.isNone || cause < newest ? Origin.newStamp(for: end()) : cause
    meet(stamp)
    return stamp
  }

  /// Whether the change is the one that this end's own binding writes. There is nothing to report then, unless a prior
  /// notification has had something newer written, which has now been replaced (B3).
  @inline(__always)
  func meetsOwn() -> Bool {
    if writing.isNone { return false }
    let origin = Origin.news
    guard origin.cause == writing, writing == newest else { return false }
    isShared = origin.isShared
    return true
  }

  /// Whether a change that comes from `cause` is the write of this end's own binding.
  @inline(__always)
  func isWriting(_ cause: Stamp) -> Bool { !writing.isNone && cause == writing }

  /// Runs a write.
  @usableFromInline
  func write(_ stamp: Stamp, by path: any WrittenPath, _ body: () -> Void) {
    meet(stamp)
    let outer = writing
    writing = stamp
    hasToLook = false
    Origin.write(stamp, for: path, body)
    writing = outer
  }
}
