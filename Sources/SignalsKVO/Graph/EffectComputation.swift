internal import Signals

/// The computation of an ``Effect``: its closure, which has no value and which nothing reads.
// Unchecked, as its superclass.
@safe
final class EffectComputation: Computation, @unchecked Sendable {
  // Both are replaced once: when nothing refers to this any more, and no thread runs it.
  @safe @exclusivity(unchecked) private var body: BorrowedAction
  /// The connection of the endpoint, which keeps the effect. It is retained until then.
  @safe @exclusivity(unchecked) private var connection: Unmanaged<Connection>?

  init(_ info: NodeInfo, _ connection: Connection, _ body: @escaping () -> Void) {
    self.body = BorrowedAction(body)
    self.connection = unsafe .passRetained(connection)
    super.init(Label(.observe, at: info), in: .word) { computation, step in
      let computation = unsafe unsafeDowncast(computation, to: EffectComputation.self)
      switch step {
      case .compute(let context):
        computation.run(context)
        unsafe context.pointee.tracker = nil
        context.pointee.resultWord = 0
      case .releaseClosure: computation.dropClosure()
      case .commit, .release: break
      case .compare, .read, .react: preconditionFailure("An effect has no value.")
      }
      return true
    }
    state.insert(.isEffect)
  }

  @inline(__always)
  private func run(_ context: ReadingContext.Pointer) {
    // An input may have cancelled the effect while it was brought up to date (C6). The connection is not asked, since that lies
    // elsewhere in memory; only debug builds use it here.
    if context.pointee.evaluation?.pointee.state.contains(.isReleased) == true { return }
    unsafe connection?._withUnsafeGuaranteedRef { $0.deliveryNote.set() }
    if Turn.keepsCauses { runForCause() } else { body() }
  }

  /// Runs the closure for the cause of the change that has reached the effect. A run may itself have made that change, and then
  /// the cause isn't that of this code.
  @inline(never)
  private func runForCause() { Turn.act(for: existingReaction?.takeCause() ?? 0) { body() } }

  private func dropClosure() {
    body = BorrowedAction { preconditionFailure("A computation that is released is not run again.") }
    unsafe connection?.release()
    connection = nil
  }
}
