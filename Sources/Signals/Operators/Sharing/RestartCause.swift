/// The events after which a shared signal begins anew for its next subscriber: see
/// ``SignalConvertible/shared(replaying:restartingAfter:file:line:)``.
///
/// ```swift
/// let profile = request.shared(replaying: 1, restartingAfter: .failure)
/// ```
public struct RestartCause: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The finish of the upstream signal.
  public static let finish = RestartCause(rawValue: 1)

  /// The failure of the upstream signal.
  public static let failure = RestartCause(rawValue: 2)

  /// The cancellation by the last subscriber.
  public static let lastCancellation = RestartCause(rawValue: 4)
}
