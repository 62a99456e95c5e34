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
