/// A first-in, first-out queue with constant-time operations.
///
/// Removed elements leave vacant places in front of `head`. The queue reclaims them when it runs empty, or when they are
/// more than half.
@usableFromInline
package struct FIFO<Element> {
  @usableFromInline var places: ContiguousArray<Element?> = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { head == places.count }
  @inlinable package var count: Int { places.count - head }
  /// The number of places that are kept for elements.
  package var capacity: Int { places.capacity }

  /// The element that `popFirst()` returns next.
  @inlinable package var first: Element? { head < places.count ? places[head] : nil }
  /// The element that is returned after `place` others.
  package subscript(place: Int) -> Element {
    guard let element = places[head + place] else { preconditionFailure("The queue has \(count) elements.") }
    return element
  }

  @inlinable
  package mutating func append(_ element: Element) {
    if head > 32, head > places.count / 2 { reclaim() }
    places.append(element)
  }

  // Apart from `append`, and not done by `popFirst`, since most queues run empty before they are appended to again.
  @usableFromInline
  @inline(never)
  mutating func reclaim() {
    places.removeFirst(head)
    head = 0
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < places.count else { return nil }
    let first = places[head].take()
    head += 1
    if head == places.count {
      // The capacity is kept for the next elements, unless it is unusually large.
      places.removeAll(keepingCapacity: places.count <= 1_024)
      head = 0
    }
    return first
  }

  /// Removes all elements and returns them.
  package mutating func takeAll() -> FIFO {
    var all = FIFO()
    swap(&all, &self)
    return all
  }
}

extension FIFO: Sendable where Element: Sendable {}

extension FIFO: Sequence {
  @usableFromInline
  package struct Iterator: IteratorProtocol {
    private var rest: ArraySlice<Element?>.Iterator

    fileprivate init(_ places: ContiguousArray<Element?>, from head: Int) {
      rest = ArraySlice(places[head...]).makeIterator()
    }

    @usableFromInline
    package mutating func next() -> Element? { rest.next() ?? nil }
  }

  @usableFromInline
  package func makeIterator() -> Iterator { Iterator(places, from: head) }
}
