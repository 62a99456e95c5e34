public import Signals

extension ObservableElements {
  /// The results of a closure for all elements, in their order.
  ///
  /// ```swift
  /// let rows = people.mapped { Row($0) }
  /// ```
  ///
  /// The closure is called once for each element that is inserted. An element that moves keeps its result, so a result may be an
  /// object with an identity of its own. The closure is called again for an element when something has changed that it has read
  /// of it, such as an observed property; a second result that is equal to the first is no change.
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func mapped<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Result> {
    DerivedArray(TransformedElements(NodeInfo(.operator, "mapped", file, line), nil, _input, Rule { transform($0) }))
  }

  /// The results of a closure that depends on an observable value, for all elements and in their order.
  ///
  /// ```swift
  /// let prices = products.mapped(by: currency) { product, currency in product.price(in: currency) }
  /// ```
  ///
  /// When the value changes, the closure is called for all elements, and only those results are reported that are not equal to
  /// the ones before.
  ///
  /// - Returns: an array that follows this collection and the value, and is to be kept like a property.
  public func mapped<Parameter: Sendable, Result: Sendable>(
    by value: ObservableValue<Parameter>, _ transform: @escaping @Sendable (Element, Parameter) -> Result,
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Result> {
    DerivedArray(
      TransformedElements(
        NodeInfo(.operator, "mapped", file, line), nil, _input,
        Rule(value) { parameter in { transform($0, parameter) } }))
  }

  /// The results of a closure of the main actor for all elements, in their order: see ``DerivedArray``.
  ///
  /// ```swift
  /// let rows = people.mapped(on: .main) { Row($0) }
  /// ```
  public func mapped<Result: Sendable>(
    on actor: OperatorActor, _ transform: @escaping @MainActor @Sendable (Element) -> Result,
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Result> {
    let transform = unisolated(transform)
    return DerivedArray(
      TransformedElements(
        NodeInfo(.operator, "mapped", file, line), .home(of: actor), _input, Rule { transform($0) }))
  }
}
