/// One of the two ends of a binding, in the order in which they are given to `bind`.
public enum BindingEnd: Sendable {
  case first
  case second

  /// The other one.
  public var other: BindingEnd { self == .first ? .second : .first }
}

/// Which end gives a binding its first value.
public enum BindingStart: Sendable {
  case fromFirst
  case fromSecond
}
