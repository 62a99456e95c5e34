/// Which elements of a new array are those of an old one.
struct ArrayMatching {
  /// For each index in the new array, the one that the element had in the old array, if it was there.
  private var origins: [Int?]
  /// For each index in the old array, whether the element is in the new one.
  private var isKept: [Bool]

  /// Matches the first of several equal elements with the first, the second with the second, and so on.
  init<Element: Hashable>(hashing old: [Element], _ new: [Element]) {
    self.init(old, new) { old, new in
      var places: [Element: [Int]] = [:]
      for index in old.indices.reversed() { places[old[index], default: []].append(index) }
      return new.map { places[$0]?.popLast() }
    }
  }

  /// Matches a longest run that both have in the same order.
  init<Element: Equatable>(comparing old: [Element], _ new: [Element]) {
    self.init(old, new) { old, new in
      // It counts from nought, whatever the indices are.
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

  /// What is equal at the beginning and at the end stays where it is; `match` sees only what is between.
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

  /// Where nothing has moved: each gap between what stays is filled anew, from left to right.
  private func replacements<Element>(_ old: [Element], _ new: [Element]) -> [ArrayChange<Element>] {
    var changes: [ArrayChange<Element>] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      let gone = oldIndex..<(isKept[oldIndex...].firstIndex(of: true) ?? old.count)
      let come = newIndex..<(origins[newIndex...].firstIndex { $0 != nil } ?? new.count)
      switch (gone.isEmpty, come.isEmpty) {
      case (true, true): break
      case (false, true): changes.append(.removal(Array(old[gone]), at: newIndex))
      case (true, false): changes.append(.insertion(Array(new[come]), at: newIndex))
      case (false, false): changes.append(.replacement(Array(old[gone]), with: Array(new[come]), at: newIndex))
      }
      // Behind the gap is one that stays, or the end of both.
      oldIndex = gone.upperBound + 1
      newIndex = come.upperBound + 1
    }
    return changes
  }

  /// From right to left, so that no index is changed by a removal before it.
  private func removals<Element>(_ old: [Element]) -> [ArrayChange<Element>] {
    old.indices.indices(where: { !isKept[$0] }).ranges.reversed().map { .removal(Array(old[$0]), at: $0.lowerBound) }
  }

  private func insertions<Element>(_ new: [Element]) -> [ArrayChange<Element>] {
    new.indices.indices(where: { origins[$0] == nil }).ranges.map { .insertion(Array(new[$0]), at: $0.lowerBound) }
  }
}
