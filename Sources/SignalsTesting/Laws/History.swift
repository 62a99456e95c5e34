import Signals

/// The recorded events of an operator under test, as text.
final class History: Sendable {
  private let recorded = Guarded<[String]>([])

  var entries: [String] { recorded.change { $0 } }

  func append(_ event: Event<String>) {
    switch event {
    case .value(let value): append(value)
    case .end(let end): append(Self.text(of: end))
    }
  }

  func append(_ entry: String) { recorded.change { $0.append(entry) } }

  static func text(of end: End) -> String {
    switch end {
    case .finished: "|"
    case .failed(let error): "#\(error)"
    }
  }

  static func isEnd(_ entry: String) -> Bool { entry == "|" || entry.hasPrefix("#") }
}
