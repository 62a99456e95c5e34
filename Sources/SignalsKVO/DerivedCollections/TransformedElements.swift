internal import Signals

/// The results of a closure for the elements of another collection, in their order and without those that are nil: the contents
/// of `filtered`, `mapped` and `compacted`.
// Unchecked, as its superclass.
final class TransformedElements<Input: Sendable, Output: Sendable>: CollectionComputation<[Output]>, ArrayContents,
  ElementFollower, @unchecked Sendable
{
  private struct Entry {
    let input: Input
    var output: Output?
    /// The number of the rule that gave the output.
    var rule: UInt
    var tracking: ObjectIdentifier?
  }

  private let reader: ElementReader<Input>
  // An element weighs one if it has an output, so that the weight before it is the index of that.
  private var tree = OrderTree<Entry>()
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
    tree.forEach { inputs.append($0.input) }
    return inputs
  }

  var hasInputs: Bool { !tree.isEmpty }

  func fill(_ elements: [Input]) {
    var entries: [Entry] = []
    entries.reserveCapacity(elements.count)
    for element in elements {
      let (output, tracking) = tracker.evaluate(element, at: TreePlace(entries.count + 1))
      if let output { changes.insert(output, at: changes.endOfRun) }
      entries.append(Entry(input: element, output: output, rule: rule.number, tracking: tracking))
    }
    tree = OrderTree(entries) { $0.output == nil ? 0 : 1 }
  }

  func insert(_ element: Input, at index: Int) {
    let place = tree.insert(Entry(input: element, output: nil, rule: rule.number, tracking: nil), at: index)
    let (output, tracking) = tracker.evaluate(element, at: place)
    tree[place].tracking = tracking
    set(output, at: place)
  }

  func remove(at index: Int) {
    let place = tree.place(at: index)
    tracker.forget(tree[place].tracking)
    set(nil, at: place)
    _ = tree.remove(place)
  }

  func replace(at index: Int, with element: Input) {
    let place = tree.place(at: index)
    tracker.forget(tree[place].tracking)
    let former = tree[place].output
    let (output, tracking) = tracker.evaluate(element, at: place)
    tree[place] = Entry(input: element, output: former, rule: rule.number, tracking: tracking)
    set(output, at: place)
  }

  func move(from index: Int, to newIndex: Int) {
    let place = tree.place(at: index)
    let start = tree.position(of: place).weight
    tree.move(place, to: newIndex)
    if tree[place].output != nil { changes.move(from: start, to: tree.position(of: place).weight) }
  }

  // MARK: - The output

  /// Replaces the output of an element.
  private func set(_ output: Output?, at place: TreePlace) {
    let former = tree[place].output
    tree[place].output = output
    switch (former, output) {
    case (nil, nil): break
    case (nil, let output?):
      changes.insert(output, at: tree.position(of: place).weight)
      tree.setWeight(of: place, to: 1)
    case (let former?, nil):
      changes.remove(former, at: tree.position(of: place).weight)
      tree.setWeight(of: place, to: 0)
    case (let former?, let output?):
      changes.replace(former, with: output, at: tree.position(of: place).weight)
    }
  }

  /// Replaces the output of an element that has been evaluated again.
  private func update(_ output: Output?, at place: TreePlace) {
    if let former = tree[place].output, let output, isSame(former, output) { return }
    set(output, at: place)
  }

  func followRule() -> Bool { rule.follow() }

  func followElements(isRuleNew: Bool) {
    if isRuleNew {
      var place = tree.first
      while place != 0 {
        if tree[place].rule != rule.number {
          let input = tree[place].input
          tracker.forget(tree[place].tracking)
          let (output, tracking) = tracker.evaluate(input, at: place)
          tree[place].rule = rule.number
          tree[place].tracking = tracking
          update(output, at: place)
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
    tree.forEach { if let output = $0.output { contents.append(output) } }
    return contents
  }

  func element(at index: Int) -> Output {
    guard let output = tree[tree.place(atWeight: index).place].output else {
      preconditionFailure("An element with a weight has an output.")
    }
    return output
  }

  override func follow() -> [ArrayChange<Output>] {
    follow(reader)
    return changes.take()
  }

  override func computed() -> [Output] { reader.elements.compactMap(rule.current) }
}
