/// The reasons why a plain read or write of an observed property is not enough: one bit each, so that a property without
/// observers needs to look at one word.
@usableFromInline
struct ObservationFlags: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is not known yet whether the class is `Observable`.
  @usableFromInline static var trackingUnknown: ObservationFlags { ObservationFlags(rawValue: 1) }
  /// The class is `Observable`, so Swift's own tracking hears of each read and write (K10).
  @usableFromInline static var tracked: ObservationFlags { ObservationFlags(rawValue: 2) }
  /// The property has observers.
  @usableFromInline static var watched: ObservationFlags { ObservationFlags(rawValue: 4) }
  /// An observer notices changes before they happen.
  @usableFromInline static var wantsWillSet: ObservationFlags { ObservationFlags(rawValue: 8) }
  /// The value is being changed in place at this moment.
  @usableFromInline static var inPlace: ObservationFlags { ObservationFlags(rawValue: 16) }

  /// An observer belongs to a binding.
  @usableFromInline static var bound: ObservationFlags { ObservationFlags(rawValue: 32) }

  /// A computation has read the property.
  @usableFromInline static var depended: ObservationFlags { ObservationFlags(rawValue: 64) }

  @usableFromInline static var atRead: ObservationFlags { ObservationFlags(rawValue: 1 | 2 | 16) }
  /// A change has to be announced.
  static var atChange: ObservationFlags { ObservationFlags(rawValue: 4 | 64) }
}

/// The flags of an observed property, the kind of its values, and the place where it learns that a thread tracks its reads.
// In one word, since a program may have a million observed properties.
@usableFromInline
struct ObservationState {
  /// The place, with the flags in its lowest byte, and the kind in the three bits after them.
  @usableFromInline var bits: UInt

  @inlinable
  init(_ flags: ObservationFlags) { bits = unsafe UInt(bitPattern: Recordings.shared.address) | UInt(flags.rawValue) }

  @inlinable var flags: ObservationFlags {
    get { ObservationFlags(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt(newValue.rawValue) }
  }

  /// The kind of the values, once it was needed.
  var kind: ValueKind? {
    get { ValueKind(rawValue: UInt8(truncatingIfNeeded: bits >> 8 & 7)) }
    set { bits = bits & ~0x700 | UInt(newValue?.rawValue ?? 0) << 8 }
  }

  /// See ``AccessTracking``.
  @inlinable var recordings: Recordings.Pointer {
    unsafe Recordings.Pointer(UnsafeMutablePointer(bitPattern: bits & ~0x7FF).unsafelyUnwrapped)
  }
}
