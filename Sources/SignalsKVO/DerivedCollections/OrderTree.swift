/// Where an element lies in a tree, as long as it is there. Zero stands for no place.
typealias TreePlace = Int32

/// A sequence that finds, inserts, removes and numbers its elements in log n steps: a balanced tree in one block of memory.
///
/// Each element has a place, which stays the same while others come and go, and a weight. The sum of the weights before an
/// element is found in log n steps too: with weights of zero and one it is the index among those that count.
// The tree is balanced by the numbers of elements: no subtree has more than three times as many as its sibling, counted with one
// more each. The factors three and two are known to keep that by one rotation at each level.
struct OrderTree<Element, Weight: AdditiveArithmetic> {
  private struct Node {
    var left: TreePlace = 0
    var right: TreePlace = 0
    var parent: TreePlace = 0
    /// The number of elements in the subtree.
    var count: Int32 = 0
    /// The weight of the element itself.
    var own: Weight = .zero
    /// The sum of the weights in the subtree.
    var weight: Weight = .zero
  }

  // The first node is the empty subtree, so that its count and weight need no special case.
  private var nodes: ContiguousArray<Node> = [Node()]
  private var elements: ContiguousArray<Element?> = [nil]
  private var root: TreePlace = 0
  /// The places that are free, linked by `right`.
  private var free: TreePlace = 0

  init() {}

  /// Creates a balanced tree. The places are the numbers from one on, in the order of the elements.
  init(_ contents: some Sequence<Element>, weight: (Element) -> Weight) {
    for element in contents {
      nodes.append(Node(count: 1, own: weight(element)))
      elements.append(element)
    }
    root = join(1, TreePlace(nodes.count))
  }

  /// Makes one subtree of the nodes in a range of places.
  private mutating func join(_ start: TreePlace, _ end: TreePlace) -> TreePlace {
    if start == end { return 0 }
    let middle = (start + end) / 2
    let left = join(start, middle)
    let right = join(middle + 1, end)
    setLeft(of: middle, to: left)
    setRight(of: middle, to: right)
    update(middle)
    return middle
  }

  var count: Int { Int(nodes[Int(root)].count) }
  var isEmpty: Bool { root == 0 }
  /// The sum of all weights.
  var weight: Weight { nodes[Int(root)].weight }

  subscript(place: TreePlace) -> Element {
    get { elements[Int(place)].unsafelyUnwrapped }
    set { elements[Int(place)] = newValue }
  }

  // MARK: - Finding

  /// The place of the element at an index.
  func place(at index: Int) -> TreePlace {
    var place = root
    var index = Int32(index)
    while place != 0 {
      let node = nodes[Int(place)]
      let before = nodes[Int(node.left)].count
      if index == before { return place }
      if index < before {
        place = node.left
      } else {
        index -= before + 1
        place = node.right
      }
    }
    preconditionFailure("A tree of \(count) elements has none at index \(index).")
  }

  /// The index of the element at a place, and the sum of the weights before it.
  func position(of place: TreePlace) -> (index: Int, weight: Weight) {
    var place = place
    var index = nodes[Int(nodes[Int(place)].left)].count
    var weight = nodes[Int(nodes[Int(place)].left)].weight
    while true {
      let parent = nodes[Int(place)].parent
      if parent == 0 { return (Int(index), weight) }
      let node = nodes[Int(parent)]
      if node.right == place {
        index += nodes[Int(node.left)].count + 1
        weight += nodes[Int(node.left)].weight + node.own
      }
      place = parent
    }
  }

  func index(of place: TreePlace) -> Int { position(of: place).index }

  /// The place of the element after the one at a place, or zero.
  func next(after place: TreePlace) -> TreePlace {
    var place = place
    if nodes[Int(place)].right != 0 { return first(in: nodes[Int(place)].right) }
    while true {
      let parent = nodes[Int(place)].parent
      if parent == 0 || nodes[Int(parent)].left == place { return parent }
      place = parent
    }
  }

  /// The place of the element before the one at a place, or zero.
  func previous(before place: TreePlace) -> TreePlace {
    var place = place
    if nodes[Int(place)].left != 0 { return last(in: nodes[Int(place)].left) }
    while true {
      let parent = nodes[Int(place)].parent
      if parent == 0 || nodes[Int(parent)].right == place { return parent }
      place = parent
    }
  }

  /// The place of the first element, or zero.
  var first: TreePlace { first(in: root) }

  private func first(in subtree: TreePlace) -> TreePlace {
    var place = subtree
    while nodes[Int(place)].left != 0 { place = nodes[Int(place)].left }
    return place
  }

  private func last(in subtree: TreePlace) -> TreePlace {
    var place = subtree
    while nodes[Int(place)].right != 0 { place = nodes[Int(place)].right }
    return place
  }

  /// The index at which an element belongs in a sorted tree.
  ///
  /// - Parameter isBefore: whether the element belongs before the one in the tree.
  func index(where isBefore: (Element) -> Bool) -> Int {
    var place = root
    var index: Int32 = 0
    while place != 0 {
      let node = nodes[Int(place)]
      if isBefore(self[place]) {
        place = node.left
      } else {
        index += nodes[Int(node.left)].count + 1
        place = node.right
      }
    }
    return Int(index)
  }

  func forEach(_ body: (Element) throws -> Void) rethrows {
    var place = first
    while place != 0 {
      try body(self[place])
      place = next(after: place)
    }
  }

  // MARK: - Changing

  mutating func setWeight(of place: TreePlace, to weight: Weight) {
    nodes[Int(place)].own = weight
    var next = place
    while next != 0 {
      update(next)
      next = nodes[Int(next)].parent
    }
  }

  /// Inserts an element. Returns its place.
  mutating func insert(_ element: Element, at index: Int, weight: Weight = .zero) -> TreePlace {
    let place = free == 0 ? TreePlace(nodes.count) : free
    let node = Node(count: 1, own: weight, weight: weight)
    if free == 0 {
      nodes.append(node)
      elements.append(element)
    } else {
      free = nodes[Int(place)].right
      nodes[Int(place)] = node
      elements[Int(place)] = element
    }
    link(place, at: index)
    return place
  }

  /// Removes and returns the element at a place.
  mutating func remove(_ place: TreePlace) -> Element {
    unlink(place)
    nodes[Int(place)].right = free
    free = place
    let element = elements[Int(place)].unsafelyUnwrapped
    elements[Int(place)] = nil
    return element
  }

  /// Moves the element at a place, so that it has the index afterwards.
  mutating func move(_ place: TreePlace, to index: Int) {
    unlink(place)
    link(place, at: index)
  }

  private mutating func link(_ place: TreePlace, at index: Int) {
    let weight = nodes[Int(place)].own
    nodes[Int(place)] = Node(count: 1, own: weight, weight: weight)
    var parent: TreePlace = 0
    var next = root
    var index = Int32(index)
    var isLeft = false
    while next != 0 {
      parent = next
      let node = nodes[Int(next)]
      let before = nodes[Int(node.left)].count
      isLeft = index <= before
      if isLeft {
        next = node.left
      } else {
        index -= before + 1
        next = node.right
      }
    }
    if parent == 0 {
      root = place
    } else if isLeft {
      setLeft(of: parent, to: place)
    } else {
      setRight(of: parent, to: place)
    }
    balance(from: parent)
  }

  private mutating func unlink(_ place: TreePlace) {
    let node = nodes[Int(place)]
    if node.left == 0 || node.right == 0 {
      let child = node.left == 0 ? node.right : node.left
      replace(place, by: child)
      return balance(from: node.parent)
    }
    // The next element takes the place in the tree. It has no left child.
    let heir = first(in: node.right)
    let start = nodes[Int(heir)].parent
    replace(heir, by: nodes[Int(heir)].right)
    balance(from: start)
    // Balancing may have moved the node.
    let (left, right) = (nodes[Int(place)].left, nodes[Int(place)].right)
    replace(place, by: heir)
    setLeft(of: heir, to: left)
    setRight(of: heir, to: right)
    var next = heir
    while next != 0 {
      update(next)
      next = nodes[Int(next)].parent
    }
  }

  /// Puts a subtree where another one is.
  private mutating func replace(_ place: TreePlace, by other: TreePlace) {
    let parent = nodes[Int(place)].parent
    if parent == 0 {
      root = other
      if other != 0 { nodes[Int(other)].parent = 0 }
    } else if nodes[Int(parent)].left == place {
      setLeft(of: parent, to: other)
    } else {
      setRight(of: parent, to: other)
    }
  }

  private mutating func setLeft(of place: TreePlace, to child: TreePlace) {
    nodes[Int(place)].left = child
    if child != 0 { nodes[Int(child)].parent = place }
  }

  private mutating func setRight(of place: TreePlace, to child: TreePlace) {
    nodes[Int(place)].right = child
    if child != 0 { nodes[Int(child)].parent = place }
  }

  private mutating func update(_ place: TreePlace) {
    let node = nodes[Int(place)]
    let (left, right) = (nodes[Int(node.left)], nodes[Int(node.right)])
    nodes[Int(place)].count = left.count + right.count + 1
    nodes[Int(place)].weight = left.weight + node.own + right.weight
  }

  private mutating func balance(from start: TreePlace) {
    var place = start
    while place != 0 {
      update(place)
      let node = nodes[Int(place)]
      let (left, right) = (nodes[Int(node.left)].count + 1, nodes[Int(node.right)].count + 1)
      if right > 3 * left {
        let child = nodes[Int(node.right)]
        if nodes[Int(child.left)].count + 1 >= 2 * (nodes[Int(child.right)].count + 1) { rotateRight(node.right) }
        place = rotateLeft(place)
      } else if left > 3 * right {
        let child = nodes[Int(node.left)]
        if nodes[Int(child.right)].count + 1 >= 2 * (nodes[Int(child.left)].count + 1) { rotateLeft(node.left) }
        place = rotateRight(place)
      }
      place = nodes[Int(place)].parent
    }
  }

  /// Puts the right child above its parent, and returns it.
  @discardableResult
  private mutating func rotateLeft(_ place: TreePlace) -> TreePlace {
    let child = nodes[Int(place)].right
    replace(place, by: child)
    setRight(of: place, to: nodes[Int(child)].left)
    setLeft(of: child, to: place)
    update(place)
    update(child)
    return child
  }

  /// Puts the left child above its parent, and returns it.
  @discardableResult
  private mutating func rotateRight(_ place: TreePlace) -> TreePlace {
    let child = nodes[Int(place)].left
    replace(place, by: child)
    setLeft(of: place, to: nodes[Int(child)].right)
    setRight(of: child, to: place)
    update(place)
    update(child)
    return child
  }
}

extension OrderTree where Weight: Comparable {
  /// The place of the element whose weight covers an offset, and the offset within it.
  func place(atWeight offset: Weight) -> (place: TreePlace, offset: Weight) {
    var place = root
    var offset = offset
    while place != 0 {
      let node = nodes[Int(place)]
      let before = nodes[Int(node.left)].weight
      if offset < before {
        place = node.left
      } else if offset < before + node.own {
        return (place, offset - before)
      } else {
        offset -= before + node.own
        place = node.right
      }
    }
    preconditionFailure("A tree of the weight \(weight) has nothing at \(offset).")
  }
}
