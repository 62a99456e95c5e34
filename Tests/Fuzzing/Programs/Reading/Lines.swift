import Signals

/// Text that grows, from any thread.
final class Lines: Sendable {
  private let lines = Guarded<[String]>([])

  func append(_ line: String) { lines.change { $0.append(line) } }

  var joined: String { lines.change { $0.joined(separator: "\n") } }
}
