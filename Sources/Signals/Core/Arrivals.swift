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
