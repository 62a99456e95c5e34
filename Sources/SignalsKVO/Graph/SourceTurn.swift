internal import Signals

/// The turn of a change of a state without a hub, on the stack of the thread that has made the change.
@usableFromInline
@safe
struct SourceTurn {
  /// The node of the state. It is only compared.
  private let source: ObjectIdentifier
  /// The reactions to later changes of the same state, which the reactions of this turn have made, each with the transaction
  /// that the change was part of.
  private var waiting = FIFO<(reached: ReactionList, transaction: Turn?)>()
  /// The hub of the state, if that was made meanwhile. This thread owns it until the end of the turn.
  private var hub: Unmanaged<Producer>?
  /// The turn during which this thread has made the change.
  private let outer: LivePointer<SourceTurn>?

  private static let slot = ThreadContext<SourceTurn>()

  private init(_ source: ObjectIdentifier, outer: LivePointer<SourceTurn>?) {
    self.source = source
    self.outer = outer
  }

  /// Has all reactions to a change of `source` act, under no lock: after the turn of the same state that this thread is in;
  /// else when the transaction around this ends; else now.
  static func settle(_ reached: ReactionList, of node: StateSource) {
    let (place, transactions) = (slot.place, TurnContext.slot.place)
    let transaction = unsafe transactions.pointee?.pointee.transaction
    let outer = place.pointee
    let source = ObjectIdentifier(node)
    var next = outer
    while let turn = next {
      if turn.pointee.source == source {
        let transaction = unsafe transaction?.takeUnretainedValue()
        var reached = reached
        reached.joinSettlingTurn { node.isFeedPending(besides: $0) }
        if reached.isEmpty { return }
        transaction?.eventWaits()
        return turn.pointee.waiting.append((reached, transaction))
      }
      next = turn.pointee.outer
    }
    if let transaction = unsafe transaction {
      return unsafe transaction._withUnsafeGuaranteedRef { reached.pass(to: $0) { node.isFeedPending(besides: $0) } }
    }
    slot.put(SourceTurn(source, outer: outer), over: outer, at: place) { current in
      settle(reached, of: node, at: transactions)
      while let (reached, transaction) = current.pointee.waiting.popFirst() {
        if let transaction {
          reached.pass(to: transaction)
          transaction.eventHasBeenEverywhere()
        } else {
          settle(reached, of: node, at: transactions)
        }
      }
      unsafe current.pointee.hub?._withUnsafeGuaranteedRef { $0.leave(currentThread()) }
    }
  }

  /// Has this thread own a hub until the turn of its state is over, if the thread is in one. The hub was made in the middle of
  /// the turn, and the events that this thread submits follow the turn (C4, C5).
  @usableFromInline
  @inline(never)
  static func keepBusy(_ hub: Producer, of source: StateSource) {
    let source = ObjectIdentifier(source)
    var next = slot.current
    while let turn = next {
      next = turn.pointee.outer
      guard turn.pointee.source == source else { continue }
      if unsafe turn.pointee.hub == nil, hub.takeOver(currentThread()) {
        unsafe turn.pointee.hub = .passUnretained(hub)
      }
      return
    }
  }

  /// Has the reactions act in a turn of their own, if they need one.
  @inline(__always)
  private static func settle(
    _ reached: ReactionList, of node: StateSource, at place: ThreadContext<TurnContext>.Place
  ) {
    if reached.settleIfEffects() { return }
    let turn = unsafe Turn.begin(at: place)
    unsafe turn._withUnsafeGuaranteedRef { reached.pass(to: $0) { node.isFeedPending(besides: $0) } }
    unsafe Turn.settle(turn, at: place)
  }
}
