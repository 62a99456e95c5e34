/// A queue of elements with depths. The deepest element is first; of several that are equally deep, the one appended
/// first.
///
/// Each depth has a queue of its own. So the costs of appending and of removing don't depend on the number of elements
/// that are equally deep, of which one event may reach thousands.
struct DepthQueue<Element> {
  private struct Level {
    let depth: UInt
    var elements: FIFO<Element>
  }

  /// A level for each depth that has elements, the deepest last.
  private var levels: ContiguousArray<Level> = []
  /// Empty queues for further levels, since allocating one takes longer than everything else here.
  private var spares: ContiguousArray<FIFO<Element>> = []

  var isEmpty: Bool { levels.isEmpty }

  /// The depth of the first element.
  var depth: UInt? { levels.last?.depth }

  /// Whether the memory of a queue that has run empty is small. Each spare is.
  var isCompact: Bool { levels.capacity <= 64 }

  mutating func append(_ element: Element, depth: UInt) {
    var place = levels.count
    while place > 0, levels[place - 1].depth > depth { place -= 1 }
    if place > 0, levels[place - 1].depth == depth { return levels[place - 1].elements.append(element) }
    var elements = spares.popLast() ?? FIFO()
    elements.append(element)
    levels.insert(Level(depth: depth, elements: elements), at: place)
  }

  mutating func popFirst() -> Element? {
    guard !levels.isEmpty else { return nil }
    let last = levels.count - 1
    let first = levels[last].elements.popFirst()
    if levels[last].elements.isEmpty {
      let elements = levels.removeLast().elements
      if spares.count < 8, elements.capacity <= 64 { spares.append(elements) }
    }
    return first
  }
}
