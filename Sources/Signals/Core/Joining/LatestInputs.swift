/// Any number of inputs of a join, each with values of its own type.
///
/// A class, since the Swift 6.3 compiler crashes if a closure within a closure captures a pack.
@usableFromInline
package final class LatestInputs<Output: Sendable, each Value: Sendable> {
  private let inputs: (repeat LatestInput<each Value, Output>)
  @usableFromInline let all: [JoinInput<Output>]

  @usableFromInline
  package init(_ inputs: repeat LatestInput<each Value, Output>) {
    self.inputs = (repeat each inputs)
    var all: [JoinInput<Output>] = []
    for input in repeat each inputs { all.append(input) }
    self.all = all
  }

  @usableFromInline
  package func listen(to signals: repeat Signal<each Value>) { repeat (each inputs).listen(to: each signals) }

  @usableFromInline
  package func commit() {
    for input in all { input.commit() }
  }

  /// The values of all inputs, once each holds one.
  @usableFromInline
  package var values: (repeat each Value)? {
    for input in all {
      guard input.hasValue else { return nil }
    }
    return (repeat (each inputs).held)
  }
}
