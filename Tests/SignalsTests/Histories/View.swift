/// The operators between an observer of a recorded run and its sources, as far as they decide its possible events.
struct View: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Nothing that serialises.
    case direct
    /// A subscription of its own, with a serialiser in it: each value comes once, in the order of its source.
    case apart
    /// The same through a join of a source with itself.
    case diamond
    /// The same through other observers, which may have been there before: all of one number share it.
    case shared(Int)
    /// A signal that holds a current value; all of one number share it.
    case current(Int)
    /// Pairs of the values of two sources.
    case joined
  }

  let kind: Kind
  let sources: [Int]
  /// The serial queue on which the observer is called, if it has one.
  var queue: Int?

  init(_ kind: Kind, of sources: Int..., on queue: Int? = nil) {
    self.kind = kind
    self.sources = sources
    self.queue = queue
  }

  var isDirect: Bool { kind == .direct }

  /// Whether the subscription reaches the sources themselves, within the subscribing call.
  var reachesSources: Bool { [.direct, .apart, .diamond].contains(kind) }

  var isBelowJoin: Bool { kind == .diamond || kind == .joined }

  func isDirect(of source: Int) -> Bool { isDirect && sources.first == source }
}

extension View: CustomStringConvertible {
  var description: String {
    let sources = sources.map { name(of: $0) }.joined(separator: " and ")
    return "\(kind) of \(sources)" + (queue.map { " on queue \($0)" } ?? "")
  }
}
