/// One input of a join: where what it brings is put aside for the end of the turn, and how it ended.
///
/// What is put aside belongs to the turn that has claimed the join's room. The rest belongs to the join's owner.
@usableFromInline
package class JoinInput<Output: Sendable>: Receiver {
  @usableFromInline final let join: Join<Output>
  @usableFromInline final let line: Line
  @exclusivity(unchecked) @usableFromInline final var endAside: End?
  /// How the input has ended, if it has.
  @exclusivity(unchecked) @usableFromInline final var end: End?

  @usableFromInline
  package init(_ join: Join<Output>) {
    self.join = join
    line = join.makeInput()
  }

  @usableFromInline
  package final override func receive(_ end: End) {
    guard line.cancel() else { return }
    switch join.room(on: line) {
    case .input: endAside = end
    case .inputForNow:
      endAside = end
      join.speak(in: nil)
    case let elsewhere: join.keep({ [self] in learn(end) }, in: elsewhere)
    }
  }

  private final func learn(_ end: End) {
    self.end = end
    join.hasEnds = true
  }

  /// Takes in what was put aside.
  @inlinable
  package func takeIn() { if endAside != nil { takeInEnd() } }

  @usableFromInline
  final func takeInEnd() {
    guard let end = endAside else { return }
    endAside = nil
    learn(end)
  }

  /// Whether the input has brought a value.
  @usableFromInline
  var hasValue: Bool { preconditionFailure("An input has to say whether it has brought a value.") }

  /// Takes out what was put aside, to be taken in later.
  @usableFromInline
  package func takeOut() -> Deed? {
    guard let end = endAside else { return nil }
    endAside = nil
    return { [self] in learn(end) }
  }
}

/// An input of which only the last value counts.
@usableFromInline
package final class Latest<Value: Sendable, Output: Sendable>: JoinInput<Output> {
  @exclusivity(unchecked) @usableFromInline var aside: Value?
  @exclusivity(unchecked) @usableFromInline package var value: Value?

  @usableFromInline
  package override init(_ join: Join<Output>) { super.init(join) }

  @inlinable
  package func listen(to signal: Signal<Value>) {
    guard line.isOpen else { return }
    signal.attach(
      Downstream(receiver: self) { value, receiver in
        unsafeDowncast(receiver, to: Latest<Value, Output>.self).put(value)
      },
      line)
  }

  @inlinable
  func put(_ value: Value) {
    guard line.isOpen else { return }
    switch join.room(on: line) {
    case .input: aside = value
    case .inputForNow:
      aside = value
      join.speak(in: nil)
    case let elsewhere: join.keep({ [self] in learn(value) }, in: elsewhere)
    }
  }

  @inlinable
  func learn(_ value: Value) {
    self.value = value
    join.hasNews = true
  }

  @usableFromInline
  override var hasValue: Bool { value != nil }

  /// The value, where `hasValue` says that there is one.
  @usableFromInline var held: Value {
    guard let value else { preconditionFailure("An input was asked for its value before it had one.") }
    return value
  }

  @inlinable
  package override func takeIn() {
    if let aside {
      learn(aside)
      self.aside = nil
    }
    super.takeIn()
  }

  @usableFromInline
  package override func takeOut() -> Deed? {
    let value = aside
    let end = super.takeOut()
    guard value != nil || end != nil else { return nil }
    aside = nil
    return { [self] in
      if let value { learn(value) }
      end?()
    }
  }
}

/// An input of which every value counts.
@usableFromInline
package final class Arrivals<Value: Sendable, Output: Sendable>: JoinInput<Output> {
  @exclusivity(unchecked) @usableFromInline var aside: ContiguousArray<Value> = []
  /// What has come since the join last spoke.
  @exclusivity(unchecked) @usableFromInline package var values: ContiguousArray<Value> = []

  @usableFromInline
  package override init(_ join: Join<Output>) { super.init(join) }

  @inlinable
  package func listen(to signal: Signal<Value>) {
    guard line.isOpen else { return }
    signal.attach(
      Downstream(receiver: self) { value, receiver in
        unsafeDowncast(receiver, to: Arrivals<Value, Output>.self).put(value)
      },
      line)
  }

  @inlinable
  func put(_ value: Value) {
    guard line.isOpen else { return }
    switch join.room(on: line) {
    case .input: aside.append(value)
    case .inputForNow:
      aside.append(value)
      join.speak(in: nil)
    case let elsewhere: join.keep({ [self] in values.append(value) }, in: elsewhere)
    }
  }

  @inlinable
  package override func takeIn() {
    if values.isEmpty { swap(&values, &aside) } else { values += aside }
    aside.removeAll(keepingCapacity: true)
    super.takeIn()
  }

  @usableFromInline
  package override func takeOut() -> Deed? {
    let taken = aside
    let end = super.takeOut()
    guard !taken.isEmpty || end != nil else { return nil }
    aside = []
    return { [self] in
      values += taken
      end?()
    }
  }

  @usableFromInline
  override var hasValue: Bool { !values.isEmpty }
}
