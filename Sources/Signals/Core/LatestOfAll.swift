/// Any number of inputs of a join, of any types.
///
/// An object, since the 6.3 compiler crashes where a closure within a closure captures a pack.
@usableFromInline
package final class LatestOfAll<Output: Sendable, each Value: Sendable> {
  private let inputs: (repeat Latest<each Value, Output>)
  @usableFromInline let all: [JoinInput<Output>]

  @usableFromInline
  package init(_ inputs: repeat Latest<each Value, Output>) {
    self.inputs = (repeat each inputs)
    var all: [JoinInput<Output>] = []
    for input in repeat each inputs { all.append(input) }
    self.all = all
  }

  @usableFromInline
  package func listen(to signals: repeat Signal<each Value>) { repeat (each inputs).listen(to: each signals) }

  @usableFromInline
  package func takeIn() {
    for input in all { input.takeIn() }
  }

  /// What all of them hold, once each has brought something.
  @usableFromInline
  package var values: (repeat each Value)? {
    for input in all {
      guard input.hasValue else { return nil }
    }
    return (repeat (each inputs).held)
  }
}
