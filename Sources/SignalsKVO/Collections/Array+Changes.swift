internal import Signals

extension Array {
  /// Applies a change.
  ///
  /// A copy of an observed array that had its elements before the change has its elements after the change (K9).
  @inlinable
  public mutating func apply(_ change: ArrayChange<Element>) {
    change.check(count)
    switch change {
    case .insertion(let elements, let index): insert(contentsOf: elements, at: index)
    case .removal(let elements, let index): removeSubrange(index..<index + elements.count)
    case .replacement(let old, let new, let index): replaceSubrange(index..<index + old.count, with: new)
    case .move(let index, let newIndex): insert(remove(at: index), at: newIndex)
    }
  }

  /// Applies changes, in their order.
  ///
  /// ```swift
  /// var mirror = list.value
  /// list.append(4)  // `changes` emits [insert [4] at 3]
  /// mirror.apply(changes)
  /// ```
  ///
  /// A few changes move the elements behind them, one after the other. Many changes of a long array take log n steps each.
  @inlinable
  public mutating func apply(_ changes: [ArrayChange<Element>]) {
    // To make a tree of an array takes as long as to move its elements two hundred times, and to put one element into a tree as long
    // as to move a thousand.
    if changes.count > 200, (changes.count - 200) * count > 1_000 * Self._weight(of: changes) {
      return applyInTree(changes)
    }
    for change in changes { apply(change) }
  }

  @usableFromInline
  @inline(never)
  mutating func applyInTree(_ changes: [ArrayChange<Element>]) {
    var tree = OrderTree(self)
    for change in changes {
      change.check(tree.count)
      switch change {
      case .insertion(let elements, let index): tree.insert(contentsOf: elements, at: index)
      case .removal(let elements, let index): tree.remove(elements.count, at: index)
      case .replacement(let old, let new, let index):
        tree.remove(old.count, at: index)
        tree.insert(contentsOf: new, at: index)
      case .move(let index, let newIndex): tree.move(tree.place(at: index), to: newIndex)
      }
    }
    self = tree.array
  }

  /// The changes that revert these, in the order in which they apply.
  ///
  /// ```swift
  /// let undo = changes.inverted()
  /// ```
  public func inverted<Subject>() -> [ArrayChange<Subject>] where Element == ArrayChange<Subject> {
    reversed().map(\.inverted)
  }
}

extension ArrayChange {
  /// Stops the program unless this can be applied to an array of so many elements.
  @inlinable
  func check(_ count: Int) {
    switch self {
    case .insertion(_, let index): check(index...index, count)
    case .removal(let elements, let index): check(index...index + elements.count, count)
    case .replacement(let old, _, let index): check(index...index + old.count, count)
    case .move(let index, let newIndex):
      check(index...index + 1, count)
      check(newIndex...newIndex + 1, count)
    }
  }

  /// - Parameter places: the first index and the end of the range that the change affects.
  @inlinable
  func check(_ places: ClosedRange<Int>, _ count: Int) {
    if places.lowerBound < 0 || places.upperBound > count { refuse(count) }
  }

  @usableFromInline
  @inline(never)
  func refuse(_ count: Int) -> Never {
    stopProgram(
      """
      '\(self)' can't be applied to an array of \(count): apply each change once, in their order, to a copy that was \
      taken before the first of them.
      """, #fileID, #line)
  }
}
