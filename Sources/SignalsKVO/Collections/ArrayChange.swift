/// One change of an array: an insertion, a removal, a replacement or a move.
///
/// It carries the elements that are needed to apply it and to revert it. An index refers to the array after all earlier changes
/// and before this one.
///
/// ```swift
/// list.changes.subscribeValues { changes in
///   for change in changes {
///     switch change {
///     case .insertion(let elements, at: let row): table.insertRows(row..<row + elements.count)
///     case .removal(let elements, at: let row): table.removeRows(row..<row + elements.count)
///     case .replacement(let old, with: let new, at: let row): table.replaceRows(row..<row + old.count, with: new)
///     case .move(from: let row, to: let newRow): table.moveRow(at: row, to: newRow)
///     }
///   }
/// }
/// ```
///
/// A copy of the array applies it by ``Swift/Array/apply(_:)-(ArrayChange<Element>)``.
public enum ArrayChange<Element> {
  /// Elements were inserted, the first of them at this index.
  case insertion([Element], at: Int)

  /// Elements that began at this index were removed.
  case removal([Element], at: Int)

  /// Elements that began at this index were replaced by others: as many, more or fewer.
  case replacement([Element], with: [Element], at: Int)

  /// One element was removed at one index, and inserted so that it has the other.
  case move(from: Int, to: Int)
}

extension ArrayChange {
  /// The change that replaces elements by others, where both may be none; nil if both are.
  @inlinable
  static func replacing(_ old: some Collection<Element>, with new: some Collection<Element>, at index: Int) -> Self? {
    switch (old.isEmpty, new.isEmpty) {
    case (true, true): nil
    case (true, false): .insertion(Array(new), at: index)
    case (false, true): .removal(Array(old), at: index)
    case (false, false): .replacement(Array(old), with: Array(new), at: index)
    }
  }

  /// The change that reverts this one.
  public var inverted: ArrayChange {
    switch self {
    case .insertion(let elements, let index): .removal(elements, at: index)
    case .removal(let elements, let index): .insertion(elements, at: index)
    case .replacement(let old, let new, let index): .replacement(new, with: old, at: index)
    case .move(let index, let newIndex): .move(from: newIndex, to: index)
    }
  }
}

extension ArrayChange: Sendable where Element: Sendable {}
extension ArrayChange: Equatable where Element: Equatable {}
extension ArrayChange: Hashable where Element: Hashable {}

extension ArrayChange: CustomStringConvertible {
  /// `insert [4] at 3`, `remove [4] at 0`, `replace [3] with [9] at 2`, `move 3 to 0`.
  public var description: String {
    switch self {
    case .insertion(let elements, let index): "insert \(elements) at \(index)"
    case .removal(let elements, let index): "remove \(elements) at \(index)"
    case .replacement(let old, let new, let index): "replace \(old) with \(new) at \(index)"
    case .move(let index, let newIndex): "move \(index) to \(newIndex)"
    }
  }
}
