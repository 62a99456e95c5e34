internal import Signals

/// What an observation knows of the bindings of what it observes: which change of it is the newest, and whether its own
/// binding is writing.
@usableFromInline
final class Bond {
  /// Read on any thread, written where the objects live.
  private let newestWord = AtomicWord(0)
  /// Whether other bindings may have heard of the newest change, too.
  @exclusivity(unchecked) private(set) var isShared = true
  /// Whether the write has changed more than it was to, so that one has to look what is there now.
  @exclusivity(unchecked) @usableFromInline var hasToLook = false
  /// A change that could not be noticed yet: Swift's own tracking tells before the change.
  private let foretoldWord = AtomicWord(0)
  /// What is being written.
  @exclusivity(unchecked) private var writing = Stamp.none

  /// At the end of a turn, what observes for bindings comes before everything else, and then the bindings do (C10).
  static let observingDepth = UInt.max >> 16
  @usableFromInline static let writingDepth = observingDepth - 1

  @usableFromInline
  init() {}

  @usableFromInline var newest: Stamp { Stamp(word: newestWord.relaxed) }

  /// Something is about to change, on whatever thread.
  func foretell() {
    if !isWriting(Origin.cause) { foretoldWord.store(Stamp.new(after: Origin.cause).word) }
  }

  /// The change that has been foretold, if nobody has seen to it yet.
  func takeForetold() -> Stamp? {
    let word = foretoldWord.value
    guard word != 0 else { return nil }
    foretoldWord.store(0)
    return Stamp(word: word)
  }

  /// There has been such a change.
  @usableFromInline
  func meet(_ stamp: Stamp) { if stamp > newest { newestWord.store(stamp.word) } }

  /// The stamp of the change that is being noticed. What a replaced object leads to is news, wherever that object comes from;
  /// and so is what has replaced something newer, which only this observation knew of.
  func stamp(of reason: PathReason) -> Stamp {
    let origin = Origin.news
    let cause = origin.cause
    isShared = origin.isShared
    let stamp = reason == .pathChanged || cause.isNone || cause < newest ? Stamp.new(after: cause) : cause
    meet(stamp)
    return stamp
  }

  /// Whether what is being told is what this end's own binding writes. Then that is all there is to know about it; unless a
  /// call that came before the change has had something newer written, which has now been replaced (B3).
  @inline(__always)
  func meetsOwn() -> Bool {
    if writing.isNone { return false }
    let origin = Origin.news
    guard origin.cause == writing, writing == newest else { return false }
    isShared = origin.isShared
    return true
  }

  /// Whether a change that comes from `cause` is what this end's own binding writes.
  @inline(__always)
  func isWriting(_ cause: Stamp) -> Bool { !writing.isNone && cause == writing }

  /// Runs what writes.
  @usableFromInline
  func write(_ stamp: Stamp, by observation: PathObservation, _ body: () -> Void) {
    meet(stamp)
    let outer = writing
    writing = stamp
    hasToLook = false
    Origin.write(stamp, for: observation, body)
    writing = outer
  }
}
