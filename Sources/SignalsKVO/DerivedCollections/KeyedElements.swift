internal import Signals

/// The elements of another collection, each with a key that a closure gives: the common part of the contents of `sorted`, `distinct`
/// and `grouped`.
// Unchecked, as its superclass.
class KeyedElements<Input: Sendable, Key, Contents: _ObservableContents & Sendable>: CollectionComputation<Contents>,
  ElementFollower, @unchecked Sendable
where Contents._Change: Sendable {
  struct Entry {
    let input: Input
    fileprivate(set) var key: Key?
    /// Where a subclass keeps the element besides.
    var link: TreePlace = 0
    fileprivate var tracking: ObjectIdentifier?
  }

  /// The elements, in the order of the input.
  final var tree = OrderTree<Entry>()
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

  final func key(at place: TreePlace) -> Key {
    guard let key = tree[place].key else { preconditionFailure("Each element has a key.") }
    return key
  }

  final func setKey(_ key: Key, at place: TreePlace) { tree[place].key = key }

  final var inputs: [Input] {
    var inputs: [Input] = []
    inputs.reserveCapacity(tree.count)
    tree.forEach { inputs.append($0.input) }
    return inputs
  }

  final var hasInputs: Bool { !tree.isEmpty }

  final func fill(_ elements: [Input]) {
    var entries: [Entry] = []
    entries.reserveCapacity(elements.count)
    for element in elements {
      let (key, tracking) = tracker.evaluate(element, at: TreePlace(entries.count + 1))
      entries.append(Entry(input: element, key: key, tracking: tracking))
    }
    tree = OrderTree(entries) { _ in 0 }
    fill()
  }

  final func insert(_ element: Input, at index: Int) {
    let place = tree.insert(Entry(input: element), at: index)
    let (key, tracking) = tracker.evaluate(element, at: place)
    tree[place].key = key
    tree[place].tracking = tracking
    added(place)
  }

  final func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(tree[place].tracking)
    willRemove(place)
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
