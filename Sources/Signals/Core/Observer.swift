/// What hangs on a producer by a line. It is called where it lies, by borrowing, so that a call retains nothing.
@usableFromInline
struct Observer<Value>: ~Copyable {
  @usableFromInline let downstream: Downstream<Value>
  @usableFromInline let line: Line

  @inlinable
  init(_ downstream: Downstream<Value>, _ line: Line) {
    self.downstream = downstream
    self.line = line
  }

  @inlinable
  borrowing func observe(_ value: Value) throws { try downstream.step(value, downstream.receiver) }

  static func vacant() -> Observer {
    Observer(Downstream(receiver: Vacancy.receiver) { _, _ in }, Vacancy.line)
  }

  @usableFromInline var isVacant: Bool { line === Vacancy.line }
}

/// What stands in the place of an observer that has gone: it can be called like any other.
private enum Vacancy {
  static let line = Line()
  static let receiver = VacantReceiver()
}

// Unchecked, because it has nothing to share.
private final class VacantReceiver: Receiver, @unchecked Sendable {
  override func receive(_ end: End) {}
}
