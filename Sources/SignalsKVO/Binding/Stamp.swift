internal import Signals

/// Where a change comes from: which set it was, in the order of all sets of bound properties (B2, B6).
///
/// A set by anybody gets a new stamp. What bindings write because of it has the same one, wherever it goes, so it is known
/// when it comes back, and of two that meet the newer one is known. Values are never compared for that.
///
/// A change that answers what a binding has written counts the rounds that it took: so a pair that never settles is found.
@usableFromInline
struct Stamp: Sendable {
  /// The number, the rounds, and in the lowest bit whether a binding has written this.
  @usableFromInline let word: UInt

  @inlinable
  init(word: UInt) { self.word = word }

  /// Older than every set.
  @inlinable static var none: Stamp { Stamp(word: 0) }

  private static let newest = AtomicWord(0)
  private static let orderUnit: UInt = 256

  /// After so many rounds a pair is taken for one that never settles.
  static let roundsAllowed: UInt = 32

  @inlinable var isNone: Bool { word == 0 }
  @inlinable var order: UInt { word >> 8 }
  @inlinable var isCarried: Bool { word & 1 != 0 }

  /// The same, for what anybody sets.
  var uncarried: Stamp { Stamp(word: word & ~1) }

  /// Whether the change answers another, as a correction does.
  var isAnswer: Bool { rounds > 0 }

  /// Whether somebody has made the change, and not because of any other.
  var isOpinion: Bool { !isCarried && !isAnswer }

  /// The same, for what is no opinion of anybody's.
  var answering: Stamp { Stamp(word: word | 2) }

  /// The same, for what somebody has made.
  var asOpinion: Stamp { Stamp(word: word & ~255) }

  var rounds: UInt { (word >> 1) & 127 }
  @usableFromInline var isSpent: Bool { rounds > Self.roundsAllowed }

  /// The same, for what a binding writes.
  @inlinable var carried: Stamp { Stamp(word: word | 1) }

  /// A new one, for a change that `cause` has brought about, if anything has.
  @usableFromInline
  static func new(after cause: Stamp = .none) -> Stamp {
    let rounds = min(cause.rounds + (cause.isCarried ? 1 : 0), 127)
    return Stamp(word: newest.next(orderUnit) | rounds << 1)
  }
}

extension Stamp: Comparable {
  @inlinable
  static func == (one: Stamp, other: Stamp) -> Bool { one.order == other.order }

  @inlinable
  static func < (one: Stamp, other: Stamp) -> Bool { one.order < other.order }
}
