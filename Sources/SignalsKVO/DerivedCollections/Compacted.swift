public import Signals

extension ObservableElements {
  /// The results of a closure for all elements, in their order and without those that are nil.
  ///
  /// ```swift
  /// let numbers = fields.compacted { Int($0.text) }
  /// ```
  ///
  /// The closure is called as in ``mapped(_:file:line:)``. An element whose result becomes nil, or is no longer nil, is reported
  /// as removed or inserted.
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func compacted<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result?, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Result> {
    DerivedArray(TransformedElements(NodeInfo(.operator, "compacted", file, line), nil, _input, Rule(transform)))
  }

  /// The elements that are not nil.
  ///
  /// ```swift
  /// let present = slots.compacted()
  /// ```
  public func compacted<Wrapped: Sendable>(
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Wrapped> where Element == Wrapped? { compacted({ $0 }, file: file, line: line) }

  /// The results of a closure of the main actor for all elements, without those that are nil: see ``DerivedArray``.
  ///
  /// ```swift
  /// let numbers = fields.compacted(on: .main) { Int($0.text) }
  /// ```
  public func compacted<Result: Sendable>(
    on actor: OperatorActor, _ transform: @escaping @MainActor @Sendable (Element) -> Result?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Result> {
    DerivedArray(
      TransformedElements(
        NodeInfo(.operator, "compacted", file, line), .home(of: actor), _input, Rule(unisolated(transform))))
  }
}
