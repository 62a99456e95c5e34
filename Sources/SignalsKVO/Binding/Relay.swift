public import Signals

/// How far a thread has gone from one bound property to the next. What lies too deep is done by the outermost, after all that
/// it has under way: so a chain of any length needs a bounded stack.
@usableFromInline
struct Relay {
  private var depth = 1
  private var waiting: ContiguousArray<() -> Void> = []
  private var next = 0

  private static let mark = ThreadMark()
  private static let deepest = 32

  private static var current: UnsafeMutablePointer<Relay>? { mark.value?.assumingMemoryBound(to: Relay.self) }

  /// Runs `body`, or has what `later` answers run later.
  @inline(__always)
  @usableFromInline
  static func run(_ body: () -> Void, orLater later: () -> (() -> Void)) {
    if let current {
      if current.pointee.depth == deepest { return current.pointee.waiting.append(later()) }
      current.pointee.depth += 1
      body()
      current.pointee.depth -= 1
      return
    }
    var relay = Relay()
    withUnsafeMutablePointer(to: &relay) { pointer in
      mark.value = UnsafeMutableRawPointer(pointer)
      body()
      while let next = pointer.pointee.take() { next() }
      mark.value = nil
    }
  }

  private mutating func take() -> (() -> Void)? {
    guard next < waiting.count else { return nil }
    defer { next += 1 }
    return waiting[next]
  }
}

extension Unmanaged<Line>? {
  /// What runs `body` later in the turn that is under way now where this line comes from.
  @usableFromInline
  func later(_ body: @escaping () -> Void) -> () -> Void {
    guard let turn = self?.takeUnretainedValue().turnUnderWay ?? Surroundings.turn?.takeUnretainedValue() else {
      return body
    }
    turn.eventWaits()
    return {
      Surroundings.put(up: turn, around: body)
      turn.eventHasBeenEverywhere()
    }
  }
}
