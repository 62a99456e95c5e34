/// A permutation, and the moves that lead to it.
struct Reordering {
  /// For each new index, the old index of its element.
  let order: [Int]

  /// The fewest moves that lead from the old order to the new one. Each index refers to the order after the earlier moves.
  ///
  /// The elements of a longest increasing subsequence stay. The others are moved from left to right, each behind the element
  /// that precedes it in the new order. Takes n log n steps.
  var moves: [(from: Int, to: Int)] {
    let stays = longestIncreasingRun
    // Slot 0 is the beginning. Slot k + 1 has the element from index k, unless it was moved, and the elements moved behind it.
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

  /// For each old index, whether its element belongs to a longest increasing subsequence.
  private var longestIncreasingRun: [Bool] {
    // For each length, the index in `order` of the last element of a subsequence whose last element is the smallest.
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

/// Prefix sums over slots whose counts change: a Fenwick tree.
private struct RunningCounts {
  private var tree: [Int]

  /// Creates the counts: zero in slot 0, and one in each of `count` slots after it.
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
