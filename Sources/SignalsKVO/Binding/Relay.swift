public import Signals

/// Bounds the depth of writes from one bound property to the next. A write that lies too deep is done by the outermost
/// one, after all that it has under way: so a chain of any length needs a bounded stack.
@usableFromInline
struct Relay {
  private var depth = 1
  private var waiting = FIFO<() -> Void>()

  private static let slot = ThreadContext<Relay>()
  private static let deepest = 32

  /// Runs what writes to a bound property, or has what `later` answers run later.
  @inline(__always)
  @usableFromInline
  static func run(_ body: () -> Void, orLater later: () -> (() -> Void)) {
    if let current = slot.current {
      if current.pointee.depth == deepest { return current.pointee.waiting.append(later()) }
      current.pointee.depth += 1
      body()
      current.pointee.depth -= 1
      return
    }
    slot.fill(Relay()) { relay in
      body()
      while let next = relay.pointee.waiting.popFirst() { next() }
    }
  }
}

extension Unmanaged<Connection>? {
  /// A closure that runs `body` later in the turn that is under way now where this line comes from.
  @usableFromInline
  func later(_ body: @escaping () -> Void) -> () -> Void {
    guard let turn = unsafe self?.takeUnretainedValue().currentTurn ?? TurnContext.transaction?.takeUnretainedValue()
    else {
      return body
    }
    turn.eventWaits()
    return {
      TurnContext.withTurn(turn, perform: body)
      turn.eventHasBeenEverywhere()
    }
  }
}
