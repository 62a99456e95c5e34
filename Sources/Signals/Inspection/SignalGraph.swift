/// The live subscriptions of the program (C16): their number, or the whole graph.
///
/// ```swift
/// SignalGraph.isRecording = true           // as early as possible, for example in debug builds
/// …
/// print(SignalGraph.snapshot().text)       // sources, operators and endpoints, each with the line that made it
/// ```
public enum SignalGraph {
  /// Whether subscriptions that are made from now on are counted. It is off by default, and costs nothing then.
  public static var isCounting: Bool {
    get { LiveSubscriptions.isCounting.value != 0 }
    set {
      if newValue { LiveSubscriptions.isCounting.set(1) } else { LiveSubscriptions.isCounting.clear(1) }
    }
  }

  /// The number of subscriptions that were made while counting was on and have neither ended nor been cancelled.
  public static var liveSubscriptions: Int { Int(bitPattern: LiveSubscriptions.count.value) }

  /// Whether subscriptions that are made from now on, and everything upstream of them, are recorded for ``snapshot()``.
  ///
  /// It is off by default, and sending a value costs nothing extra then. A subscription is recorded as a whole or not
  /// at all; subscriptions that are recorded stay so until they are over, even if recording is switched off. Recording
  /// changes no behaviour and keeps no object alive, but it takes time: the operators of a chain are called one by one,
  /// and each value is counted at each of them.
  public static var isRecording: Bool {
    get { GraphRecorder.recordsAll }
    set { GraphRecorder.recordsAll = newValue }
  }

  /// Returns the live part of the recorded subscriptions, from the sources to the endpoints. It may be called on any
  /// thread, also from a handler.
  ///
  /// The snapshot contains no subscription that has ended or was cancelled. It contains a source for as long as the
  /// source has a subscriber.
  public static func snapshot() -> Snapshot { GraphRecorder.shared.snapshot() }
}
