public import Signals

extension ObservableElements {
  /// The elements in the order of a key.
  ///
  /// ```swift
  /// let byName = people.sorted(by: \.name)
  /// let newestFirst = articles.sorted(by: \.date, ascending: false)
  /// ```
  ///
  /// Elements with equal keys are in the order of this collection, and those whose key doesn't equal itself, as a number that is NaN,
  /// come last. The key is read once for each element that is inserted, and
  /// again for an element when something has changed that was read of it, such as an observed property: then the element moves.
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  public func sorted<Key: Comparable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, ascending: Bool = true, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      SortedElements(
        NodeInfo(.operator, "sorted", file, line), nil, _input, key: key,
        Rule(keyOrder(ascending: ascending))))
  }

  /// The elements in the order of a key, in the direction that an observable value tells.
  ///
  /// ```swift
  /// let rows = files.sorted(by: \.size, ascending: isAscending)
  /// ```
  ///
  /// When the direction changes, the fewest moves are reported that lead to the new order.
  ///
  /// - Returns: an array that follows this collection and the value, and is to be kept like a property.
  public func sorted<Key: Comparable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, ascending: ObservableValue<Bool>, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      SortedElements(
        NodeInfo(.operator, "sorted", file, line), nil, _input, key: key,
        Rule(ascending) { keyOrder(ascending: $0) }))
  }

  /// The elements in the order that a predicate gives.
  ///
  /// ```swift
  /// let ranking = players.sorted(using: { $0.score > $1.score })
  /// ```
  ///
  /// The predicate says whether its first argument comes before the second one. It compares what doesn't change: for a property
  /// that is observed, use `sorted(by:)`, which follows it. (`sorted(by:)` with such a predicate is that of
  /// `Sequence`, and returns an array that follows nothing; so does a trailing closure.)
  ///
  /// - Returns: an array that follows this collection, and is to be kept like a property.
  // Disfavored, so that a trailing closure is that of `sorted(by:)` of `Sequence`.
  @_disfavoredOverload
  public func sorted(
    using areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      SortedElements(
        NodeInfo(.operator, "sorted", file, line), nil, _input, key: { $0 }, Rule { areInIncreasingOrder($0, $1) }))
  }

  /// The elements in the order that an observable predicate gives.
  ///
  /// ```swift
  /// let order = Property<@Sendable (File, File) -> Bool>({ $0.name < $1.name })
  /// let rows = files.sorted(using: order)
  /// order.value = { $0.size > $1.size }
  /// ```
  ///
  /// When the predicate changes, the fewest moves are reported that lead to the new order.
  ///
  /// - Returns: an array that follows this collection and the predicate, and is to be kept like a property.
  public func sorted(
    using order: ObservableValue<@Sendable (Element, Element) -> Bool>, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      SortedElements(
        NodeInfo(.operator, "sorted", file, line), nil, _input, key: { $0 },
        Rule(order) { order in { order($0, $1) } }))
  }

  /// The elements in the order of a key that belongs to the main actor: see ``DerivedArray``.
  ///
  /// ```swift
  /// let byName = people.sorted(on: .main, by: { $0.name })
  /// ```
  public func sorted<Key: Comparable & Sendable>(
    on actor: OperatorActor, by key: @escaping @MainActor @Sendable (Element) -> Key, ascending: Bool = true,
    file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedArray<Element> {
    DerivedArray(
      SortedElements(
        NodeInfo(.operator, "sorted", file, line), .home(of: actor), _input, key: unisolated(key),
        Rule(keyOrder(ascending: ascending))))
  }
}

/// The contents of `sorted`.
// Unchecked, as its superclass.
private final class SortedElements<Input: Sendable, Key>: KeyedElements<Input, Key, [Input]>, ArrayContents,
  @unchecked Sendable
{
  /// The places of the elements, in the order of the keys.
  private var order = OrderTree<TreePlace>()
  private var changes = ArrayChangeList<Input>()
  private let rule: Rule<(Key, Key) -> Bool>

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>, key: @escaping @Sendable (Input) -> Key,
    _ rule: Rule<(Key, Key) -> Bool>
  ) {
    self.rule = rule
    super.init(info, home, input, key)
  }

  /// Whether one element comes before another.
  private func isBefore(_ one: TreePlace, _ other: TreePlace) -> Bool {
    let (key, otherKey) = (key(at: one), key(at: other))
    if rule.content(key, otherKey) { return true }
    if rule.content(otherKey, key) { return false }
    return tree.index(of: one) < tree.index(of: other)
  }

  private func link(_ place: TreePlace) -> Int {
    // Other values that a predicate reads are not followed.
    let index = ReadingContext.pause { order.index { isBefore(place, $0) } }
    links[place] = order.insert(place, at: index)
    return index
  }

  override func added(_ place: TreePlace) { changes.insert(tree[place], at: link(place)) }

  override func willRemove(_ place: TreePlace) {
    changes.remove(tree[place], at: order.index(of: links[place]))
    _ = order.remove(links[place])
  }

  override func move(_ place: TreePlace, to newIndex: Int) {
    tree.move(place, to: newIndex)
    // Its order among elements with equal keys may be another one.
    reposition(place)
  }

  override func update(_ key: Key, at place: TreePlace) {
    setKey(key, at: place)
    reposition(place)
  }

  private func reposition(_ place: TreePlace) {
    let link = links[place]
    let (previous, next) = (order.previous(before: link), order.next(after: link))
    let isInPlace = ReadingContext.pause {
      (previous == 0 || !isBefore(place, order[previous])) && (next == 0 || !isBefore(order[next], place))
    }
    if isInPlace { return }
    let index = order.index(of: link)
    _ = order.remove(link)
    changes.move(from: index, to: self.link(place))
  }

  override func fill() {
    setOrder(sortedPlaces())
    for place in order.array { changes.insert(tree[place], at: changes.endOfRun) }
  }

  private func sortedPlaces() -> [TreePlace] { stablySorted(tree.places, rule.content) { key(at: $0) } }

  private func setOrder(_ places: [TreePlace]) {
    order = OrderTree(places)
    for (index, place) in places.enumerated() { links[place] = TreePlace(index + 1) }
  }

  override func followRule() -> Bool { rule.follow() }

  override func ruleChanged() {
    let places = sortedPlaces()
    for move in Reordering(order: places.map { order.index(of: links[$0]) }).moves {
      changes.move(from: move.from, to: move.to)
    }
    setOrder(places)
  }

  override func follow() -> [ArrayChange<Input>] {
    follow(reader)
    return changes.take()
  }

  // MARK: - The contents

  override var count: Int { order.count }

  override var contents: [Input] { order.array.map { tree[$0] } }

  func element(at index: Int) -> Input { tree[order[order.place(at: index)]] }

  override func computed() -> [Input] {
    stablySorted(reader.elements.map { ($0, makeKey($0)) }, rule.current) { $0.1 }.map { $0.0 }
  }
}

/// The order of keys, in which those that don't equal themselves come last: without that, one of them would leave the others in
/// disorder.
private func keyOrder<Key: Comparable>(ascending: Bool) -> (Key, Key) -> Bool {
  func isLast(_ key: Key, after other: Key) -> Bool { key != key && other == other }
  // Two functions, since sorting spends its time in them.
  if ascending { return { one, other in one < other || isLast(other, after: one) } }
  return { one, other in other < one || isLast(other, after: one) }
}

/// The elements in the order of their keys. Those with equal keys keep their order.
private func stablySorted<Element, Key>(
  _ elements: [Element], _ isBefore: (Key, Key) -> Bool, _ key: (Element) -> Key
) -> [Element] {
  ReadingContext.pause {
    elements.enumerated().sorted { one, other in
      let (key, otherKey) = (key(one.element), key(other.element))
      if isBefore(key, otherKey) { return true }
      return !isBefore(otherKey, key) && one.offset < other.offset
    }.map { $0.element }
  }
}
