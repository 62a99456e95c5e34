internal import Signals

/// The treatment of a run that is requested while another run of the same ``Action`` is under way.
///
/// ```swift
/// let search = Action(.latest) { (text: String) in try await api.search(text) }
/// let upload = Action(.parallel(4)) { (file: File) in try await api.upload(file) }
/// ```
public struct ActionPolicy: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case exclusive
    case latest
    case parallel(limit: Int)
  }

  let kind: Kind

  /// One run at a time: while it is under way, further runs are refused.
  public static let exclusive = ActionPolicy(kind: .exclusive)

  /// The latest run only: a new run cancels the one before it, whose result is dropped.
  public static let latest = ActionPolicy(kind: .latest)

  /// One run after the other: a new run waits until those before it have ended.
  public static let queued = ActionPolicy(kind: .parallel(limit: 1))

  /// Up to `limit` runs at the same time: a new run waits while there are so many, and starts in the order of the
  /// requests.
  public static func parallel(_ limit: Int, file: StaticString = #fileID, line: UInt = #line) -> ActionPolicy {
    requireArgument(
      limit > 0, "Action(.parallel(\(limit))): the number of runs must be positive; use 1 or more.", file, line)
    return ActionPolicy(kind: .parallel(limit: limit))
  }
}
