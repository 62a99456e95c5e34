/// The causes of the participants of a turn, if another module tracks causes.
///
/// A participant settles after the calls that reached it have returned. Its emission has the same cause as those calls,
/// so the cause is stored until then. A cause is a word; zero means none.
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

  /// 1 if causes are tracked, otherwise 0.
  @usableFromInline static let isWanted = AtomicWord(0)
  // Safe despite its name, since it is set before `isWanted`.
  nonisolated(unsafe) private(set) static var causation: (any Causation.Type)?

  /// Starts tracking causes. Called once.
  static func keep(by causation: any Causation.Type) {
    unsafe self.causation = causation
    isWanted.store(1)
  }

  @inlinable static var areWanted: Bool { isWanted.value != 0 }
}

/// Provides the causes of the threads' actions.
package protocol Causation {
  /// The cause of this thread's current action.
  static var cause: UInt { get }

  /// The later of two causes: the one with more causes before it.
  static func further(_ one: UInt, _ other: UInt) -> UInt

  /// Runs `body`, which acts for this cause.
  static func act(for cause: UInt, _ body: () -> Void)
}
