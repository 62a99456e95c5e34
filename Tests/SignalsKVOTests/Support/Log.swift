import Signals

/// Entries in order, appended by any thread.
final class Log<Entry: Sendable>: Sendable {
  private let recorded = Guarded<[Entry]>([])

  var entries: [Entry] { recorded.change { $0 } }

  func append(_ entry: Entry) { recorded.change { $0.append(entry) } }

  /// Returns and removes the entries so far.
  func take() -> [Entry] {
    recorded.change { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// An object that reports its release.
final class Tracked: Sendable {
  private let atRelease: @Sendable () -> Void

  init(_ atRelease: @escaping @Sendable () -> Void) { self.atRelease = atRelease }

  convenience init(_ name: String, _ log: Log<String>) {
    self.init { log.append("\(name) released") }
  }

  deinit { atRelease() }

  /// For closures that capture this object without using it.
  func touch() {}
}
