/// An observer of a producer, with its connection. A call borrows it in place, so the call retains nothing.
@usableFromInline
struct Observer<Value>: ~Copyable {
  @usableFromInline let downstream: Downstream<Value>
  @usableFromInline let connection: Connection

  @inlinable
  init(_ downstream: Downstream<Value>, _ connection: Connection) {
    self.downstream = downstream
    self.connection = connection
  }

  @inlinable
  borrowing func observe(_ value: Value) throws { try downstream.step(value, downstream.receiver) }

  static func vacant() -> Observer {
    Observer(Downstream(receiver: Vacancy.receiver) { _, _ in }, Vacancy.connection)
  }

  @usableFromInline var isVacant: Bool { connection === Vacancy.connection }
}

/// The parts of a vacant observer, which takes the place of one that has left. It can be called like any other.
private enum Vacancy {
  static let connection = Connection.make()
  static let receiver = VacantReceiver()
}

// Unchecked, because it has no state.
private final class VacantReceiver: Receiver, @unchecked Sendable {
  override func receive(_ end: End) {}
}
