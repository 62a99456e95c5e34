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
