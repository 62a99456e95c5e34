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
  final let reader: ElementReader<Input>
  final let makeKey: @Sendable (Input) -> Key
  final let tracker: ElementTracker<Input, Key>

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>,
    _ key: @escaping @Sendable (Input) -> Key
  ) {
    reader = ElementReader(input)
    makeKey = key
    tracker = ElementTracker(info, key)
    super.init(info, home ?? input.home)
  }

  override func reportElements(to node: Computation) { tracker.report(to: node) }

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

  final func setKey(_ key: Key, at place: TreePlace) {
    releaseLater(keys[place])
    keys[place] = key
  }

  final var inputs: [Input] { tree.array }
  final var hasInputs: Bool { !tree.isEmpty }

  final func fill(_ elements: [Input]) {
    tree = OrderTree(elements)
    for place in tree.places { evaluate(tree[place], at: place) }
    fill()
  }

  private func evaluate(_ element: Input, at place: TreePlace) {
    keys.fill(place, with: tracker.evaluate(element, at: place))
  }

  final func insert(_ element: Input, at index: Int) {
    let place = tree.insert(element, at: index)
    evaluate(element, at: place)
    added(place)
  }

  final func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(place)
    willRemove(place)
    releaseLater(keys.remove(place))
    releaseLater(tree.remove(place))
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
