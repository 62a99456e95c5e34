internal import Signals

extension Array {
  /// Applies a change.
  ///
  /// A copy of an observed array that had its elements before the change has its elements after the change (K9).
  public mutating func apply(_ change: ArrayChange<Element>) {
    switch change {
    case .insertion(let elements, let index):
      check(index...index, for: change)
      insert(contentsOf: elements, at: index)
    case .removal(let elements, let index):
      check(index...index + elements.count, for: change)
      removeSubrange(index..<index + elements.count)
    case .replacement(let old, let new, let index):
      check(index...index + old.count, for: change)
      replaceSubrange(index..<index + old.count, with: new)
    case .move(let index, let newIndex):
      check(index...index + 1, for: change)
      check(newIndex...newIndex + 1, for: change)
      insert(remove(at: index), at: newIndex)
    }
  }

  /// Applies changes, in their order.
  ///
  /// ```swift
  /// var mirror = list.value
  /// list.append(4)  // `changes` emits [insert [4] at 3]
  /// mirror.apply(changes)
  /// ```
  public mutating func apply(_ changes: [ArrayChange<Element>]) {
    for change in changes { apply(change) }
  }

  /// The changes that revert these, in the order in which they apply.
  ///
  /// ```swift
  /// let undo = changes.inverted()
  /// ```
  public func inverted<Subject>() -> [ArrayChange<Subject>] where Element == ArrayChange<Subject> {
    reversed().map(\.inverted)
  }

  /// - Parameter places: the first index and the end of the range that the change affects.
  private func check(_ places: ClosedRange<Int>, for change: ArrayChange<Element>) {
    requireArgument(
      places.lowerBound >= 0 && places.upperBound <= count,
      """
      '\(change)' can't be applied to an array of \(count): apply each change once, in their order, to a copy that was \
      taken before the first of them.
      """, #fileID, #line)
  }
}
