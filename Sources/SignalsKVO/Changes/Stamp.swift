internal import Signals

/// The origin of a change: a number in the order of all sets of bound properties (B2, B6).
///
/// Each set gets a new stamp. The writes that bindings make because of it have the same one, so it is recognised
/// when it comes back, and of two that meet the newer one is known. Values are never compared for that.
///
/// A change in answer to the write of a binding counts the rounds: so a pair that never settles is found. If each change has
/// several answers, their number is limited too.
@usableFromInline
struct Stamp: Sendable {
  /// The number, the origin, the rounds, and in the lowest bit whether a binding has written this.
  ///
  /// The origin is the end of the number of the change that all the others answer, which tells it from its neighbours.
  @usableFromInline let word: UInt

  @inlinable
  init(word: UInt) { self.word = word }

  /// Older than every set.
  @inlinable static var none: Stamp { Stamp(word: 0) }

  private static let newest = AtomicWord(0)
  private static let orderUnit: UInt = 1 << 20
  private static let originMask: UInt = 0xFFF << 8

  /// After so many rounds a pair is taken for one that never settles.
  static let roundsAllowed: UInt = 32
  /// The number of late answers to one change after which they are taken for such a pair as well.
  private static let lateAnswersAllowed: UInt = 1_000
  private static let lateRounds: UInt = 8

  /// Whether no change is newer.
  var isNewest: Bool { order == Self.newest.relaxed / Self.orderUnit }

  @inlinable var isNone: Bool { word == 0 }
  @inlinable var order: UInt { word >> 20 }
  @inlinable var isCarried: Bool { word & 1 != 0 }

  /// The same, for a set by the user.
  var uncarried: Stamp { Stamp(word: word & ~1) }

  /// Whether the change answers another, as a correction does.
  var isAnswer: Bool { rounds > 0 }

  /// Whether the change answers `other`, or an answer to that.
  func answers(_ other: Stamp) -> Bool { isAnswer && self > other && (word ^ other.word) & Self.originMask == 0 }

  /// Whether the user has made the change, and not because of another one.
  var isUserWrite: Bool { !isCarried && !isAnswer }

  /// The same, for a change that is not the user's.
  var answering: Stamp { Stamp(word: word | 2) }

  /// The same, for a change that is the user's.
  var asUserWrite: Stamp { Stamp(word: word & ~255) }

  var rounds: UInt { (word >> 1) & 127 }
  @usableFromInline var isSpent: Bool { rounds > Self.roundsAllowed }

  /// Whether a change that this causes has taken more rounds than one that `other` causes, or as many and is newer.
  func isFurther(than other: Stamp) -> Bool { (word & 255, order) > (other.word & 255, other.order) }

  /// The same, for a write of a binding.
  @inlinable var carried: Stamp { Stamp(word: word | 1) }

  /// A new one, for a change that `cause` has caused, if there is a cause.
  @usableFromInline
  static func new(after cause: Stamp = .none) -> Stamp {
    let number = newest.next(orderUnit)
    if cause.isNone { return Stamp(word: number | number >> 12 & originMask) }
    var rounds = min(cause.rounds + (cause.isCarried ? 1 : 0), 127)
    if rounds >= lateRounds, !allowsLateAnswer(to: cause) { rounds = max(rounds, roundsAllowed + 1) }
    return Stamp(word: number | cause.word & originMask | rounds << 1)
  }

  /// A new one of the same cause and kind, for another end that the same change has set.
  var sibling: Stamp { Stamp(word: Self.newest.next(Self.orderUnit) | word & (Self.orderUnit - 1)) }

  /// Origins that had late answers: four of those that end alike, since several threads may make changes that never settle.
  /// Each word has the number of the answers, the origin, and in the low bits its age: how many other origins have come since its
  /// last answer. Never freed.
  // Unsafe by name only: the pointer never changes, and its words are made for several threads.
  nonisolated(unsafe) private static let lateAnswers: UnsafeMutableBufferPointer<AtomicWord> = {
    let counts = UnsafeMutableBufferPointer<AtomicWord>.allocate(capacity: 64 * 4)
    for index in counts.indices { unsafe counts.initializeElement(at: index, to: AtomicWord(0)) }
    return unsafe counts
  }()
  private static let ageMask: UInt = 0xFF
  /// The age at which an origin is taken for one of the past.
  private static let oldAge: UInt = 64

  /// Counts another late answer.
  // Two threads that count at the same time only make the count less exact.
  @inline(never)
  private static func allowsLateAnswer(to cause: Stamp) -> Bool {
    let origin = cause.word & originMask
    let row = Int(origin >> 8 & 63) * 4
    for index in row..<row + 4 {
      let last = unsafe lateAnswers[index].relaxed
      guard last & originMask == origin else { continue }
      unsafe lateAnswers[index].store(last & ~ageMask + orderUnit)
      return last >> 20 < lateAnswersAllowed
    }
    replaceOrigin(in: row, by: origin)
    return true
  }

  /// Gives a new origin the place of the oldest one of the past, or else of the one with the fewest answers.
  ///
  /// Of those that have as few, it is the one that came last. So if any number of origins have answers in turn, some keep their
  /// places until they are stopped, and then others do.
  private static func replaceOrigin(in row: Int, by origin: UInt) {
    var place = row
    var least = UInt.max
    for index in row..<row + 4 {
      let last = unsafe lateAnswers[index].relaxed
      let age = last & ageMask
      let isOfThePast = last == 0 || age >= oldAge
      let rank = isOfThePast ? ageMask - age : last & ~originMask
      if rank < least { (place, least) = (index, rank) }
      if last != 0, age < ageMask { unsafe lateAnswers[index].store(last + 1) }
    }
    unsafe lateAnswers[place].store(1 << 20 | origin)
  }
}

/// A property that can be set, and of which bindings want to know the last change.
protocol Stamped: AnyObject {
  /// The stamp of the last change that was reported to a binding.
  var newestStamp: Stamp { get }
}

extension Stamp: Comparable {
  @inlinable
  static func == (one: Stamp, other: Stamp) -> Bool { one.order == other.order }

  @inlinable
  static func < (one: Stamp, other: Stamp) -> Bool { one.order < other.order }
}
