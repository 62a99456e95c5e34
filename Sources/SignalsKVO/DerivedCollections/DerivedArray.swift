/// An array that follows from other collections, and reports which of its elements are inserted, removed, replaced and moved
/// (K12).
///
/// ```swift
/// let rows = people.filtered { $0.isActive }.sorted(by: \.name).mapped { Row($0) }
/// let endpoint = rows.changes.subscribeValues { table.apply($0) }
/// ```
///
/// An edit of an input is followed in log n steps, and calls the closures only for the elements that it concerns. It is computed
/// when it is read or observed and an input has changed since the last time. While it is observed, a turn that reaches it is one
/// event, and a transaction is one event.
///
/// - ``DerivedCollection/value`` always agrees with the inputs, inside a transaction and in the middle of an event, too. A
///   computation that reads it follows it.
/// - The closures compute and do nothing else. They run on the thread that edits or reads, under no lock. If a closure reads
///   something that may change, such as an observed property of the element, it is evaluated again for this element when
///   that changes.
/// - Closures of the main actor, such as those that read its objects, are given with `on: .main`. Then the array, and every array
///   derived from it, is read on the main actor and reports its changes there.
/// - A thread that reads while another one brings the array up to date computes it for itself.
///
/// It keeps the inputs alive, and ends when it is released: keep it like any property.
public final class DerivedArray<Element: Sendable>: DerivedCollection<[Element]>, ObservableElements,
  @unchecked Sendable
{
  private let element: @Sendable (_ index: Int) -> Element

  init<Computation: CollectionComputation<[Element]> & ArrayContents>(_ computation: Computation)
  where Computation.Element == Element {
    element = { computation.element(at: $0) }
    super.init(computation)
  }

  public var _input: _ElementInput<Element> {
    _ElementInput(
      home: computation.home, pull: { self.pull(after: $0, by: $1) }, forget: { self.computation.forget($0) },
      touch: { _ = self.revision.value }, count: { self.count }, elements: { self.value })
  }

  // Without an `underestimatedCount`: the standard library unwraps as many elements of an iterator that it makes afterwards, and
  // another thread may remove some in between.
  /// Iterates over the present elements; later changes don't affect the iteration.
  public func makeIterator() -> IndexingIterator<[Element]> { value.makeIterator() }

  /// The present number of elements. Reading it makes no array, like the properties below.
  public var count: Int { read { computation.count } ?? value.count }
  /// Whether the array is empty at present.
  public var isEmpty: Bool { count == 0 }
  /// The first element at present, or nil.
  public var first: Element? { read { computation.count == 0 ? nil : element(0) } ?? value.first }
  /// The last element at present, or nil.
  public var last: Element? { read { computation.count == 0 ? nil : element(computation.count - 1) } ?? value.last }

  /// The element at an index. It takes log n steps, and makes no array.
  public subscript(index: Int) -> Element {
    let found = read { index >= 0 && index < computation.count ? element(index) : nil }
    if let element = found.flatMap({ $0 }) { return element }
    let value = value
    value.checkElement(at: index)
    return value[index]
  }
}

/// The contents of a derived array.
protocol ArrayContents<Element>: AnyObject, Sendable {
  associatedtype Element

  /// The element at an index that exists.
  func element(at index: Int) -> Element
}
