/// A notification of an observer: the reason, and the values before and after, if it asked for them.
///
/// ```swift
/// let observer = KeyValueObserver(package, \.recipient.fullName, options: [.old, .new]) { change in
///   print(change.reason, change.oldValue ?? "-", change.newValue ?? "-")
/// }
/// ```
public struct KeyValueChange<Value> {
  /// Why this is told: because the value was set, the way to it changed, or the object is gone.
  public let reason: KeyValueChangeReason
  /// The value before the change, with ``KeyValueObservingOptions/old``. It is nil where there was none, since the path
  /// was interrupted by a nil.
  public let oldValue: Value?
  /// The value now, with ``KeyValueObservingOptions/new``. It is nil where there is none, since the path is interrupted
  /// by a nil, and in a call that comes before the change.
  public let newValue: Value?
  /// Whether this comes before the change, with ``KeyValueObservingOptions/prior``.
  public let isPrior: Bool
  /// Whether nothing has changed: this is the call at once, with ``KeyValueObservingOptions/initial``. Its reason is
  /// `valueChanged`, as if the value had just been set.
  public let isInitial: Bool

  /// A change to compare with, in a test.
  @inlinable
  public init(
    reason: KeyValueChangeReason, oldValue: Value? = nil, newValue: Value? = nil, isPrior: Bool = false,
    isInitial: Bool = false
  ) {
    self.reason = reason
    self.oldValue = oldValue
    self.newValue = newValue
    self.isPrior = isPrior
    self.isInitial = isInitial
  }
}

extension KeyValueChange: Sendable where Value: Sendable {}

extension KeyValueChange: Equatable where Value: Equatable {
  /// Whether both say the same: the reason, the values, and whether it comes before the change. ``isInitial`` isn't compared.
  public static func == (one: KeyValueChange, other: KeyValueChange) -> Bool {
    one.reason == other.reason && one.oldValue == other.oldValue && one.newValue == other.newValue
      && one.isPrior == other.isPrior
  }
}

/// Why a change is told (K4).
public enum KeyValueChangeReason: Hashable, Sendable {
  /// A property that is the value, or that the value is computed from, was set.
  case valueChanged
  /// A property on the way to the value was set, or the object in it has died.
  case pathChanged
  /// The object that was observed is gone. It is the last call.
  case sourceDeleted
}

@usableFromInline typealias PathReason = KeyValueChangeReason

extension KeyValueChangeReason: CustomStringConvertible {
  /// Its name: `valueChanged`.
  public var description: String {
    switch self {
    case .valueChanged: "valueChanged"
    case .pathChanged: "pathChanged"
    case .sourceDeleted: "sourceDeleted"
    }
  }
}

/// When an observer is called, and with which values.
public struct KeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// One bit for each option. They aren't those of `NSKeyValueObservingOptions`.
  public let rawValue: Int

  /// For the compiler: write ``initial``, ``new``, ``old`` and ``prior``.
  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One call at once, within the call that begins the observation, with the value as it is then.
  @inlinable public static var initial: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1) }
  /// Changes carry the new value.
  @inlinable public static var new: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 2) }
  /// Changes carry the old value.
  @inlinable public static var old: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 4) }
  /// One more call before each change, with the old value if that is asked for. It comes before the new value is stored,
  /// except for a set by a handler: that is stored at once, and both calls come after the handler (K2).
  @inlinable public static var prior: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 8) }
}
