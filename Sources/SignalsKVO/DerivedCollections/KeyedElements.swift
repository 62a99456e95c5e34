internal import Signals

/// The elements of another collection, each with a key that a closure gives: the common part of the contents of `sorted`, `distinct`
/// and `grouped`.
// Unchecked, as its superclass.
class KeyedElements<Input: Sendable, Key, Contents: _ObservableContents & Sendable>: CollectionComputation<Contents>,
  ElementFollower, @unchecked Sendable
where Contents._Change: Sendable {
  /// The elements, in the order of the input.
  final var tree = OrderTree<Input>()
  private final let keys = Slots<Key>()
  /// Where a subclass keeps the element besides.
  final var links = PlaceTable<TreePlace>(0)
  private final var tracking = PlaceTable<ObjectIdentifier?>(nil)
  final let reader: ElementReader<Input>
  private final let tracker: ElementTracker<Input, Key>

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>,
    _ key: @escaping @Sendable (Input) -> Key
  ) {
    reader = ElementReader(input)
    tracker = ElementTracker(info, key)
    super.init(info, home ?? input.home)
    tracker.report(to: stale, evaluations)
  }

  // MARK: - To be overridden

  /// An element was inserted, or has another key.
  func added(_ place: TreePlace) { preconditionFailure("\(Self.self) must override added(_:).") }
  /// An element is going to be removed, or to have another key.
  func willRemove(_ place: TreePlace) { preconditionFailure("\(Self.self) must override willRemove(_:).") }
  /// Moves an element of `tree`.
  func move(_ place: TreePlace, to newIndex: Int) { preconditionFailure("\(Self.self) must override move(_:to:).") }
  /// Gives an element another key, by `setKey(_:at:)`.
  func update(_ key: Key, at place: TreePlace) {
    willRemove(place)
    setKey(key, at: place)
    added(place)
  }
  func fill() { preconditionFailure("\(Self.self) must override fill().") }
  func followRule() -> Bool { false }
  func ruleChanged() {}

  // MARK: - The input

  final func key(at place: TreePlace) -> Key { keys[place] }

  final func setKey(_ key: Key, at place: TreePlace) { keys[place] = key }

  final var inputs: [Input] {
    var inputs: [Input] = []
    inputs.reserveCapacity(tree.count)
    tree.forEach { inputs.append($0) }
    return inputs
  }

  final var hasInputs: Bool { !tree.isEmpty }

  final func fill(_ elements: [Input]) {
    tree = OrderTree(elements) { _ in 0 }
    var place: TreePlace = 0
    for element in elements {
      place += 1
      evaluate(element, at: place)
    }
    fill()
  }

  private func evaluate(_ element: Input, at place: TreePlace) {
    let (key, tracking) = tracker.evaluate(element, at: place)
    keys.fill(place, with: key)
    self.tracking[place] = tracking
  }

  final func insert(_ element: Input, at index: Int) {
    let place = tree.insert(element, at: index)
    evaluate(element, at: place)
    added(place)
  }

  final func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(tracking[place])
    willRemove(place)
    _ = keys.remove(place)
    _ = tree.remove(place)
  }

  final func replace(at index: Int, with element: Input) {
    remove(at: index)
    insert(element, at: index)
  }

  final func move(from index: Int, to newIndex: Int) { move(tree.place(at: index), to: newIndex) }

  final func followElements(isRuleNew: Bool) {
    if isRuleNew { ruleChanged() }
    tracker.evaluateAgain { place, key in update(key, at: place) }
  }
}
