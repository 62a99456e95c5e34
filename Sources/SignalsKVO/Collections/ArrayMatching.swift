/// The match between the elements of an old and a new array.
struct ArrayMatching {
  /// For each index in the new array, the index of the element in the old array, if it had one.
  private var origins: [Int?]
  /// For each index in the old array, whether the new array has the element.
  private var isKept: [Bool]

  /// Matches the first of several equal elements with the first, the second with the second, and so on.
  init<Element: Hashable>(hashing old: [Element], _ new: [Element]) {
    self.init(old, new) { old, new in
      var places: [Element: [Int]] = [:]
      for index in old.indices.reversed() { places[old[index], default: []].append(index) }
      return new.map { places[$0]?.popLast() }
    }
  }

  /// Matches a longest common subsequence.
  init<Element: Equatable>(comparing old: [Element], _ new: [Element]) {
    self.init(old, new) { old, new in
      // Its offsets begin at zero, and those of a slice don't.
      let difference = Array(new).difference(from: Array(old))
      var removed = Set<Int>()
      var inserted = Set<Int>()
      for change in difference {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
      var kept = old.indices.lazy.filter { !removed.contains($0 - old.startIndex) }.makeIterator()
      return (0..<new.count).map { inserted.contains($0) ? nil : kept.next() }
    }
  }

  /// Equal elements at the beginning and at the end keep their places; `match` receives only the elements between.
  private init<Element: Equatable>(
    _ old: [Element], _ new: [Element], _ match: (ArraySlice<Element>, ArraySlice<Element>) -> [Int?]
  ) {
    var start = 0
    let bound = min(old.count, new.count)
    while start < bound, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < bound - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }

    origins = Array(0..<start)
    origins += match(old[start..<old.count - tail], new[start..<new.count - tail])
    origins += (old.count - tail..<old.count).lazy.map(Optional.some)
    isKept = [Bool](repeating: false, count: old.count)
    for case let origin? in origins { isKept[origin] = true }
  }

  /// The changes that lead from one array to the other.
  func changes<Element>(from old: [Element], to new: [Element]) -> [ArrayChange<Element>] {
    var ranks = [Int](repeating: 0, count: old.count)
    var rank = 0
    for index in old.indices where isKept[index] {
      ranks[index] = rank
      rank += 1
    }
    let moves = Reordering(order: origins.compactMap { $0.map { ranks[$0] } }).moves
    return moves.isEmpty ? replacements(old, new) : removals(old) + moves.map(ArrayChange.move) + insertions(new)
  }

  /// The changes if no element has moved: each gap between the kept elements is replaced, from left to right.
  private func replacements<Element>(_ old: [Element], _ new: [Element]) -> [ArrayChange<Element>] {
    var changes: [ArrayChange<Element>] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      let gone = oldIndex..<(isKept[oldIndex...].firstIndex(of: true) ?? old.count)
      let come = newIndex..<(origins[newIndex...].firstIndex { $0 != nil } ?? new.count)
      if let change = ArrayChange.replacing(old[gone], with: new[come], at: newIndex) { changes.append(change) }
      // After the gap is a kept element, or the end of both.
      oldIndex = gone.upperBound + 1
      newIndex = come.upperBound + 1
    }
    return changes
  }

  /// From right to left, so that no removal changes the index of a later one.
  private func removals<Element>(_ old: [Element]) -> [ArrayChange<Element>] {
    old.indices.indices(where: { !isKept[$0] }).ranges.reversed().map { .removal(Array(old[$0]), at: $0.lowerBound) }
  }

  private func insertions<Element>(_ new: [Element]) -> [ArrayChange<Element>] {
    new.indices.indices(where: { origins[$0] == nil }).ranges.map { .insertion(Array(new[$0]), at: $0.lowerBound) }
  }
}
