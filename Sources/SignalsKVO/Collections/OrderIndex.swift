/// Where an element lies in a tree, as long as it is there. Zero stands for no place.
typealias TreePlace = Int32

/// The order of the places in a sequence: a balanced tree in one block of memory, which finds, inserts, removes and numbers a place
/// in log n steps.
///
/// A place stays the same while others come and go. Each has a weight, and the sum of the weights before a place is found in log n
/// steps too: with weights of zero and one, it is the index among the places that count.
// It knows nothing of the elements, so that the compiler knows all types. Generic code would take many times longer.
//
// The tree is balanced by the numbers of places: no subtree has more than three times as many as its sibling, counted with one
// more each. The factors three and two are known to keep that by one rotation at each level.
struct OrderIndex {
  private struct Node {
    var left: TreePlace = 0
    var right: TreePlace = 0
    var parent: TreePlace = 0
    /// The number of places in the subtree.
    var count: Int32 = 0
    /// The weight of the place itself.
    var own = 0
    /// The sum of the weights in the subtree.
    var weight = 0
  }

  // The first node is the empty subtree, so that its count and weight need no special case.
  private var nodes: ContiguousArray<Node> = [Node()]
  private var root: TreePlace = 0
  /// The places that are free, linked by `right`.
  private var free: TreePlace = 0

  init() {}

  /// Creates a balanced tree of the places from one to `count`, in this order.
  init(count: Int, weight: (TreePlace) -> Int = { _ in 0 }) {
    nodes.reserveCapacity(count + 1)
    for place in 0..<TreePlace(count) { nodes.append(Node(count: 1, own: weight(place + 1))) }
    root = join(1, TreePlace(nodes.count))
  }

  /// Makes one subtree of the nodes in a range of places.
  private mutating func join(_ start: TreePlace, _ end: TreePlace) -> TreePlace {
    if start == end { return 0 }
    let middle = start + (end - start) / 2
    let left = join(start, middle)
    let right = join(middle + 1, end)
    setLeft(of: middle, to: left)
    setRight(of: middle, to: right)
    update(middle)
    return middle
  }

  var count: Int { Int(nodes[Int(root)].count) }
  /// The sum of all weights.
  var weight: Int { nodes[Int(root)].weight }

  // MARK: - Finding

  /// The place at an index.
  func place(at index: Int) -> TreePlace {
    var place = root
    var rest = Int32(index)
    while place != 0 {
      let node = nodes[Int(place)]
      let before = nodes[Int(node.left)].count
      if rest == before { return place }
      if rest < before {
        place = node.left
      } else {
        rest -= before + 1
        place = node.right
      }
    }
    preconditionFailure("A tree of \(count) places has none at index \(index).")
  }

  /// The place whose weight covers an offset, and the offset within it.
  func place(atWeight offset: Int) -> (place: TreePlace, offset: Int) {
    var place = root
    var rest = offset
    while place != 0 {
      let node = nodes[Int(place)]
      let before = nodes[Int(node.left)].weight
      if rest < before {
        place = node.left
      } else if rest < before + node.own {
        return (place, rest - before)
      } else {
        rest -= before + node.own
        place = node.right
      }
    }
    preconditionFailure("A tree of the weight \(weight) has nothing at \(offset).")
  }

  /// The index of a place, and the sum of the weights before it.
  func position(of place: TreePlace) -> (index: Int, weight: Int) {
    var place = place
    let left = nodes[Int(nodes[Int(place)].left)]
    var index = left.count
    var weight = left.weight
    while true {
      let parent = nodes[Int(place)].parent
      if parent == 0 { return (Int(index), weight) }
      let node = nodes[Int(parent)]
      if node.right == place {
        let left = nodes[Int(node.left)]
        index += left.count + 1
        weight += left.weight + node.own
      }
      place = parent
    }
  }

  /// The first place, or zero.
  var first: TreePlace { first(in: root) }

  /// All places, in their order.
  var places: [TreePlace] {
    var places: [TreePlace] = []
    places.reserveCapacity(count)
    var place = first
    while place != 0 {
      places.append(place)
      place = next(after: place)
    }
    return places
  }

  /// The place after another one, or zero.
  func next(after place: TreePlace) -> TreePlace {
    var place = place
    if nodes[Int(place)].right != 0 { return first(in: nodes[Int(place)].right) }
    while true {
      let parent = nodes[Int(place)].parent
      if parent == 0 || nodes[Int(parent)].left == place { return parent }
      place = parent
    }
  }

  /// The place before another one, or zero.
  func previous(before place: TreePlace) -> TreePlace {
    var place = place
    if nodes[Int(place)].left != 0 { return last(in: nodes[Int(place)].left) }
    while true {
      let parent = nodes[Int(place)].parent
      if parent == 0 || nodes[Int(parent)].right == place { return parent }
      place = parent
    }
  }

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

  /// The index at which something belongs in a sorted tree.
  ///
  /// - Parameter isBefore: whether it belongs before a place.
  func index(where isBefore: (TreePlace) -> Bool) -> Int {
    var place = root
    var index: Int32 = 0
    while place != 0 {
      let node = nodes[Int(place)]
      if isBefore(place) {
        place = node.left
      } else {
        index += nodes[Int(node.left)].count + 1
        place = node.right
      }
    }
    return Int(index)
  }

  // MARK: - Changing

  mutating func setWeight(of place: TreePlace, to weight: Int) {
    nodes[Int(place)].own = weight
    var next = place
    while next != 0 {
      update(next)
      next = nodes[Int(next)].parent
    }
  }

  /// Inserts a place. It is a free one, or one more than there were.
  mutating func insert(at index: Int, weight: Int) -> TreePlace {
    let place: TreePlace
    if free == 0 {
      place = TreePlace(nodes.count)
      nodes.append(Node(count: 1, own: weight, weight: weight))
    } else {
      place = free
      free = nodes[Int(place)].right
      nodes[Int(place)].own = weight
    }
    link(place, at: index)
    return place
  }

  mutating func remove(_ place: TreePlace) {
    unlink(place)
    nodes[Int(place)].right = free
    free = place
  }

  /// Moves a place, so that it has the index afterwards.
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
      replace(place, by: node.left == 0 ? node.right : node.left)
      return balance(from: node.parent)
    }
    // The next place takes this one's position in the tree. It has no left child.
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
