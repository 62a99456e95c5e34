/// A computation that follows the edits of one other collection, element by element.
protocol ElementFollower: AnyObject {
  associatedtype Input: Sendable

  /// The elements of the input, as they were read last.
  var inputs: [Input] { get }
  /// Whether there are any.
  var hasInputs: Bool { get }

  /// Inserts elements where there are none.
  func fill(_ elements: [Input])
  func insert(_ element: Input, at index: Int)
  func remove(at index: Int)
  /// Inserts elements where there are others.
  func insert(_ elements: ArraySlice<Input>, at index: Int)
  func remove(_ count: Int, at index: Int)
  func replace(at index: Int, with element: Input)
  func move(from index: Int, to newIndex: Int)

  /// Reads what the closures are given besides the elements. Returns whether that has changed.
  func followRule() -> Bool
  /// Follows what the closures have read besides the input.
  func followElements(isRuleNew: Bool)
}

extension ElementFollower {
  func insert(_ elements: ArraySlice<Input>, at index: Int) {
    for (offset, element) in elements.enumerated() { insert(element, at: index + offset) }
  }

  func remove(_ count: Int, at index: Int) { for _ in 0..<count { remove(at: index) } }

  func follow(_ reader: ElementReader<Input>) {
    let news = reader.pull()
    // Before anything is evaluated: a new element is evaluated by the new rule, and once.
    let isRuleNew = followRule()
    switch news {
    case .changes(let changes):
      for change in changes { apply(change) }
      [Input]._releaseRemoved(changes)
    case .contents(let elements) where !hasInputs: add(elements[...], at: 0)
    case .contents(let elements):
      for change in elements.changes(from: inputs) { apply(change) }
      // Those that are equal to former ones were not taken.
      if mayHoldObjects(Input.self) { releaseLater(elements) }
    }
    followElements(isRuleNew: isRuleNew)
  }

  private func apply(_ change: ArrayChange<Input>) {
    switch change {
    case .insertion(let elements, let index): add(elements[...], at: index)
    case .removal(let elements, let index): remove(elements.count, at: index)
    case .replacement(let old, let new, let index):
      let common = min(old.count, new.count)
      for offset in 0..<common { replace(at: index + offset, with: new[offset]) }
      if old.count > common { remove(old.count - common, at: index + common) }
      add(new[common...], at: index + common)
    case .move(let index, let newIndex): move(from: index, to: newIndex)
    }
  }

  private func add(_ elements: ArraySlice<Input>, at index: Int) {
    if elements.isEmpty { return }
    if hasInputs { insert(elements, at: index) } else { fill(Array(elements)) }
  }
}
