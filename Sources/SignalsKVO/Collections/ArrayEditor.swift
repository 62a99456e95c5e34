/// The array that ``ObservedCollection/batch(_:file:line:)`` passes to its closure, to be read and edited.
///
/// All edits are reported in one event, in the order in which they are made.
public struct ArrayEditor<Element>: ContentsEditor {
  @usableFromInline var contents: [Element] = []
  @usableFromInline var changes: [ArrayChange<Element>] = []
  @usableFromInline var hasEdited = false

  @inlinable
  init() {}

  /// All elements at present. Setting it is reported as the difference: see ``ObservedCollection/value``.
  public var value: [Element] {
    get { contents }
    set {
      // Not by the changes: they leave out an element that is equal, but it is replaced all the same.
      record(newValue.changes(from: contents))
      contents = newValue
    }
  }

  @inlinable
  mutating func record(_ change: ArrayChange<Element>?) {
    hasEdited = true
    if let change { changes.append(change) }
  }

  @inlinable
  mutating func record(_ more: [ArrayChange<Element>]) {
    hasEdited = true
    changes += more
  }
}

extension ArrayEditor: Sendable where Element: Sendable {}

// MARK: - Reading

extension ArrayEditor: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The present number of elements, with the edits so far.
  @inlinable public var endIndex: Int { contents.count }

  /// The element at an index. Setting it is reported as a replacement.
  @inlinable public subscript(index: Int) -> Element {
    get {
      contents.checkElement(at: index)
      return contents[index]
    }
    set {
      contents.checkElement(at: index)
      record(.replacement([contents[index]], with: [newValue], at: index))
      contents[index] = newValue
    }
  }
}

// MARK: - Editing

extension ArrayEditor {
  /// Appends an element.
  @inlinable
  public mutating func append(_ element: Element) {
    record(.insertion([element], at: contents.count))
    contents.append(element)
  }

  /// Appends elements, as one insertion.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    insert(contentsOf: newElements, at: contents.count)
  }

  /// Inserts an element before the one at `index`, or after the last one.
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    contents.checkGap(at: index)
    record(.insertion([element], at: index))
    contents.insert(element, at: index)
  }

  /// Inserts elements before the one at `index`, or after the last one, as one insertion.
  @inlinable
  public mutating func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    contents.checkGap(at: index)
    let newElements = Array(newElements)
    record(.replacing([], with: newElements, at: index))
    contents.insert(contentsOf: newElements, at: index)
  }

  /// Removes and returns the element at `index`.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    contents.checkElement(at: index)
    let element = contents[index]
    record(.removal([element], at: index))
    contents.remove(at: index)
    return element
  }

  /// Removes and returns the first element.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    contents.checkNotEmpty()
    return remove(at: 0)
  }

  /// Removes and returns the last element.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    contents.checkNotEmpty()
    return remove(at: contents.count - 1)
  }

  /// Removes and returns the last element, if there is one.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? { contents.isEmpty ? nil : removeLast() }

  /// Removes the elements in a range, as one removal.
  @inlinable
  public mutating func removeSubrange(_ range: some RangeExpression<Int>) {
    let range = contents.checkedRange(range)
    record(.replacing(contents[range], with: [], at: range.lowerBound))
    contents.removeSubrange(range)
  }

  /// Replaces the elements in a range, as one replacement.
  @inlinable
  public mutating func replaceSubrange(_ range: some RangeExpression<Int>, with newElements: some Sequence<Element>) {
    let range = contents.checkedRange(range)
    let newElements = Array(newElements)
    record(.replacing(contents[range], with: newElements, at: range.lowerBound))
    contents.replaceSubrange(range, with: newElements)
  }

  /// Removes all elements, as one removal.
  @inlinable
  public mutating func removeAll() {
    record(.replacing(contents, with: [], at: 0))
    contents = []
  }

  /// Removes the elements that satisfy the predicate, each run of them as one removal, the last run first.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    // `indices(where:)` asks twice about the first element of each run.
    var gone = RangeSet<Int>()
    for index in contents.indices where try shouldBeRemoved(contents[index]) { gone.insert(index, within: contents) }
    record(gone.ranges.reversed().map { .removal(Array(contents[$0]), at: $0.lowerBound) })
    contents.removeSubranges(gone)
  }

  /// Removes the element at one index, and inserts it so that it has the other.
  @inlinable
  public mutating func move(from index: Int, to newIndex: Int) {
    contents.checkElement(at: index)
    contents.checkElement(at: newIndex)
    record(index == newIndex ? nil : .move(from: index, to: newIndex))
    contents.insert(contents.remove(at: index), at: newIndex)
  }

  /// Exchanges two elements, as two moves, or as one if they are neighbours.
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    contents.checkElement(at: first)
    contents.checkElement(at: second)
    let (low, high) = first < second ? (first, second) : (second, first)
    var moves: [ArrayChange<Element>] = low == high ? [] : [.move(from: high, to: low)]
    if high - low > 1 { moves.append(.move(from: low + 1, to: high)) }
    record(moves)
    contents.swapAt(first, second)
  }

  /// Sorts the elements by a predicate, as the fewest moves that lead there.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try reorder(contents.indices.sorted { try areInIncreasingOrder(contents[$0], contents[$1]) })
  }

  /// Reverses the order, as moves.
  public mutating func reverse() { reorder(contents.indices.reversed()) }

  private mutating func reorder(_ order: [Int]) {
    record(Reordering(order: order).moves.map(ArrayChange.move))
    contents = order.map { contents[$0] }
  }
}

extension ArrayEditor where Element: Comparable {
  /// Sorts the elements in increasing order, as the fewest moves that lead there.
  public mutating func sort() { sort(by: <) }
}

extension Array: _ObservableContents {
  public typealias _Change = ArrayChange<Element>

  public func _changes(from old: [Element]) -> [ArrayChange<Element>] { changes(from: old) }

  public static func _releaseRemoved(_ changes: [ArrayChange<Element>]) {
    guard mayHoldObjects(Element.self) else { return }
    for change in changes {
      switch change {
      case .removal(let old, _), .replacement(let old, _, _): releaseLater(old)
      case .insertion, .move: break
      }
    }
  }

  @inlinable
  public static func _weight(of changes: [ArrayChange<Element>]) -> Int {
    changes.reduce(0) { weight, change in
      switch change {
      case .insertion(let elements, _), .removal(let elements, _): weight + elements.count
      case .replacement(let old, let new, _): weight + old.count + new.count
      case .move: weight + 1
      }
    }
  }

  public static func _effective(_ changes: [ArrayChange<Element>]) -> [ArrayChange<Element>] {
    var comparison = ElementComparison<Element>()
    var effective: [ArrayChange<Element>] = []
    for change in changes {
      if let last = effective.last, change.undoes(last, &comparison) {
        effective.removeLast()
      } else if !change.isWithoutEffect(&comparison) {
        effective.append(change)
      }
    }
    return effective
  }

  @inlinable
  public static func _edit<Answer, Failure>(
    _ contents: inout [Element], _ body: (inout ArrayEditor<Element>) throws(Failure) -> Answer
  ) throws(Failure) -> (changes: [ArrayChange<Element>]?, answer: Answer) { try ArrayEditor.edit(&contents, body) }
}
