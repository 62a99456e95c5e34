/// What is alive, seen from outside (C16).
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
