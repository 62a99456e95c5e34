import SignalsKVO

/// A source or a derived value, so that the first values of a graph are computed by the same code as all others.
protocol GraphInput: Sendable {
  var value: Int { get }
}

extension Property: GraphInput where Value == Int {}
extension Derived: GraphInput where Value == Int {}

extension GraphInput {
  func derivedByAdding(_ number: Int) -> Derived<Int> { Derived { value &+ number } }
}

extension PlainNode {
  func derivedByAdding(_ number: Int) -> PlainNode { PlainNode([self]) { self.value &+ number } }
}
