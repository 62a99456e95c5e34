// The edits one by one. What runs code of the user's (a predicate, an order, a sequence, a range of a type of his) is a
// batch, or has done so before the edit (C7).

extension ObservedArray {
  /// Puts an element behind the last one.
  public func append(_ element: Element) { edit { $0.append(element) } }

  /// Puts elements behind the last one, as one insertion.
  public func append(contentsOf newElements: some Sequence<Element>) {
    let newElements = Array(newElements)
    edit { $0.append(contentsOf: newElements) }
  }

  /// Puts an element before the one at `index`, or behind the last one.
  public func insert(_ element: Element, at index: Int) { edit { $0.insert(element, at: index) } }

  /// Puts elements before the one at `index`, or behind the last one, as one insertion.
  public func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    let newElements = Array(newElements)
    edit { $0.insert(contentsOf: newElements, at: index) }
  }

  /// Takes out the element at `index`.
  @discardableResult
  public func remove(at index: Int) -> Element { edit { $0.remove(at: index) } }

  /// Takes out the first element.
  @discardableResult
  public func removeFirst() -> Element { edit { $0.removeFirst() } }

  /// Takes out the last element.
  @discardableResult
  public func removeLast() -> Element { edit { $0.removeLast() } }

  /// Takes out the last element, if there is one. If there is none, nothing is told.
  @discardableResult
  public func popLast() -> Element? { editUnlessEmpty { $0.removeLast() } }

  /// Takes out the elements in a range, as one removal.
  public func removeSubrange(_ range: some RangeExpression<Int>) { batch { $0.removeSubrange(range) } }

  /// Puts elements in the place of those in a range, as one replacement.
  public func replaceSubrange(_ range: some RangeExpression<Int>, with newElements: some Sequence<Element>) {
    let newElements = Array(newElements)
    batch { $0.replaceSubrange(range, with: newElements) }
  }

  /// Takes out all elements, as one removal.
  public func removeAll() { edit { $0.removeAll() } }

  /// Takes out the elements that `shouldBeRemoved` says, each run of them as one removal, the last run first.
  ///
  /// As in a ``batch(_:)``, the closure may be called more often than there are elements.
  public func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try batch { try $0.removeAll(where: shouldBeRemoved) }
  }

  /// Takes out the element at one index, and puts it in again so that it has the other.
  public func move(from index: Int, to newIndex: Int) { edit { $0.move(from: index, to: newIndex) } }

  /// Exchanges two elements, as two moves, or one where they are neighbours.
  public func swapAt(_ first: Int, _ second: Int) { edit { $0.swapAt(first, second) } }

  /// Puts the elements into the order that `areInIncreasingOrder` says, as the fewest moves that lead there.
  public func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try batch { try $0.sort(by: areInIncreasingOrder) }
  }

  /// Turns the order round, as moves.
  public func reverse() { batch { $0.reverse() } }
}

extension ObservedArray where Element: Comparable {
  /// Puts the elements into increasing order, as the fewest moves that lead there.
  public func sort() { batch { $0.sort() } }
}
