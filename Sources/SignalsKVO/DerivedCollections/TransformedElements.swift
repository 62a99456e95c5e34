internal import Signals

/// The results of a closure for the elements of another collection, in their order and without those that are nil: the contents
/// of `filtered`, `mapped` and `compacted`.
// Unchecked, as its superclass.
final class TransformedElements<Input: Sendable, Output: Sendable>: CollectionComputation<[Output]>, ArrayContents,
  ElementFollower, @unchecked Sendable
{
  private let reader: ElementReader<Input>
  // An element weighs one if it has an output, so that the weight before it is the index of that.
  private var tree = OrderTree<Input>()
  private let outputs = Slots<Output>()
  /// The numbers of the rules that gave the outputs.
  private var rules = PlaceTable<UInt>(0)
  private let rule: Rule<(Input) -> Output?>
  private let tracker: ElementTracker<Input, Output?>
  private var changes = ArrayChangeList<Output>()
  /// Whether a second result for the same element is no change.
  private let isSame: (Output, Output) -> Bool

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>, _ rule: Rule<(Input) -> Output?>,
    isSame: @escaping (Output, Output) -> Bool = equalityOrIdentity(of: Output.self) ?? { _, _ in false }
  ) {
    self.rule = rule
    self.isSame = isSame
    tracker = ElementTracker(info) { rule.content($0) }
    reader = ElementReader(input)
    super.init(info, home ?? input.home)
  }

  override func reportElements(to node: Computation) { tracker.report(to: node) }

  // MARK: - The input

  var inputs: [Input] { tree.array }
  var hasInputs: Bool { !tree.isEmpty }

  func fill(_ elements: [Input]) {
    for (index, element) in elements.enumerated() {
      // The place that the element gets in the new tree.
      let place = TreePlace(index + 1)
      guard let output = evaluate(element, at: place) else { continue }
      outputs.fill(place, with: output)
      changes.insert(output, at: changes.endOfRun)
    }
    tree = OrderTree(elements) { outputs.has($0) ? 1 : 0 }
  }

  private func evaluate(_ element: Input, at place: TreePlace) -> Output? {
    rules[place] = rule.number
    return tracker.evaluate(element, at: place)
  }

  func insert(_ element: Input, at index: Int) {
    let place = tree.insert(element, at: index)
    set(evaluate(element, at: place), at: place)
  }

  func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(place)
    set(nil, at: place)
    releaseLater(tree.remove(place))
  }

  func replace(at index: Int, with element: Input) {
    let place = tree.place(at: index)
    tracker.forget(place)
    releaseLater(tree[place])
    tree[place] = element
    set(evaluate(element, at: place), at: place)
  }

  func move(from index: Int, to newIndex: Int) {
    let place = tree.place(at: index)
    let start = tree.position(of: place).weight
    tree.move(place, to: newIndex)
    if outputs.has(place) { changes.move(from: start, to: tree.position(of: place).weight) }
  }

  // MARK: - The output

  /// Replaces the output of an element.
  private func set(_ output: Output?, at place: TreePlace) {
    let hadOutput = outputs.has(place)
    guard hadOutput || output != nil else { return }
    let index = tree.position(of: place).weight
    if let output {
      if hadOutput {
        changes.replace(outputs[place], with: output, at: index)
        outputs[place] = output
      } else {
        changes.insert(output, at: index)
        outputs.fill(place, with: output)
        tree.setWeight(of: place, to: 1)
      }
    } else {
      changes.remove(outputs.remove(place), at: index)
      tree.setWeight(of: place, to: 0)
    }
  }

  /// Replaces the output of an element that has been evaluated again.
  private func update(_ output: Output?, at place: TreePlace) {
    if let output, outputs.has(place), isSame(outputs[place], output) { return releaseLater(output) }
    set(output, at: place)
  }

  func followRule() -> Bool { rule.follow() }

  func followElements(isRuleNew: Bool) {
    if isRuleNew {
      for place in tree.places where rules[place] != rule.number {
        tracker.forget(place)
        update(evaluate(tree[place], at: place), at: place)
      }
    }
    tracker.evaluateAgain { place, output in update(output, at: place) }
  }

  // MARK: - The contents

  override var count: Int { tree.weight }

  override var contents: [Output] { tree.places.filter(outputs.has).map { outputs[$0] } }

  func element(at index: Int) -> Output { outputs[tree.place(atWeight: index).place] }

  override func follow() -> [ArrayChange<Output>] {
    follow(reader)
    return changes.take()
  }

  override func computed() -> [Output] { reader.elements.compactMap(rule.current) }
}
