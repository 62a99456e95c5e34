import Signals

/// The events, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let recorded = Guarded<[Entry]>([])

  var entries: [Entry] { recorded.change { $0 } }

  func append(_ entry: Entry) { recorded.change { $0.append(entry) } }
}

/// An object that says when it is released.
final class Tracked: Sendable {
  private let atRelease: @Sendable () -> Void

  init(_ atRelease: @escaping @Sendable () -> Void) { self.atRelease = atRelease }

  convenience init(_ name: String, _ log: Log<String>) {
    self.init { log.append("\(name) released") }
  }

  deinit { atRelease() }

  /// For closures that capture this object and do nothing with it.
  func touch() {}
}

extension Signal {
  /// The same signal, in which every subscription holds an object that says when it is released.
  func keeping(_ name: String, _ log: Log<String>) -> Signal {
    Signal { [attach] downstream, line in
      let tracked = Tracked(name, log)
      Signal(attach: attach).filter { _ in
        tracked.touch()
        return true
      }.attach(downstream, line)
    }
  }
}

struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String = "failure") { self.description = description }
}

/// Throws at a negative number, for the closures of operators.
@Sendable func checked(_ value: Int) throws -> Int {
  if value < 0 { throw Failure("negative") }
  return value
}
