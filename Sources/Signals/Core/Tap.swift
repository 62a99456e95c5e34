/// The bottom of a subscription for somebody outside of this module: what comes is told with the line by which it came, so
/// that what it brings about can belong to its turn.
// Unchecked: nothing of it ever changes, and it is called by one thread at a time as any receiver.
@usableFromInline
package final class Tap<Value: Sendable>: Receiver, @unchecked Sendable {
  @usableFromInline package let line: Line
  @usableFromInline let outlet: Outlet
  @usableFromInline let end: () -> Void

  /// Called where it lies, by borrowing, so that a call retains nothing.
  @usableFromInline
  struct Outlet: ~Copyable {
    @usableFromInline let body: (Value, Unmanaged<Line>) -> Void

    @inlinable
    init(_ body: @escaping (Value, Unmanaged<Line>) -> Void) { self.body = body }

    @inlinable
    borrowing func tell(_ value: Value, by line: Unmanaged<Line>) { body(value, line) }
  }

  @inlinable
  package init(
    _ hear: @escaping (Value, Unmanaged<Line>) -> Void, atEnd end: @escaping () -> Void, seenAs making: Making
  ) {
    line = Line.ofTap(making)
    outlet = Outlet(hear)
    self.end = end
  }

  @usableFromInline
  package override func receive(_ end: End) { if line.cancel() { self.end() } }
}

extension Hub {
  /// Makes a tap an observer.
  @inlinable
  package func add(_ tap: Tap<Value>, seenAs making: Making) {
    add(
      Downstream(receiver: tap) { value, receiver in
        let tap = unsafeDowncast(receiver, to: Tap<Value>.self)
        if tap.line.isOpen { tap.outlet.tell(value, by: .passUnretained(tap.line)) }
      },
      tap.line, seenAs: making)
  }
}
