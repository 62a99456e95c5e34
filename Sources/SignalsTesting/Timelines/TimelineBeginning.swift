/// When a timeline's first frame is.
public enum TimelineBeginning: Hashable, Sendable {
  /// Anew for each subscription, when that is made.
  case withEachSubscription
  /// Once, when the source is made, whoever listens. A `^` moves the beginning there: what is before it has happened
  /// already, and reaches nobody.
  case whenMade
}
