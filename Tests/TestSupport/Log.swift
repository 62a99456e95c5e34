internal import Signals

/// Entries in order, appended by any thread.
package final class Log<Entry: Sendable>: Sendable {
  private let recorded = Guarded<[Entry]>([])

  package init() {}

  package var entries: [Entry] { recorded.change { $0 } }

  package func append(_ entry: Entry) { recorded.change { $0.append(entry) } }

  /// Returns and removes the entries so far.
  package func take() -> [Entry] {
    recorded.change { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// An object that reports its release.
package final class Tracked: Sendable {
  private let atRelease: @Sendable () -> Void

  package init(_ atRelease: @escaping @Sendable () -> Void) { self.atRelease = atRelease }

  package convenience init(_ name: String, _ log: Log<String>) {
    self.init { log.append("\(name) released") }
  }

  deinit { atRelease() }

  /// For closures that capture this object without using it.
  package func touch() {}
}
