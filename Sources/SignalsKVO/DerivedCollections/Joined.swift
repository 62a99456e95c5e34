public import Signals

extension ObservableElements where Element: ObservableElements {
  /// The elements of all collections in this one, one collection after the other.
  ///
  /// ```swift
  /// let lines = sections.mapped { $0.rows }.joined()
  /// ```
  ///
  /// It follows this collection and each of those in it.
  ///
  /// - Returns: an array that is to be kept like a property.
  public func joined(file: StaticString = #fileID, line: UInt = #line) -> DerivedArray<Element.Element> {
    DerivedArray(JoinedElements(NodeInfo(.operator, "joined", file, line), nil, _input) { $0._input })
  }

  /// The elements of all collections in this one, some of which belong to the main actor: see ``DerivedArray``.
  ///
  /// ```swift
  /// let lines = sections.joined(on: .main)
  /// ```
  public func joined(
    on actor: OperatorActor, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element.Element> {
    DerivedArray(
      JoinedElements(NodeInfo(.operator, "joined", file, line), .home(of: actor), _input) { $0._input })
  }
}

/// The elements of several collections, one collection after the other.
///
/// ```swift
/// let all = merged(local, remote)
/// let names = merged(local, remote).sorted(by: \.name)
/// ```
///
/// - Returns: an array that follows the collections, and is to be kept like a property.
public func merged<Element: Sendable>(
  _ first: some ObservableElements<Element>, _ second: some ObservableElements<Element>,
  _ others: any ObservableElements<Element>..., file: StaticString = #fileID, line: UInt = #line
) -> DerivedArray<Element> {
  let inputs = [first._input, second._input] + others.map { $0._input }
  let home = inputs.first { $0.home != nil }?.home
  let constant = _ElementInput(
    home: nil, pull: { version, _ in Pulled(version: 1, news: version == 0 ? .contents(inputs) : .changes([])) },
    forget: { _ in }, touch: {}, count: { inputs.count }, elements: { inputs })
  return DerivedArray(
    JoinedElements(NodeInfo(.operator, "merged", file, line), home, constant) { $0 })
}

/// The contents of `joined` and `merged`.
// Unchecked, as its superclass.
private final class JoinedElements<Input: Sendable, Output: Sendable>: CollectionComputation<[Output]>, ArrayContents,
  ElementFollower, @unchecked Sendable
{
  /// One of the collections.
  private struct Entry {
    let input: Input
    let part: Part
  }

  private final class Part {
    let reader: ElementReader<Output>
    var elements = OrderTree<Output>()

    init(_ input: _ElementInput<Output>) { reader = ElementReader(input) }
  }

  // A collection weighs as much as it has elements.
  private var tree = OrderTree<Entry>()
  private var changes: [ArrayChange<Output>] = []
  private let reader: ElementReader<Input>
  private let part: @Sendable (Input) -> _ElementInput<Output>
  /// Notes which of the collections have changed.
  private let tracker: ElementTracker<_ElementInput<Output>, Void>

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>,
    _ part: @escaping @Sendable (Input) -> _ElementInput<Output>
  ) {
    reader = ElementReader(input)
    self.part = part
    tracker = ElementTracker(info) { $0.touch() }
    super.init(info, home ?? input.home)
  }

  override func reportElements(to node: Computation) { tracker.report(to: node) }

  var inputs: [Input] { tree.array.map(\.input) }
  var hasInputs: Bool { !tree.isEmpty }

  func fill(_ elements: [Input]) { for (index, element) in elements.enumerated() { insert(element, at: index) } }

  func insert(_ element: Input, at index: Int) {
    // The same for both, since a dictionary makes an array for it.
    let input = part(element)
    let place = tree.insert(Entry(input: element, part: Part(input)), at: index)
    read(place)
    tracker.evaluate(input, at: place)
    // It may have changed between the two.
    read(place)
  }

  func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(place)
    let elements = tree[place].part.elements.array
    if !elements.isEmpty { changes.append(.removal(elements, at: tree.position(of: place).weight)) }
    releaseLater(tree.remove(place))
  }

  func replace(at index: Int, with element: Input) {
    remove(at: index)
    insert(element, at: index)
  }

  func move(from index: Int, to newIndex: Int) {
    let place = tree.place(at: index)
    let start = tree.position(of: place).weight
    tree.move(place, to: newIndex)
    let end = tree.position(of: place).weight
    let count = tree[place].part.elements.count
    // From the one that does not disturb the indices of the others.
    for offset in 0..<count where start != end {
      changes.append(
        start < end ? .move(from: start, to: end + count - 1) : .move(from: start + offset, to: end + offset))
    }
  }

  /// Follows the changes of one collection.
  private func read(_ place: TreePlace) {
    let part = tree[place].part
    let start = tree.position(of: place).weight
    // The collection is an input of its evaluation, and not of the whole.
    switch ReadingContext.pause({ part.reader.pull() }) {
    case .changes(let list): for change in list { apply(change, to: part, start) }
    case .contents(let elements):
      for change in elements.changes(from: part.elements.array) { apply(change, to: part, start) }
    }
    tree.setWeight(of: place, to: part.elements.count)
  }

  private func apply(_ change: ArrayChange<Output>, to part: Part, _ start: Int) {
    switch change {
    case .insertion(let elements, let index):
      part.elements.insert(contentsOf: elements, at: index)
      changes.append(.insertion(elements, at: start + index))
    case .removal(let elements, let index):
      remove(elements.count, of: part, at: index)
      changes.append(.removal(elements, at: start + index))
    case .replacement(let old, let new, let index):
      remove(old.count, of: part, at: index)
      part.elements.insert(contentsOf: new, at: index)
      changes.append(.replacement(old, with: new, at: start + index))
    case .move(let index, let newIndex):
      part.elements.move(part.elements.place(at: index), to: newIndex)
      changes.append(.move(from: start + index, to: start + newIndex))
    }
  }

  private func remove(_ count: Int, of part: Part, at index: Int) {
    for _ in 0..<count { releaseLater(part.elements.remove(part.elements.place(at: index))) }
  }

  func followRule() -> Bool { false }

  func followElements(isRuleNew: Bool) { tracker.evaluateAgain { place, _ in read(place) } }

  override func follow() -> [ArrayChange<Output>] {
    follow(reader)
    defer { changes = [] }
    return changes
  }

  // MARK: - The contents

  override var count: Int { tree.weight }

  override var contents: [Output] { tree.array.flatMap(\.part.elements.array) }

  func element(at index: Int) -> Output {
    let (place, offset) = tree.place(atWeight: index)
    let elements = tree[place].part.elements
    return elements[elements.place(at: offset)]
  }

  override func computed() -> [Output] { reader.elements.flatMap { part($0).elements() } }
}
