/// A sequence that finds, inserts, removes and numbers its elements in log n steps: see ``OrderIndex``. It is not copied.
struct OrderTree<Element> {
  private var order = OrderIndex()
  private let elements = Slots<Element>()

  init() {}

  /// Creates a balanced tree. The places are the numbers from one on, in the order of the elements.
  init(_ contents: some Sequence<Element>, weight: (TreePlace) -> Int = { _ in 0 }) {
    var count = 0
    for element in contents {
      count += 1
      elements.fill(TreePlace(count), with: element)
    }
    order = OrderIndex(count: count, weight: weight)
  }

  var count: Int { order.count }
  var isEmpty: Bool { order.first == 0 }
  /// The sum of all weights.
  var weight: Int { order.weight }

  subscript(place: TreePlace) -> Element {
    get { elements[place] }
    nonmutating set { elements[place] = newValue }
  }

  // MARK: - Finding

  func place(at index: Int) -> TreePlace { order.place(at: index) }
  func place(atWeight offset: Int) -> (place: TreePlace, offset: Int) { order.place(atWeight: offset) }
  func position(of place: TreePlace) -> (index: Int, weight: Int) { order.position(of: place) }
  func index(of place: TreePlace) -> Int { order.position(of: place).index }
  var first: TreePlace { order.first }
  func next(after place: TreePlace) -> TreePlace { order.next(after: place) }
  func previous(before place: TreePlace) -> TreePlace { order.previous(before: place) }

  /// The index at which an element belongs in a sorted tree.
  ///
  /// - Parameter isBefore: whether the element belongs before the one in the tree.
  func index(where isBefore: (Element) -> Bool) -> Int { order.index { isBefore(self[$0]) } }

  /// All places, in the order of the elements.
  var places: [TreePlace] { order.places }
  /// All elements, in their order.
  var array: [Element] { places.map { self[$0] } }

  // MARK: - Changing

  mutating func setWeight(of place: TreePlace, to weight: Int) { order.setWeight(of: place, to: weight) }

  /// Inserts an element. Returns its place.
  mutating func insert(_ element: Element, at index: Int, weight: Int = 0) -> TreePlace {
    let place = order.insert(at: index, weight: weight)
    elements.fill(place, with: element)
    return place
  }

  /// Inserts elements, the first of them at an index.
  mutating func insert(contentsOf contents: [Element], at index: Int) {
    if isEmpty {
      self = OrderTree(contents)
    } else {
      for (offset, element) in contents.enumerated() { _ = insert(element, at: index + offset) }
    }
  }

  /// Removes some elements, the first of them at an index.
  mutating func remove(_ count: Int, at index: Int) { for _ in 0..<count { _ = remove(place(at: index)) } }

  /// Removes and returns the element at a place.
  mutating func remove(_ place: TreePlace) -> Element {
    order.remove(place)
    return elements.remove(place)
  }

  /// Moves the element at a place, so that it has the index afterwards.
  mutating func move(_ place: TreePlace, to index: Int) { order.move(place, to: index) }
}
