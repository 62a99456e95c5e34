/// One input of a join: where what it brings is put aside for the end of the turn, and how it ended.
///
/// Turns that overlap don't settle in the order in which they brought something: a transaction may last while other
/// threads send. So what comes is counted, and taken in by its number: nothing older takes the place of something newer,
/// and an end waits for what came before it (C4). Only a failure doesn't.
///
/// What is put aside belongs to the turn that has claimed the join's room, and the count to whoever brings. The rest
/// belongs to the join's owner.
@usableFromInline
package class JoinInput<Output: Sendable>: Receiver {
  @usableFromInline final let join: Join<Output>
  @usableFromInline final let line: Line
  /// How many values have come.
  @exclusivity(unchecked) @usableFromInline final var count: UInt = 0
  @exclusivity(unchecked) @usableFromInline final var endAside: End?
  /// The number of the last value that was taken in.
  @exclusivity(unchecked) @usableFromInline final var taken: UInt = 0
  /// The end, while it waits for values that came before it.
  @exclusivity(unchecked) @usableFromInline final var waitingEnd: End?
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
    // Nobody counts any more.
    if case .finished = end, taken < count {
      waitingEnd = end
    } else {
      waitingEnd = nil
      self.end = end
      join.hasEnds = true
    }
  }

  /// Looks whether that was the value for which an end waits.
  @usableFromInline
  final func learnWaitingEnd() {
    if let end = waitingEnd { learn(end) }
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
  @exclusivity(unchecked) @usableFromInline var asideNumber: UInt = 0
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
    count &+= 1
    switch join.room(on: line) {
    case .input:
      aside = value
      asideNumber = count
    case .inputForNow:
      aside = value
      asideNumber = count
      join.speak(in: nil)
    case let elsewhere:
      let number = count
      join.keep({ [self] in learn(value, number) }, in: elsewhere)
    }
  }

  @inlinable
  func learn(_ value: Value, _ number: UInt) {
    // The turn has its say in any case, be it with something newer.
    join.hasNews = true
    guard number > taken else { return }
    taken = number
    self.value = value
    if waitingEnd != nil { learnWaitingEnd() }
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
      learn(aside, asideNumber)
      self.aside = nil
    }
    super.takeIn()
  }

  @usableFromInline
  package override func takeOut() -> Deed? {
    let value = aside
    let number = asideNumber
    let end = super.takeOut()
    guard value != nil || end != nil else { return nil }
    aside = nil
    return { [self] in
      if let value { learn(value, number) }
      end?()
    }
  }
}

/// An input of which every value counts.
@usableFromInline
package final class Arrivals<Value: Sendable, Output: Sendable>: JoinInput<Output> {
  /// Values that came one after the other, and the number of the first.
  @exclusivity(unchecked) @usableFromInline var aside: ContiguousArray<Value> = []
  @exclusivity(unchecked) @usableFromInline var asideNumber: UInt = 0
  /// Those that came after another turn had brought something.
  @exclusivity(unchecked) @usableFromInline var asideLater: ContiguousArray<(number: UInt, value: Value)> = []
  /// What has come since the join last spoke.
  @exclusivity(unchecked) @usableFromInline package var values: ContiguousArray<Value> = []
  /// What waits for values that came before it, in turns that have yet to settle.
  @exclusivity(unchecked) @usableFromInline var early: ContiguousArray<(number: UInt, value: Value)> = []

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
    count &+= 1
    switch join.room(on: line) {
    case .input: putAside(value)
    case .inputForNow:
      putAside(value)
      join.speak(in: nil)
    case let elsewhere:
      let number = count
      join.keep({ [self] in learn(value, number) }, in: elsewhere)
    }
  }

  @inlinable
  func putAside(_ value: Value) {
    if aside.isEmpty { asideNumber = count }
    if count == asideNumber &+ UInt(bitPattern: aside.count) {
      aside.append(value)
    } else {
      asideLater.append((count, value))
    }
  }

  @usableFromInline
  func learn(_ value: Value, _ number: UInt) {
    guard number == taken + 1 else { return early.append((number, value)) }
    taken = number
    values.append(value)
    if !early.isEmpty { learnEarly() }
    if waitingEnd != nil { learnWaitingEnd() }
  }

  private func learnEarly() {
    while let index = early.firstIndex(where: { $0.number == taken + 1 }) {
      taken += 1
      values.append(early.remove(at: index).value)
    }
  }

  @inlinable
  package override func takeIn() {
    if !aside.isEmpty {
      if asideNumber == taken &+ 1, asideLater.isEmpty, early.isEmpty, waitingEnd == nil {
        taken &+= UInt(bitPattern: aside.count)
        if values.isEmpty { swap(&values, &aside) } else { values += aside }
        aside.removeAll(keepingCapacity: true)
      } else {
        takeInByNumber()
      }
    }
    super.takeIn()
  }

  @usableFromInline
  func takeInByNumber() {
    for (number, value) in takeNumbered() { learn(value, number) }
  }

  private func takeNumbered() -> [(number: UInt, value: Value)] {
    let numbered = aside.enumerated().map { (asideNumber + UInt($0.offset), $0.element) } + asideLater
    aside.removeAll(keepingCapacity: true)
    asideLater = []
    return numbered
  }

  @usableFromInline
  package override func takeOut() -> Deed? {
    let numbered = takeNumbered()
    let end = super.takeOut()
    guard !numbered.isEmpty || end != nil else { return nil }
    return { [self] in
      for (number, value) in numbered { learn(value, number) }
      end?()
    }
  }

  @usableFromInline
  override var hasValue: Bool { !values.isEmpty }
}
