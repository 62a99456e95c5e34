public import Signals

extension ObservableElements {
  /// The elements without those whose key an earlier element has.
  ///
  /// ```swift
  /// let senders = messages.distinct(by: \.sender)
  /// ```
  ///
  /// The key is read once for each element that is inserted, and again for an element when something has changed that was read of
  /// it, such as an observed property.
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(DistinctElements(NodeInfo(.operator, "distinct", file, line), nil, _input, key: key))
  }

  /// The elements without those whose key an earlier element has. The key belongs to the main actor: see ``DerivedArray``.
  ///
  /// ```swift
  /// let senders = messages.distinct(on: .main, by: { $0.sender })
  /// ```
  public func distinct<Key: Hashable & Sendable>(
    on actor: OperatorActor, by key: @escaping @MainActor @Sendable (Element) -> Key, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      DistinctElements(
        NodeInfo(.operator, "distinct", file, line), .home(of: actor), _input, key: unisolated(key)))
  }
}

extension ObservableElements where Element: Hashable {
  /// The elements without those that are equal to an earlier one.
  ///
  /// ```swift
  /// let tags = allTags.distinct()
  /// ```
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func distinct(file: StaticString = #fileID, line: UInt = #line) -> DerivedArray<Element> {
    distinct(by: { $0 }, file: file, line: line)
  }
}

/// The contents of `distinct`.
// Unchecked, as its superclass.
private final class DistinctElements<Input: Sendable, Key: Hashable & Sendable>: KeyedElements<Input, Key, [Input]>,
  ArrayContents, @unchecked Sendable
{
  // An element weighs one if it is the first with its key.
  /// The places of the elements with a key, in the order of the input.
  private var places: [Key: [TreePlace]] = [:]
  private var changes = ArrayChangeList<Input>()
  private let makeKey: @Sendable (Input) -> Key

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>,
    key: @escaping @Sendable (Input) -> Key
  ) {
    makeKey = key
    super.init(info, home, input, key)
  }

  private func show(_ place: TreePlace) {
    changes.insert(tree[place], at: tree.position(of: place).weight)
    tree.setWeight(of: place, to: 1)
  }

  private func hide(_ place: TreePlace) {
    changes.remove(tree[place], at: tree.position(of: place).weight)
    tree.setWeight(of: place, to: 0)
  }

  /// The index of a place, or the one where it belongs.
  private func index(of place: TreePlace, in places: [TreePlace]) -> Int {
    let rank = tree.index(of: place)
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if tree.index(of: places[middle]) < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }

  override func added(_ place: TreePlace) {
    var same = places.removeValue(forKey: key(at: place)) ?? []
    let index = index(of: place, in: same)
    if index == 0 {
      if let former = same.first { hide(former) }
      show(place)
    }
    same.insert(place, at: index)
    places[key(at: place)] = same
  }

  override func willRemove(_ place: TreePlace) {
    var same = places.removeValue(forKey: key(at: place)) ?? []
    let index = index(of: place, in: same)
    same.remove(at: index)
    if index == 0 {
      hide(place)
      if let next = same.first { show(next) }
    }
    if !same.isEmpty { places[key(at: place)] = same }
  }

  override func move(_ place: TreePlace, to newIndex: Int) {
    var same = places.removeValue(forKey: key(at: place)) ?? []
    let former = same.first
    same.remove(at: index(of: place, in: same))
    let start = tree.position(of: place).weight
    tree.move(place, to: newIndex)
    let index = index(of: place, in: same)
    same.insert(place, at: index)
    if former == place, index == 0 {
      changes.move(from: start, to: tree.position(of: place).weight)
    } else if former == place {
      changes.remove(tree[place], at: start)
      tree.setWeight(of: place, to: 0)
      show(same[0])
    } else if index == 0, let former {
      hide(former)
      show(place)
    }
    places[key(at: place)] = same
  }

  override func update(_ key: Key, at place: TreePlace) {
    if key == self.key(at: place) { return }
    super.update(key, at: place)
  }

  override func fill() {
    var place = tree.first
    while place != 0 {
      let key = key(at: place)
      if places[key] == nil {
        changes.insert(tree[place], at: changes.endOfRun)
        tree.setWeight(of: place, to: 1)
      }
      places[key, default: []].append(place)
      place = tree.next(after: place)
    }
  }

  override func follow() -> [ArrayChange<Input>] {
    follow(reader)
    return changes.take()
  }

  // MARK: - The contents

  override var count: Int { tree.weight }

  override var contents: [Input] {
    var contents: [Input] = []
    contents.reserveCapacity(count)
    for index in 0..<count { contents.append(element(at: index)) }
    return contents
  }

  func element(at index: Int) -> Input { tree[tree.place(atWeight: index).place] }

  override func computed() -> [Input] {
    var keys: Set<Key> = []
    return reader.elements.filter { keys.insert(makeKey($0)).inserted }
  }
}
