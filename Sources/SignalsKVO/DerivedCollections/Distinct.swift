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
    DerivedArray(DistinctElements(NodeInfo(.operator, "distinct", file, line), nil, _input, key))
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
      DistinctElements(NodeInfo(.operator, "distinct", file, line), .home(of: actor), _input, unisolated(key)))
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
  private var places: [Key: RankedPlaces] = [:]
  private var changes = ArrayChangeList<Input>()

  private func show(_ place: TreePlace) {
    changes.insert(tree[place], at: tree.position(of: place).weight)
    tree.setWeight(of: place, to: 1)
  }

  private func hide(_ place: TreePlace) {
    changes.remove(tree[place], at: tree.position(of: place).weight)
    tree.setWeight(of: place, to: 0)
  }

  private func rank(_ place: TreePlace) -> Int { tree.index(of: place) }

  override func added(_ place: TreePlace) {
    var same = places.removeValue(forKey: key(at: place)) ?? RankedPlaces()
    let former = same.first
    same.insert(place, rank)
    if same.first == place {
      if former != 0 { hide(former) }
      show(place)
    }
    places[key(at: place)] = same
  }

  override func willRemove(_ place: TreePlace) {
    // A key that isn't equal to itself, such as NaN, is never found.
    guard var same = places.removeValue(forKey: key(at: place)) else { return hide(place) }
    let former = same.first
    same.remove(place, rank)
    if former == place {
      hide(place)
      if same.first != 0 { show(same.first) }
    }
    if same.first != 0 { places[key(at: place)] = same }
  }

  override func move(_ place: TreePlace, to newIndex: Int) {
    let start = tree.position(of: place).weight
    guard var same = places.removeValue(forKey: key(at: place)) else {
      tree.move(place, to: newIndex)
      return changes.move(from: start, to: tree.position(of: place).weight)
    }
    let former = same.first
    same.remove(place, rank)
    tree.move(place, to: newIndex)
    same.insert(place, rank)
    if former == place, same.first == place {
      changes.move(from: start, to: tree.position(of: place).weight)
    } else if former == place {
      changes.remove(tree[place], at: start)
      tree.setWeight(of: place, to: 0)
      show(same.first)
    } else if same.first == place {
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
    for place in tree.places {
      let key = key(at: place)
      if places[key] == nil {
        changes.insert(tree[place], at: changes.endOfRun)
        tree.setWeight(of: place, to: 1)
      }
      places[key, default: RankedPlaces()].append(place)
    }
  }

  override func follow() -> [ArrayChange<Input>] {
    follow(reader)
    return changes.take()
  }

  // MARK: - The contents

  override var count: Int { tree.weight }

  override var contents: [Input] { (0..<count).map { element(at: $0) } }

  func element(at index: Int) -> Input { tree[tree.place(atWeight: index).place] }

  override func computed() -> [Input] {
    var keys: Set<Key> = []
    return reader.elements.filter { keys.insert(makeKey($0)).inserted }
  }
}

/// Places in the order of their ranks: an array while they are few, as they are for most keys, and else a tree.
private struct RankedPlaces {
  private var few: ContiguousArray<TreePlace> = []
  private var many: OrderTree<TreePlace>?

  private static let limit = 64

  /// The first place, or zero.
  var first: TreePlace {
    if let many { return many.isEmpty ? 0 : many[many.first] }
    return few.first ?? 0
  }

  /// Adds a place that comes after all others.
  mutating func append(_ place: TreePlace) {
    if many == nil, few.count < Self.limit { return few.append(place) }
    growIfNecessary()
    let end = many?.count ?? 0
    _ = many?.insert(place, at: end)
  }

  mutating func insert(_ place: TreePlace, _ rank: (TreePlace) -> Int) {
    let index = index(of: place, rank)
    if many == nil, few.count < Self.limit { return few.insert(place, at: index) }
    growIfNecessary()
    _ = many?.insert(place, at: index)
  }

  /// Removes a place, whose rank is still the one with which it was inserted.
  mutating func remove(_ place: TreePlace, _ rank: (TreePlace) -> Int) {
    let index = index(of: place, rank)
    if let node = many?.place(at: index) { _ = many?.remove(node) } else { few.remove(at: index) }
  }

  /// The index of a place, or the one where it belongs.
  private func index(of place: TreePlace, _ rank: (TreePlace) -> Int) -> Int {
    let own = rank(place)
    if let many { return many.index { own <= rank($0) } }
    var low = 0
    var high = few.count
    while low < high {
      let middle = (low + high) / 2
      if rank(few[middle]) < own { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func growIfNecessary() {
    if many != nil { return }
    many = OrderTree(few)
    few = []
  }
}
