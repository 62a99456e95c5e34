internal import Signals

extension ObservableElements {
  /// The number of elements, as a value that follows them.
  ///
  /// ```swift
  /// let title = people.derivedCount.derived { "\($0) people" }
  /// ```
  ///
  /// - Returns: a value that follows this collection, and is to be kept like a property.
  public var derivedCount: Derived<Int> {
    let input = _input
    return Derived(
      NodeInfo(.operator, "derivedCount", #fileID, #line), isSame: { SignalsKVO.isSame($0, $1) }, home: input.home
    ) { input.count() }
  }

  /// The sum of a number of each element, as a value that follows them.
  ///
  /// ```swift
  /// let total = cart.derivedSum(of: \.price)
  /// ```
  ///
  /// The number is read once for each element that is inserted, and again for an element when something has changed that was read
  /// of it. An edit adds log n numbers, and the sum of floating-point numbers doesn't drift. The sum of integers has to be in their
  /// range, and no part of it.
  ///
  /// - Returns: a value that follows this collection, and is to be kept like a property.
  public func derivedSum<Number: AdditiveArithmetic & Sendable>(
    of number: @escaping @Sendable (Element) -> Number, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Number> {
    let info = NodeInfo(.operator, "derivedSum", file, line)
    let sum = SummedElements(info, _input, number)
    let derived = Derived(info, isSame: { SignalsKVO.isSame($0, $1) }, home: sum.home) { sum.revise() }
    sum.tracker.report(to: derived.computation)
    derived.noteIfRecorded()
    return derived
  }

  /// The smallest value that a closure gives for an element, as a value that follows them; nil if there are no elements.
  ///
  /// ```swift
  /// let cheapest = cart.derivedMin(of: \.price)
  /// ```
  ///
  /// The closure is called as in `sorted(by:)`. A value that doesn't equal itself, as NaN, doesn't count while there are others.
  ///
  /// - Returns: a value that follows this collection, and is to be kept like a property.
  public func derivedMin<Bound: Comparable & Sendable>(
    of bound: @escaping @Sendable (Element) -> Bound, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Bound?> {
    let bounds = mapped(bound, file: file, line: line).sorted(by: { $0 }, file: file, line: line)
    return Derived(
      NodeInfo(.operator, "derivedMin", file, line), isSame: { SignalsKVO.isSame($0, $1) },
      home: bounds.computation.home
    ) { bounds.first }
  }

  /// The greatest value that a closure gives for an element, as a value that follows them; nil if there are no elements.
  ///
  /// ```swift
  /// let latest = articles.derivedMax(of: \.date)
  /// ```
  ///
  /// The closure is called as in `sorted(by:)`. A value that doesn't equal itself, as NaN, doesn't count while there are others.
  ///
  /// - Returns: a value that follows this collection, and is to be kept like a property.
  public func derivedMax<Bound: Comparable & Sendable>(
    of bound: @escaping @Sendable (Element) -> Bound, file: StaticString = #fileID, line: UInt = #line
  ) -> Derived<Bound?> {
    let bounds = mapped(bound, file: file, line: line).sorted(by: { $0 }, ascending: false, file: file, line: line)
    return Derived(
      NodeInfo(.operator, "derivedMax", file, line), isSame: { SignalsKVO.isSame($0, $1) },
      home: bounds.computation.home
    ) { bounds.first }
  }
}

extension ObservableElements where Element: AdditiveArithmetic {
  /// The sum of the elements, as a value that follows them.
  ///
  /// ```swift
  /// let total = prices.derivedSum()
  /// ```
  public func derivedSum(file: StaticString = #fileID, line: UInt = #line) -> Derived<Element> {
    derivedSum(of: { $0 }, file: file, line: line)
  }
}

extension ObservableElements where Element: Comparable {
  /// The smallest element, as a value that follows them; nil if there are none.
  ///
  /// ```swift
  /// let lowest = prices.derivedMin()
  /// ```
  public func derivedMin(file: StaticString = #fileID, line: UInt = #line) -> Derived<Element?> {
    derivedMin(of: { $0 }, file: file, line: line)
  }

  /// The greatest element, as a value that follows them; nil if there are none.
  ///
  /// ```swift
  /// let highest = prices.derivedMax()
  /// ```
  public func derivedMax(file: StaticString = #fileID, line: UInt = #line) -> Derived<Element?> {
    derivedMax(of: { $0 }, file: file, line: line)
  }
}

/// The sum of the numbers of all elements.
// Unchecked, because the thread that runs the computation changes the state.
private final class SummedElements<Input: Sendable, Number: AdditiveArithmetic & Sendable>: ElementFollower,
  @unchecked Sendable
{
  let info: NodeInfo
  let home: ExecutionContext?
  private let reader: ElementReader<Input>
  private var sums = SignalsKVO.sums(of: Number.self)
  private var tree = OrderTree<Input>()
  let tracker: ElementTracker<Input, Number>
  private let number: @Sendable (Input) -> Number

  init(_ info: NodeInfo, _ input: _ElementInput<Input>, _ number: @escaping @Sendable (Input) -> Number) {
    self.info = info
    home = input.home
    reader = ElementReader(input)
    tracker = ElementTracker(info, number)
    self.number = number
  }

  func revise() -> Number {
    checkHome(home, info)
    if unsafe ReadingContext.currentIfAny?.pointee.detached != nil {
      var sums = SignalsKVO.sums(of: Number.self)
      for (index, element) in reader.elements.enumerated() { sums.set(number(element), at: TreePlace(index)) }
      return sums.total
    }
    follow(reader)
    return sums.total
  }

  var inputs: [Input] { tree.array }
  var hasInputs: Bool { !tree.isEmpty }

  func fill(_ elements: [Input]) {
    tree = OrderTree(elements)
    for place in tree.places { evaluate(tree[place], at: place) }
  }

  private func evaluate(_ element: Input, at place: TreePlace) {
    sums.set(tracker.evaluate(element, at: place), at: place)
  }

  func insert(_ element: Input, at index: Int) { evaluate(element, at: tree.insert(element, at: index)) }

  func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(place)
    sums.set(.zero, at: place)
    releaseLater(tree.remove(place))
  }

  func replace(at index: Int, with element: Input) {
    remove(at: index)
    insert(element, at: index)
  }

  func move(from index: Int, to newIndex: Int) { tree.move(tree.place(at: index), to: newIndex) }

  func followRule() -> Bool { false }

  func followElements(isRuleNew: Bool) {
    tracker.evaluateAgain { place, number in sums.set(number, at: place) }
  }
}
