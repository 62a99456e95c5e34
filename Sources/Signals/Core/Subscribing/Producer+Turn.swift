// The turn of the event under way (C10). All of it belongs to the owner.

extension Producer {
  /// The turn of the event that `thread`, which owns this, is handling here. It is created on demand.
  @usableFromInline
  package final func currentTurn(_ thread: UInt) -> Unmanaged<Turn> {
    unsafe beginning(thread)._withUnsafeGuaranteedRef { unsafe $0.turn ?? $0.beginTurn() }
  }

  /// The turn for what an operator causes here in the course of the event that `thread` is handling.
  ///
  /// It need not become the turn of the event: a transaction that a handler has begun ends before the event does.
  final func turnForOperator(_ thread: UInt) -> Unmanaged<Turn> {
    unsafe beginning(thread)._withUnsafeGuaranteedRef { producer in
      unsafe producer.turn ?? producer.surroundingTurn(fromAbove: producer.inbound != nil) ?? producer.beginTurn()
    }
  }

  /// The first producer on the way up that knows the turn of the event; the one where the event begins, if none does.
  @inline(__always)
  private final func beginning(_ thread: UInt) -> Unmanaged<Producer> {
    var producer = unsafe Unmanaged.passUnretained(self)
    while let above = unsafe producer._withUnsafeGuaranteedRef({ producer -> Unmanaged<Producer>? in
      guard unsafe producer.turn == nil, let inbound = producer.inbound else { return nil }
      return unsafe inbound._withUnsafeGuaranteedRef { unsafe $0.producer(ownedBy: thread) }
    }) {
      unsafe producer = above
    }
    return unsafe producer
  }

  @inline(__always)
  private final func beginTurn() -> Unmanaged<Turn> {
    hasDeferredWork = true
    if let surrounding = unsafe surroundingTurn(fromAbove: inbound != nil) {
      turn = unsafe surrounding
      return unsafe surrounding
    }
    let begun = unsafe ownTurn ?? .passRetained(Turn())
    ownTurn = unsafe begun
    turn = unsafe begun
    return unsafe begun
  }

  /// Makes the event that begins here part of the turn during which an operator subscribes, if there is one.
  final func adoptEmissionTurn() {
    turn = unsafe TurnContext.emission
    if unsafe turn != nil { hasDeferredWork = true }
  }

  /// The turn of an event that begins here or arrives here.
  ///
  /// - Parameter fromAbove: whether it arrived by a connection.
  @usableFromInline
  final func surroundingTurn(fromAbove: Bool) -> Unmanaged<Turn>? {
    unsafe acceptsProgramEvents && !fromAbove ? TurnContext.transaction : TurnContext.emission
  }

  /// The turn that the event under way was sent in, if it had to wait here.
  final var resumedTurn: Unmanaged<Turn>? { turn }

  /// Ends the turn after the event has reached every subscriber downstream. While its participants settle, it is still the
  /// turn of the event: an operator that one of them reaches may subscribe here.
  @usableFromInline
  final func endTurn() {
    guard let ended = turn else { return }
    defer { turn = nil }
    guard let ownTurn, unsafe ownTurn.toOpaque() == ended.toOpaque() else { return }
    if unsafe !ended._withUnsafeGuaranteedRef({ $0.end() }) {
      // Waiting events of the turn retain it. The next event gets another turn.
      self.ownTurn = nil
      unsafe ended.release()
    }
  }

  /// Delivers an event of its own turn in the middle of the event under way.
  final func interpose(_ deliver: () -> Void) {
    let outer = (inbound, turn, ownTurn)
    (inbound, turn, ownTurn) = (nil, nil, nil)
    deliver()
    endTurn()
    unsafe ownTurn?.release()
    (inbound, turn, ownTurn) = unsafe outer
  }

  /// Delivers an event that waited here, as part of the turn in which it was sent.
  @usableFromInline
  final func resume(_ turn: Turn, _ deliver: () -> Void) {
    let outer = self.turn
    self.turn = unsafe .passUnretained(turn)
    deliver()
    // This may settle the turn, which is still that of the event then: see `endTurn()`.
    turn.eventHasBeenEverywhere()
    self.turn = unsafe outer
  }
}
