internal import Signals

/// An array that reports which elements are inserted, removed, replaced and moved.
///
/// It is shared by reference, and can be read and edited on any thread.
///
/// ```swift
/// let list: ObservedArray = [1, 2, 3]
/// let endpoint = list.changes.subscribeValues { print($0) }
/// list.append(4)  // prints [insert [4] at 3]
/// list.move(from: 3, to: 0)  // prints [move 3 to 0]
/// list.value = [1, 2, 9]  // prints [remove [4] at 0, replace [3] with [9] at 2]
/// ```
///
/// Every edit is one event, even if it leaves the array as it was (K2): an empty append emits no changes. Edits are reported
/// as they were made, and setting ``ObservedCollection/value`` as the difference. A copy to which all changes are applied
/// equals the array after each event (K9): see ``ObservableCollection/changes(from:)``.
///
/// Each call is one step that no other thread sees half done. Several calls are several steps: between a look at `count` and
/// ``remove(at:)``, another thread may empty the array. Use ``ObservedCollection/batch(_:file:line:)`` for edits that belong together.
public final class ObservedArray<Element: Sendable>: ObservedCollection<[Element]>, ExpressibleByArrayLiteral,
  @unchecked Sendable
{
  /// Creates an array with the elements of a sequence.
  public init(_ elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line) {
    super.init(Array(elements), info: NodeInfo(.source, "ObservedArray", file, line))
  }

  /// Creates an empty array.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(EmptyCollection(), file: file, line: line)
  }

  /// Creates an array from a literal: `let list: ObservedArray = [1, 2, 3]`.
  @_disfavoredOverload
  public convenience init(arrayLiteral elements: Element...) { self.init(elements) }

  /// Makes one edit in place, which calls no user code.
  @inlinable
  func edit<Answer>(_ body: (inout ArrayEditor<Element>) -> Answer) -> Answer {
    guard let answer = edit(if: { _ in true }, body) else {
      preconditionFailure("An observed collection accepts every edit until it is released.")
    }
    return answer
  }
}

// MARK: - Reading

extension ObservedArray: Sequence {
  // Without an `underestimatedCount`: the standard library unwraps as many elements of an iterator that it makes afterwards, and
  // another thread may remove some in between.
  /// Iterates over the present elements; later edits don't affect the iteration.
  public func makeIterator() -> IndexingIterator<[Element]> { value.makeIterator() }

  /// The present number of elements. Reading it copies nothing, like the three properties below.
  @inlinable public var count: Int { read { $0.count } }
  /// Whether the array is empty at present.
  @inlinable public var isEmpty: Bool { read { $0.isEmpty } }
  /// The first element at present, or nil.
  @inlinable public var first: Element? { read { $0.first } }
  /// The last element at present, or nil.
  @inlinable public var last: Element? { read { $0.last } }

  /// The element at an index. Setting it is reported as a replacement.
  ///
  /// `list[0] += 1` is two steps, a read and a set, between which another thread may edit: see ``ObservedCollection/batch(_:file:line:)``.
  @inlinable public subscript(index: Int) -> Element {
    get {
      read { elements in
        elements.checkElement(at: index)
        return elements[index]
      }
    }
    set { edit { $0[index] = newValue } }
  }

  /// The indices of the present elements, in increasing order.
  @inlinable public var indices: Range<Int> { read { $0.indices } }

  // The predicates and `==` are user code, which isn't called under the lock (C7): the array of `value` is searched.

  /// The index of the first element that satisfies the predicate at present, or nil.
  ///
  /// Another thread may edit before the index is used: see ``ObservedCollection/batch(_:file:line:)``. That goes for the other
  /// indices, too.
  public func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
    try value.firstIndex(where: predicate)
  }

  /// The index of the last element that satisfies the predicate at present, or nil.
  public func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
    try value.lastIndex(where: predicate)
  }

  /// The last element that satisfies the predicate at present, or nil.
  public func last(where predicate: (Element) throws -> Bool) rethrows -> Element? {
    try value.last(where: predicate)
  }
}

extension ObservedArray where Element: Equatable {
  /// The index of the first element that equals `element` at present, or nil.
  public func firstIndex(of element: Element) -> Int? { value.firstIndex(of: element) }

  /// The index of the last element that equals `element` at present, or nil.
  public func lastIndex(of element: Element) -> Int? { value.lastIndex(of: element) }
}
