/// An input that keeps every value until the join emits.
@usableFromInline
package final class QueueInput<Value: Sendable, Output: Sendable>: JoinInput<Output> {
  /// Consecutive values, and the number of the first.
  @safe @exclusivity(unchecked) @usableFromInline var staged: ContiguousArray<Value> = []
  @safe @exclusivity(unchecked) @usableFromInline var stagedNumber: UInt = 0
  /// Values that arrived after a value of another turn.
  @safe @exclusivity(unchecked) @usableFromInline var stagedLater: ContiguousArray<(number: UInt, value: Value)> = []
  /// The values since the last emission.
  @safe @exclusivity(unchecked) @usableFromInline package var values: ContiguousArray<Value> = []
  /// Values that wait for earlier ones, which belong to turns that have yet to settle.
  @safe @exclusivity(unchecked) @usableFromInline var early: ContiguousArray<(number: UInt, value: Value)> = []

  @usableFromInline
  package override init(_ join: Join<Output>) { super.init(join) }

  @inlinable
  package func listen(to signal: Signal<Value>) {
    guard connection.isOpen else { return }
    signal.attach(
      Downstream(receiver: self) { value, receiver in
        unsafe unsafeDowncast(receiver, to: QueueInput<Value, Output>.self).receive(value)
      },
      connection)
  }

  @inlinable
  func receive(_ value: Value) {
    guard connection.isOpen else { return }
    count &+= 1
    switch join.staging(from: connection) {
    case .untilTurnSettles: stage(value)
    case .forNow:
      stage(value)
      join.flush(in: nil)
    case let elsewhere:
      let number = count
      join.keep({ [self] in apply(value, number) }, in: elsewhere)
    }
  }

  @inlinable
  func stage(_ value: Value) {
    if join.listsStaged { list() }
    if staged.isEmpty { stagedNumber = count }
    if count == stagedNumber &+ UInt(bitPattern: staged.count) {
      staged.append(value)
    } else {
      stagedLater.append((count, value))
    }
  }

  @usableFromInline
  func apply(_ value: Value, _ number: UInt) {
    guard number == committed + 1 else { return early.append((number, value)) }
    committed = number
    values.append(value)
    if !early.isEmpty { applyEarly() }
    if pendingEnd != nil { applyPendingEnd() }
  }

  private func applyEarly() {
    while let index = early.firstIndex(where: { $0.number == committed + 1 }) {
      committed += 1
      values.append(early.remove(at: index).value)
    }
  }

  @inlinable
  package override func commit() {
    if !staged.isEmpty {
      if stagedNumber == committed &+ 1, stagedLater.isEmpty, early.isEmpty, pendingEnd == nil {
        committed &+= UInt(bitPattern: staged.count)
        if values.isEmpty { swap(&values, &staged) } else { values += staged }
        staged.removeAll(keepingCapacity: true)
      } else {
        commitByNumber()
      }
    }
    super.commit()
  }

  @usableFromInline
  func commitByNumber() {
    for (number, value) in takeNumbered() { apply(value, number) }
  }

  private func takeNumbered() -> [(number: UInt, value: Value)] {
    let numbered = staged.enumerated().map { (stagedNumber + UInt($0.offset), $0.element) } + stagedLater
    staged.removeAll(keepingCapacity: true)
    stagedLater = []
    return numbered
  }

  @usableFromInline
  package override func takeStaged() -> OwnerAction? {
    let numbered = takeNumbered()
    let end = super.takeStaged()
    guard !numbered.isEmpty || end != nil else { return nil }
    return { [self] in
      for (number, value) in numbered { apply(value, number) }
      end?()
    }
  }

  @usableFromInline
  override var hasValue: Bool { !values.isEmpty }
}
