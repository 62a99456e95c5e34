/// Why a plain read or write of an observed property is not enough: one bit each, so that a property of which nobody wants
/// to know anything finds out by looking at one word.
@usableFromInline
struct Attention: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is not known yet whether the class is `Observable`.
  @usableFromInline static var unfamiliar: Attention { Attention(rawValue: 1) }
  /// The class is `Observable`, so Swift's own tracking hears of each read and write (K10).
  @usableFromInline static var tracked: Attention { Attention(rawValue: 2) }
  /// Somebody watches.
  @usableFromInline static var watched: Attention { Attention(rawValue: 4) }
  /// Somebody wants to know before the change.
  @usableFromInline static var foretold: Attention { Attention(rawValue: 8) }
  /// The value is being changed in place at this moment.
  @usableFromInline static var inPlace: Attention { Attention(rawValue: 16) }

  /// Somebody watches for a binding.
  @usableFromInline static var bound: Attention { Attention(rawValue: 32) }

  /// A computation has read the property.
  @usableFromInline static var depended: Attention { Attention(rawValue: 64) }

  @usableFromInline static var atRead: Attention { Attention(rawValue: 1 | 2 | 16) }
  /// A change has to be announced.
  static var atChange: Attention { Attention(rawValue: 4 | 64) }
}
