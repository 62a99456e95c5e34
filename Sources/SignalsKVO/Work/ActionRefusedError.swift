/// The error of a run that an ``Action`` has refused, thrown by ``Action/perform(_:)``.
public struct ActionRefusedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason of a refusal.
  public enum Reason: Hashable, Sendable {
    /// The value given as `enabledIf:` was false.
    case disabled
    /// Another run was under way, and the policy is ``ActionPolicy/exclusive``.
    case running
  }

  /// The reason of the refusal.
  public let reason: Reason

  /// Makes the error, for code that stands in for an action.
  public init(_ reason: Reason) { self.reason = reason }

  /// The error as a sentence.
  public var description: String {
    switch reason {
    case .disabled: "The action has refused the run, because it is disabled: the value of `enabledIf:` is false."
    case .running:
      "The action has refused the run, because another run is under way. The policy `.queued` or `.latest` accepts it."
    }
  }
}
