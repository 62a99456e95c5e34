/// The time of a timeline's first frame.
public enum TimelineBeginning: Hashable, Sendable {
  /// Each subscription begins the timeline anew.
  case withEachSubscription
  /// The timeline begins when the source is made, independent of subscriptions. A `^` moves that moment to its own
  /// frame: events before it have already happened, and reach no subscriber.
  case whenMade
}
