// The turn of the event under way (C10). All of it belongs to the owner.

extension Producer {
  /// The turn of the event that `thread`, which owns this, is handling here. It is created on demand.
  @usableFromInline
  package final func currentTurn(_ thread: UInt) -> Unmanaged<Turn> {
    if let turn { return turn }
    var producer = Unmanaged.passUnretained(self)
    while let inbound = producer._withUnsafeGuaranteedRef({ $0.inbound }),
      let above = inbound._withUnsafeGuaranteedRef({ $0.producer(ownedBy: thread) })
    {
      producer = above
      if let turn = above._withUnsafeGuaranteedRef({ $0.turn }) { return turn }
    }
    return producer._withUnsafeGuaranteedRef { $0.beginTurn() }
  }

  @inline(__always)
  private final func beginTurn() -> Unmanaged<Turn> {
    hasDeferredWork = true
    if let surrounding = surroundingTurn(fromAbove: inbound != nil) {
      turn = surrounding
      return surrounding
    }
    let begun = ownTurn ?? .passRetained(Turn())
    ownTurn = begun
    turn = begun
    return begun
  }

  /// Makes the event that begins here part of the turn during which an operator subscribes, if there is one.
  final func adoptEmissionTurn() {
    turn = TurnContext.emission
    if turn != nil { hasDeferredWork = true }
  }

  /// The turn of an event that begins here or arrives here.
  ///
  /// - Parameter fromAbove: whether it arrived by a connection.
  @usableFromInline
  final func surroundingTurn(fromAbove: Bool) -> Unmanaged<Turn>? {
    acceptsProgramEvents && !fromAbove ? TurnContext.transaction : TurnContext.emission
  }

  /// The turn that the event under way was sent in, if it had to wait here.
  final var resumedTurn: Unmanaged<Turn>? { turn }

  /// Ends the turn after the event has reached every subscriber downstream.
  @usableFromInline
  final func endTurn() {
    guard let ended = turn else { return }
    turn = nil
    guard let ownTurn, ownTurn.toOpaque() == ended.toOpaque() else { return }
    if !ended._withUnsafeGuaranteedRef({ $0.end() }) {
      // Waiting events of the turn retain it. The next event gets another turn.
      self.ownTurn = nil
      ended.release()
    }
  }

  /// Delivers an event of its own turn in the middle of the event under way.
  final func interpose(_ deliver: () -> Void) {
    let outer = (inbound, turn, ownTurn)
    (inbound, turn, ownTurn) = (nil, nil, nil)
    deliver()
    endTurn()
    ownTurn?.release()
    (inbound, turn, ownTurn) = outer
  }

  /// Delivers an event that waited here, as part of the turn in which it was sent.
  @usableFromInline
  final func resume(_ turn: Turn, _ deliver: () -> Void) {
    self.turn = .passUnretained(turn)
    deliver()
    self.turn = nil
    turn.eventHasBeenEverywhere()
  }
}
