/// What is alive, seen from outside (C16): counted, or as a whole graph.
///
/// ```swift
/// SignalGraph.isRecording = true           // as early as you like, in debug builds say
/// …
/// print(SignalGraph.snapshot().text)       // sources, operators and endpoints, each with the line that made it
/// ```
public enum SignalGraph {
  /// Whether subscriptions that are made from now on are counted. Off at first, and then counting costs nothing.
  public static var isCounting: Bool {
    get { LiveSubscriptions.isCounting.value != 0 }
    set {
      if newValue { LiveSubscriptions.isCounting.set(1) } else { LiveSubscriptions.isCounting.clear(1) }
    }
  }

  /// How many of the subscriptions that were made while counting was on have neither ended nor been cancelled.
  public static var liveSubscriptions: Int { Int(bitPattern: LiveSubscriptions.count.value) }

  /// Whether subscriptions that are made from now on, and all that they hang on, are recorded, to be seen in
  /// ``snapshot()``.
  ///
  /// Off at first, and then a value that is sent pays nothing for it. A subscription is recorded as a whole or not at
  /// all; those that are stay so when this is switched off again, until they are over. Recording changes nothing of
  /// what happens and keeps nothing alive, but takes time: the operators of a chain are called one by one, and each
  /// value is counted at each of them.
  public static var isRecording: Bool {
    get { GraphRecorder.recordsAll }
    set { GraphRecorder.recordsAll = newValue }
  }

  /// What is live of the subscriptions that are recorded, from the sources to the endpoints. From any thread, also from
  /// a handler.
  ///
  /// What has ended or was cancelled isn't there any more. A source is there for as long as somebody listens to it.
  public static func snapshot() -> Snapshot { GraphRecorder.shared.snapshot() }
}

/// The count behind ``SignalGraph``.
enum LiveSubscriptions {
  static let isCounting = AtomicWord(0)
  static let count = AtomicWord(0)

  static func countIfWanted() -> Bool {
    guard isCounting.glance != 0 else { return false }
    count.add(1)
    return true
  }

  static func uncount() { count.add(-1) }
}
