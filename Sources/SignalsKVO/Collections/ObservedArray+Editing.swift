// The single edits. An edit that needs user code (a predicate, an order, a sequence, a range of a custom type) is a batch, or runs
// that code before the edit (C7).

extension ObservedArray {
  /// Appends an element.
  @inlinable
  public func append(_ element: Element) { edit { $0.append(element) } }

  /// Appends elements, as one insertion.
  @inlinable
  public func append(contentsOf newElements: some Sequence<Element>) {
    let newElements = Array(newElements)
    edit { $0.append(contentsOf: newElements) }
  }

  /// Appends elements, as one insertion.
  @inlinable
  public static func += (list: ObservedArray, newElements: some Sequence<Element>) {
    list.append(contentsOf: newElements)
  }

  /// Inserts an element before the one at `index`, or after the last one.
  @inlinable
  public func insert(_ element: Element, at index: Int) { edit { $0.insert(element, at: index) } }

  /// Inserts elements before the one at `index`, or after the last one, as one insertion.
  @inlinable
  public func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    let newElements = Array(newElements)
    edit { $0.insert(contentsOf: newElements, at: index) }
  }

  /// Removes and returns the element at `index`.
  @inlinable
  @discardableResult
  public func remove(at index: Int) -> Element { edit { $0.remove(at: index) } }

  /// Removes and returns the first element.
  @inlinable
  @discardableResult
  public func removeFirst() -> Element { edit { $0.removeFirst() } }

  /// Removes and returns the last element.
  @inlinable
  @discardableResult
  public func removeLast() -> Element { edit { $0.removeLast() } }

  /// Removes and returns the last element, if there is one. Otherwise there is no event.
  @inlinable
  @discardableResult
  public func popLast() -> Element? { edit(if: { !$0.isEmpty }) { $0.removeLast() } }

  /// Removes the elements in a range, as one removal.
  @inlinable
  public func removeSubrange(_ range: some RangeExpression<Int>) { batch { $0.removeSubrange(range) } }

  /// Replaces the elements in a range, as one replacement.
  @inlinable
  public func replaceSubrange(_ range: some RangeExpression<Int>, with newElements: some Sequence<Element>) {
    let newElements = Array(newElements)
    batch { $0.replaceSubrange(range, with: newElements) }
  }

  /// Removes all elements, as one removal.
  @inlinable
  public func removeAll() { edit { $0.removeAll() } }

  /// Removes the elements that satisfy the predicate, each run of them as one removal, the last run first.
  ///
  /// As in a ``ObservedCollection/batch(_:file:line:)``, the closure may be called more often than there are elements.
  public func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try batch { try $0.removeAll(where: shouldBeRemoved) }
  }

  /// Removes the element at one index, and inserts it so that it has the other.
  @inlinable
  public func move(from index: Int, to newIndex: Int) { edit { $0.move(from: index, to: newIndex) } }

  /// Exchanges two elements, as two moves, or as one if they are neighbours.
  @inlinable
  public func swapAt(_ first: Int, _ second: Int) { edit { $0.swapAt(first, second) } }

  /// Sorts the elements by a predicate, as the fewest moves that lead there.
  public func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try batch { try $0.sort(by: areInIncreasingOrder) }
  }

  /// Reverses the order, as moves.
  public func reverse() { batch { $0.reverse() } }
}

extension ObservedArray where Element: Comparable {
  /// Sorts the elements in increasing order, as the fewest moves that lead there.
  public func sort() { batch { $0.sort() } }
}
