/// One of the two ends of a binding, in the order in which they are given to `bind`.
public enum BindingEnd: Sendable {
  /// The one that comes first in the call.
  case first
  /// The one that is named by `to:`.
  case second

  /// The other one.
  public var other: BindingEnd { self == .first ? .second : .first }
}

/// Which end gives a binding its first value.
public enum BindingStart: Sendable {
  /// The second end is set to what the first one has.
  case fromFirst
  /// The first end is set to what the second one has. This is so where nothing is said.
  case fromSecond
}
