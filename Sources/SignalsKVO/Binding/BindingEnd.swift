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
  /// The second end receives the first end's value.
  case fromFirst
  /// The first end receives the second end's value. This is the default.
  case fromSecond

  /// The end that gives the value.
  var end: BindingEnd { self == .fromFirst ? .first : .second }
}
