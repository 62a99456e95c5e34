/// The causes for which the participants of a turn act, where another module wants to know.
///
/// A participant settles outside of everything that has reached it. What it does then has the same cause, so the cause is kept
/// until then. A cause is a word, which is zero if there is none.
@usableFromInline
struct TurnCauses {
  private var causes: [ObjectIdentifier: UInt] = [:]

  var isEmpty: Bool { causes.isEmpty }
  /// Whether no cause was ever kept.
  var isUnused: Bool { causes.capacity == 0 }

  mutating func keep(_ cause: UInt, of participant: any TurnParticipant) {
    guard cause != 0, !participant.keepsCauses else { return }
    let identity = ObjectIdentifier(participant)
    causes[identity] = causes[identity].map { Turn.further($0, cause) } ?? cause
  }

  /// A participant may be reached again while it settles, so its cause stays until the turn has settled.
  func cause(of participant: any TurnParticipant) -> UInt { causes[ObjectIdentifier(participant)] ?? 0 }

  mutating func forget() { if !causes.isEmpty { causes.removeAll(keepingCapacity: true) } }

  /// One as soon as causes are to be kept.
  @usableFromInline static let isWanted = AtomicWord(0)
  // Unsafe by name only, since it is set before that.
  nonisolated(unsafe) private(set) static var causation: (any Causation.Type)?

  /// Keeps causes from now on. Called once.
  static func keep(by causation: any Causation.Type) {
    self.causation = causation
    isWanted.store(1)
  }

  @inlinable static var areWanted: Bool { isWanted.value != 0 }
}

/// Knows the causes of what the threads do.
package protocol Causation {
  /// The cause of what this thread does.
  static var cause: UInt { get }

  /// The one of two causes that comes after more others.
  static func further(_ one: UInt, _ other: UInt) -> UInt

  /// Runs `body`, which acts for this cause.
  static func act(for cause: UInt, _ body: () -> Void)
}
