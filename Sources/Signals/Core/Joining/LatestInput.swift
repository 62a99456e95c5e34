/// An input that holds its last value.
@usableFromInline
package final class LatestInput<Value: Sendable, Output: Sendable>: JoinInput<Output> {
  @safe @exclusivity(unchecked) @usableFromInline var staged: Value?
  @safe @exclusivity(unchecked) @usableFromInline var stagedNumber: UInt = 0
  @safe @exclusivity(unchecked) @usableFromInline package var value: Value?

  @usableFromInline
  package override init(_ join: Join<Output>) { super.init(join) }

  @inlinable
  package func listen(to signal: Signal<Value>) {
    guard connection.isOpen else { return }
    signal.attach(
      Downstream(receiver: self) { value, receiver in
        unsafe unsafeDowncast(receiver, to: LatestInput<Value, Output>.self).receive(value)
      },
      connection)
  }

  @inlinable
  func receive(_ value: Value) {
    guard connection.isOpen else { return }
    count &+= 1
    switch join.staging(from: connection) {
    case .untilTurnSettles:
      staged = value
      stagedNumber = count
      if join.listsStaged { list() }
    case .forNow:
      staged = value
      stagedNumber = count
      if join.listsStaged { list() }
      join.flush(in: nil)
    case let elsewhere:
      let number = count
      join.keep({ [self] in apply(value, number) }, in: elsewhere)
    }
  }

  @inlinable
  func apply(_ value: Value, _ number: UInt) {
    // The turn causes an emission even if its value is older than the present one.
    join.hasNewValue = true
    guard number > committed else { return }
    committed = number
    self.value = value
    if pendingEnd != nil { applyPendingEnd() }
  }

  @usableFromInline
  override var hasValue: Bool { value != nil }

  /// The value. Requires `hasValue`.
  @usableFromInline var held: Value {
    guard let value else { preconditionFailure("The input holds no value: check hasValue before held.") }
    return value
  }

  @inlinable
  package override func commit() {
    if let staged {
      apply(staged, stagedNumber)
      self.staged = nil
    }
    super.commit()
  }

  @usableFromInline
  package override func takeStaged() -> OwnerAction? {
    let value = staged
    let number = stagedNumber
    let end = super.takeStaged()
    guard value != nil || end != nil else { return nil }
    staged = nil
    return { [self] in
      if let value { apply(value, number) }
      end?()
    }
  }
}
