/// Work that waits until everything else that the turns of this thread do is done.
package final class AfterTurns: TurnParticipant {
  private let action: () -> Void

  private init(_ action: @escaping () -> Void) { self.action = action }

  /// Runs `action` when the outermost turn that is settling on this thread has done everything else, or when the transaction
  /// around the caller has; at once, if there is neither.
  package static func run(_ action: @escaping () -> Void) {
    guard let turn = unsafe SettlingTurns.outermost ?? TurnContext.transaction?.takeUnretainedValue() else {
      return action()
    }
    turn.reach(AfterTurns(action))
  }

  // Less than that of everything that emits.
  package var depth: UInt { 0 }

  // It acts for none.
  package var keepsCauses: Bool { true }

  package func settle(in turn: Turn) { action() }
}
