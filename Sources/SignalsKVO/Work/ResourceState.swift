/// The state of a ``Resource``.
///
/// ```swift
/// switch profile.value {
/// case .loading(let previous): show(previous, isOutdated: true)
/// case .loaded(let profile): show(profile)
/// case .failed(let error, let previous): show(error, insteadOf: previous)
/// }
/// ```
public enum ResourceState<Value: Sendable>: Sendable {
  /// The value is being loaded. `previous` is the value that was loaded last, if there was one.
  case loading(previous: Value?)
  /// The value was loaded for the present input.
  case loaded(Value)
  /// Loading has failed. `previous` is the value that was loaded last, if there was one.
  case failed(any Error, previous: Value?)

  /// The value that was loaded last, for the present input or an earlier one.
  public var latest: Value? {
    switch self {
    case .loaded(let value): value
    case .loading(let previous), .failed(_, let previous): previous
    }
  }

  /// Whether the value is being loaded.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// The error, if loading has failed.
  public var error: (any Error)? { if case .failed(let error, _) = self { error } else { nil } }
}
