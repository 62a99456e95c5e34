public import Signals

extension ObservableElements {
  /// The elements that satisfy a predicate.
  ///
  /// ```swift
  /// let active = people.filtered { $0.isActive }
  /// ```
  ///
  /// The predicate is called once for each element that is inserted, and again for an element when something has changed that
  /// it has read of it, such as an observed property. For a predicate that depends on a value outside of the elements, see
  /// ``filtered(by:_:file:line:)``.
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func filtered(
    _ isIncluded: @escaping @Sendable (Element) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      TransformedElements(
        NodeInfo(.operator, "filtered", file, line), nil, _input, Rule { isIncluded($0) ? $0 : nil },
        isSame: { _, _ in true }))
  }

  /// The elements that satisfy a predicate which depends on an observable value.
  ///
  /// ```swift
  /// let found = people.filtered(by: searchText) { person, text in person.name.contains(text) }
  /// ```
  ///
  /// When the value changes, the predicate is called for all elements, and only those are reported whose answer is another one.
  ///
  /// - Returns: an array that follows this collection and the value, and is to be kept like a property.
  public func filtered<Parameter: Sendable>(
    by value: ObservableValue<Parameter>, _ isIncluded: @escaping @Sendable (Element, Parameter) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      TransformedElements(
        NodeInfo(.operator, "filtered", file, line), nil, _input,
        Rule(value) { parameter in { isIncluded($0, parameter) ? $0 : nil } }, isSame: { _, _ in true }))
  }

  /// The elements that satisfy a predicate of the main actor: see ``DerivedArray``.
  ///
  /// ```swift
  /// let active = people.filtered(on: .main) { $0.isActive }
  /// ```
  public func filtered(
    on actor: OperatorActor, _ isIncluded: @escaping @MainActor @Sendable (Element) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element> {
    let isIncluded = unisolated(isIncluded)
    return DerivedArray(
      TransformedElements(
        NodeInfo(.operator, "filtered", file, line), .home(of: actor), _input, Rule { isIncluded($0) ? $0 : nil },
        isSame: { _, _ in true }))
  }
}
