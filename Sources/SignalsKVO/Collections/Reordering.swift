/// A new order of the same elements, and the moves that lead to it.
struct Reordering {
  /// For each place in the new order, where its element was.
  let order: [Int]

  /// The fewest moves that lead from the old order to the new one, each index meaning what the moves before it left.
  ///
  /// Those that stay are a longest run that is in the right order already. The others are put in from left to right, each
  /// behind the last one that stays before it and those already put there. Takes n log n steps.
  var moves: [(from: Int, to: Int)] {
    let stays = longestIncreasingRun
    // Slot 0 is the beginning; slot k + 1 is the element that was at k, if it is still there, and what follows it there.
    var room = RunningCounts(count: order.count)
    var anchor = 0
    var moves: [(from: Int, to: Int)] = []
    for place in order {
      if stays[place] {
        anchor = place + 1
      } else {
        let from = room.sum(below: place + 1)
        room.add(-1, at: place + 1)
        let to = room.sum(below: anchor + 1)
        room.add(1, at: anchor)
        if from != to { moves.append((from, to)) }
      }
    }
    return moves
  }

  /// For each old place, whether its element is one of a longest run that is in the right order already.
  private var longestIncreasingRun: [Bool] {
    // Of all runs of each length that have been found, the index in `order` at which the one ends that is lowest there.
    var ends: [Int] = []
    var predecessors = [Int](repeating: -1, count: order.count)
    for (index, place) in order.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if order[ends[middle]] < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var isIn = [Bool](repeating: false, count: order.count)
    var index = ends.last ?? -1
    while index >= 0 {
      isIn[order[index]] = true
      index = predecessors[index]
    }
    return isIn
  }
}

/// How many there are in all slots below one, while some come and go: a Fenwick tree.
private struct RunningCounts {
  private var tree: [Int]

  /// Nothing in slot 0, and one in each of `count` slots after it.
  init(count: Int) {
    tree = [Int](repeating: 0, count: count + 2)
    for slot in 1..<tree.count {
      if slot > 1 { tree[slot] += 1 }
      let next = slot + slot & -slot
      if next < tree.count { tree[next] += tree[slot] }
    }
  }

  mutating func add(_ amount: Int, at slot: Int) {
    var slot = slot + 1
    while slot < tree.count {
      tree[slot] += amount
      slot += slot & -slot
    }
  }

  func sum(below slot: Int) -> Int {
    var slot = slot
    var sum = 0
    while slot > 0 {
      sum += tree[slot]
      slot -= slot & -slot
    }
    return sum
  }
}
