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
  private var tracking = PlaceTable<ObjectIdentifier?>(nil)
  private let rule: Rule<(Input) -> Output?>
  private let tracker: ElementTracker<Input, Output?>
  private var changes = ArrayChangeList<Output>()
  /// Whether a second result for the same element is no change.
  private let isSame: (Output, Output) -> Bool

  init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>,
    isSame: @escaping (Output, Output) -> Bool,
    _ rule: Rule<(Input) -> Output?>
  ) {
    self.rule = rule
    self.isSame = isSame
    tracker = ElementTracker(info) { rule.content($0) }
    reader = ElementReader(input)
    super.init(info, home ?? input.home)
    tracker.report(to: stale, evaluations)
  }

  // MARK: - The input

  var inputs: [Input] {
    var inputs: [Input] = []
    inputs.reserveCapacity(tree.count)
    tree.forEach { inputs.append($0) }
    return inputs
  }

  var hasInputs: Bool { !tree.isEmpty }

  func fill(_ elements: [Input]) {
    var place: TreePlace = 0
    for element in elements {
      place += 1
      guard let output = evaluate(element, at: place) else { continue }
      outputs.fill(place, with: output)
      changes.insert(output, at: changes.endOfRun)
    }
    var next: TreePlace = 0
    tree = OrderTree(elements) { _ in
      next += 1
      return outputs.has(next) ? 1 : 0
    }
  }

  private func evaluate(_ element: Input, at place: TreePlace) -> Output? {
    let (output, tracking) = tracker.evaluate(element, at: place)
    self.tracking[place] = tracking
    rules[place] = rule.number
    return output
  }

  func insert(_ element: Input, at index: Int) {
    let place = tree.insert(element, at: index)
    set(evaluate(element, at: place), at: place)
  }

  func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(tracking[place])
    set(nil, at: place)
    _ = tree.remove(place)
  }

  func replace(at index: Int, with element: Input) {
    let place = tree.place(at: index)
    tracker.forget(tracking[place])
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
    if let output, outputs.has(place), isSame(outputs[place], output) { return }
    set(output, at: place)
  }

  func followRule() -> Bool { rule.follow() }

  func followElements(isRuleNew: Bool) {
    if isRuleNew {
      var place = tree.first
      while place != 0 {
        if rules[place] != rule.number {
          tracker.forget(tracking[place])
          update(evaluate(tree[place], at: place), at: place)
        }
        place = tree.next(after: place)
      }
    }
    tracker.evaluateAgain { place, output in update(output, at: place) }
  }

  // MARK: - The contents

  override var count: Int { tree.weight }

  override var contents: [Output] {
    var contents: [Output] = []
    contents.reserveCapacity(count)
    var place = tree.first
    while place != 0 {
      if outputs.has(place) { contents.append(outputs[place]) }
      place = tree.next(after: place)
    }
    return contents
  }

  func element(at index: Int) -> Output { outputs[tree.place(atWeight: index).place] }

  override func follow() -> [ArrayChange<Output>] {
    follow(reader)
    return changes.take()
  }

  override func computed() -> [Output] { reader.elements.compactMap(rule.current) }
}
