/// What ``ObservedArray/batch(_:)`` hands to its closure: the array, to read and to edit.
///
/// Whatever is done here is told in one event, in the order in which it was done.
public struct ArrayEditor<Element: Sendable>: Sendable {
  private(set) var elements: [Element]
  private(set) var changes: [ArrayChange<Element>] = []
  /// Whether anything was done, be it that it left everything as it was.
  private(set) var hasEdited = false

  init(_ elements: [Element]) { self.elements = elements }

  /// Everything that is in the array now. Setting it is told as the difference: see ``ObservedArray/value``.
  public var value: [Element] {
    get { elements }
    set {
      // What is equal isn't told and is replaced all the same, so it is not the changes that are made here.
      record(newValue.changes(from: elements))
      elements = newValue
    }
  }

  /// Edits elements where they lie: the editor is the only one that holds them meanwhile, so that nothing is copied.
  static func edit<Answer>(
    _ elements: inout [Element], _ body: (inout ArrayEditor) -> Answer
  ) -> (changes: [ArrayChange<Element>], answer: Answer) {
    var editor = ArrayEditor([])
    swap(&editor.elements, &elements)
    let answer = body(&editor)
    swap(&editor.elements, &elements)
    return (editor.changes, answer)
  }

  private mutating func record(_ change: ArrayChange<Element>) {
    hasEdited = true
    changes.append(change)
  }

  private mutating func record(_ more: [ArrayChange<Element>]) {
    hasEdited = true
    changes += more
  }
}

// MARK: - Reading

extension ArrayEditor: RandomAccessCollection {
  /// Nought.
  public var startIndex: Int { 0 }
  /// How many elements there are now, in the midst of the edits.
  public var endIndex: Int { elements.count }

  /// The element at an index. Setting it is told as a replacement.
  public subscript(index: Int) -> Element {
    get {
      elements.checkElement(at: index)
      return elements[index]
    }
    set {
      elements.checkElement(at: index)
      record(.replacement([elements[index]], with: [newValue], at: index))
      elements[index] = newValue
    }
  }
}

// MARK: - Editing

extension ArrayEditor {
  /// Puts an element behind the last one.
  public mutating func append(_ element: Element) {
    record(.insertion([element], at: elements.count))
    elements.append(element)
  }

  /// Puts elements behind the last one, as one insertion.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    insert(contentsOf: newElements, at: elements.count)
  }

  /// Puts an element before the one at `index`, or behind the last one.
  public mutating func insert(_ element: Element, at index: Int) {
    elements.checkGap(at: index)
    record(.insertion([element], at: index))
    elements.insert(element, at: index)
  }

  /// Puts elements before the one at `index`, or behind the last one, as one insertion.
  public mutating func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    elements.checkGap(at: index)
    let newElements = Array(newElements)
    record(newElements.isEmpty ? [] : [.insertion(newElements, at: index)])
    elements.insert(contentsOf: newElements, at: index)
  }

  /// Takes out the element at `index`.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    elements.checkElement(at: index)
    let element = elements[index]
    record(.removal([element], at: index))
    elements.remove(at: index)
    return element
  }

  /// Takes out the first element.
  @discardableResult
  public mutating func removeFirst() -> Element {
    elements.checkNotEmpty()
    return remove(at: 0)
  }

  /// Takes out the last element.
  @discardableResult
  public mutating func removeLast() -> Element {
    elements.checkNotEmpty()
    return remove(at: elements.count - 1)
  }

  /// Takes out the last element, if there is one.
  @discardableResult
  public mutating func popLast() -> Element? { elements.isEmpty ? nil : removeLast() }

  /// Takes out the elements in a range, as one removal.
  public mutating func removeSubrange(_ range: some RangeExpression<Int>) {
    let range = elements.checkedRange(range)
    record(range.isEmpty ? [] : [.removal(Array(elements[range]), at: range.lowerBound)])
    elements.removeSubrange(range)
  }

  /// Puts elements in the place of those in a range, as one replacement.
  public mutating func replaceSubrange(_ range: some RangeExpression<Int>, with newElements: some Sequence<Element>) {
    let range = elements.checkedRange(range)
    let newElements = Array(newElements)
    switch (range.isEmpty, newElements.isEmpty) {
    case (true, true): record([])
    case (true, false): record(.insertion(newElements, at: range.lowerBound))
    case (false, true): record(.removal(Array(elements[range]), at: range.lowerBound))
    case (false, false): record(.replacement(Array(elements[range]), with: newElements, at: range.lowerBound))
    }
    elements.replaceSubrange(range, with: newElements)
  }

  /// Takes out all elements, as one removal.
  public mutating func removeAll() {
    record(elements.isEmpty ? [] : [.removal(elements, at: 0)])
    elements = []
  }

  /// Takes out the elements that `shouldBeRemoved` says, each run of them as one removal, the last run first.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let gone = try elements.indices(where: shouldBeRemoved)
    record(gone.ranges.reversed().map { .removal(Array(elements[$0]), at: $0.lowerBound) })
    elements.removeSubranges(gone)
  }

  /// Takes out the element at one index, and puts it in again so that it has the other.
  public mutating func move(from index: Int, to newIndex: Int) {
    elements.checkElement(at: index)
    elements.checkElement(at: newIndex)
    record(index == newIndex ? [] : [.move(from: index, to: newIndex)])
    elements.insert(elements.remove(at: index), at: newIndex)
  }

  /// Exchanges two elements, as two moves, or one where they are neighbours.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    elements.checkElement(at: first)
    elements.checkElement(at: second)
    let (low, high) = first < second ? (first, second) : (second, first)
    var moves: [ArrayChange<Element>] = low == high ? [] : [.move(from: high, to: low)]
    if high - low > 1 { moves.append(.move(from: low + 1, to: high)) }
    record(moves)
    elements.swapAt(first, second)
  }

  /// Puts the elements into the order that `areInIncreasingOrder` says, as the fewest moves that lead there.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try reorder(elements.indices.sorted { try areInIncreasingOrder(elements[$0], elements[$1]) })
  }

  /// Turns the order round, as moves.
  public mutating func reverse() { reorder(elements.indices.reversed()) }

  private mutating func reorder(_ order: [Int]) {
    record(Reordering(order: order).moves.map(ArrayChange.move))
    elements = order.map { elements[$0] }
  }
}

extension ArrayEditor where Element: Comparable {
  /// Puts the elements into increasing order, as the fewest moves that lead there.
  public mutating func sort() { sort(by: <) }
}
