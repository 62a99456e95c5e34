internal import Signals

extension ObservableElements {
  /// The first elements, up to a number.
  ///
  /// ```swift
  /// let top = players.sorted(by: \.score, ascending: false).limited(to: 10)
  /// ```
  ///
  /// An element that leaves makes room for the next one, and one that comes in pushes the last one out.
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func limited(to count: Int, file: StaticString = #fileID, line: UInt = #line) -> DerivedArray<Element> {
    requireArgument(
      count >= 0, "limited(to: \(count)): the number of elements is negative; use 0 or more.", file, line)
    return DerivedArray(LimitedElements(NodeInfo(.operator, "limited", file, line), _input, Rule(count)))
  }

  /// The first elements, up to a number that an observable value tells.
  ///
  /// ```swift
  /// let shown = articles.limited(to: pageSize)
  /// ```
  ///
  /// A negative number counts as zero.
  ///
  /// - Returns: an array that follows this collection and the value, and is to be kept like a property.
  public func limited(
    to count: ObservableValue<Int>, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      LimitedElements(NodeInfo(.operator, "limited", file, line), _input, Rule(count) { Swift.max(0, $0) }))
  }
}

/// The contents of `limited`.
// Unchecked, as its superclass.
private final class LimitedElements<Input: Sendable>: CollectionComputation<[Input]>, ArrayContents, ElementFollower,
  @unchecked Sendable
{
  private var tree = OrderTree<Input>()
  private var changes = ArrayChangeList<Input>()
  private let reader: ElementReader<Input>
  private let rule: Rule<Int>
  /// The number of elements that are let through. The rule has a new number before that is followed.
  private var limit = 0
  private var hasLimit = false

  init(_ info: NodeInfo, _ input: _ElementInput<Input>, _ rule: Rule<Int>) {
    reader = ElementReader(input)
    self.rule = rule
    super.init(info, input.home)
  }

  var inputs: [Input] { tree.array }
  var hasInputs: Bool { !tree.isEmpty }

  func fill(_ elements: [Input]) {
    tree = OrderTree(elements)
    for element in elements.prefix(limit) { changes.insert(element, at: changes.endOfRun) }
  }

  func insert(_ element: Input, at index: Int) { insert([element], at: index) }

  func insert(_ elements: ArraySlice<Input>, at index: Int) {
    let shown = count
    for (offset, element) in elements.enumerated() { _ = tree.insert(element, at: index + offset) }
    // Those within the limit push the last ones out.
    let new = Swift.min(elements.count, limit - index)
    guard new > 0 else { return }
    for (offset, element) in elements.prefix(new).enumerated() { changes.insert(element, at: index + offset) }
    for place in limit..<Swift.max(limit, shown + new) {
      changes.remove(self[place - new + elements.count], at: limit)
    }
  }

  func remove(at index: Int) { remove(1, at: index) }

  func remove(_ number: Int, at index: Int) {
    let shown = count
    for offset in 0..<number {
      let element = tree.remove(tree.place(at: index))
      if index + offset < shown { changes.remove(element, at: index) } else { releaseLater(element) }
    }
    // Others come within the limit.
    let rest = shown - Swift.max(0, Swift.min(number, shown - index))
    for place in rest..<count { changes.insert(self[place], at: place) }
  }

  private subscript(index: Int) -> Input { tree[tree.place(at: index)] }

  func replace(at index: Int, with element: Input) {
    let place = tree.place(at: index)
    if index < limit { changes.replace(tree[place], with: element, at: index) } else { releaseLater(tree[place]) }
    tree[place] = element
  }

  func move(from index: Int, to newIndex: Int) {
    let place = tree.place(at: index)
    if index < limit, newIndex < limit {
      changes.move(from: index, to: newIndex)
      return tree.move(place, to: newIndex)
    }
    tree.move(place, to: newIndex)
    if index < limit {
      changes.remove(tree[place], at: index)
      changes.insert(self[limit - 1], at: limit - 1)
    } else if newIndex < limit {
      changes.insert(tree[place], at: newIndex)
      changes.remove(self[limit], at: limit)
    }
  }

  func followRule() -> Bool {
    let isNew = rule.follow()
    if !hasLimit { limit = rule.content }
    hasLimit = true
    return isNew
  }

  func followElements(isRuleNew: Bool) {
    guard isRuleNew else { return }
    let (former, new) = (Swift.min(limit, tree.count), Swift.min(rule.content, tree.count))
    limit = rule.content
    if former < new { for index in former..<new { changes.insert(self[index], at: index) } }
    if new < former { for index in new..<former { changes.remove(self[index], at: new) } }
  }

  override func follow() -> [ArrayChange<Input>] {
    follow(reader)
    return changes.take()
  }

  // MARK: - The contents

  override var count: Int { Swift.min(limit, tree.count) }

  override var contents: [Input] { (0..<count).map { self[$0] } }

  func element(at index: Int) -> Input { self[index] }

  override func computed() -> [Input] { Array(reader.elements.prefix(rule.current)) }
}
