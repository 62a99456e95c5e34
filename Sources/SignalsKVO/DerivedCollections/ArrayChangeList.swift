/// The changes of an array in the course of an update. Those that continue each other are made one.
struct ArrayChangeList<Element> {
  private var changes: [ArrayChange<Element>] = []

  private enum Run {
    case none, insertion, removal, replacement
  }

  // The last change, as long as another one may continue it.
  private var run = Run.none
  private var old: [Element] = []
  private var new: [Element] = []
  private var start = 0

  /// Where an insertion would continue the last one; zero after anything else.
  var endOfRun: Int { run == .insertion ? start + new.count : 0 }

  mutating func insert(_ element: Element, at index: Int) {
    if run != .insertion || index != start + new.count {
      finishRun()
      run = .insertion
      start = index
    }
    new.append(element)
  }

  mutating func remove(_ element: Element, at index: Int) {
    if run == .insertion, index == endOfRun - 1 {
      // It came in the course of the same update.
      releaseLater(new.removeLast())
      if new.isEmpty { run = .none }
      return
    }
    if run != .removal || index != start {
      finishRun()
      run = .removal
      start = index
    }
    old.append(element)
  }

  mutating func replace(_ element: Element, with other: Element, at index: Int) {
    if run != .replacement || index != start + new.count {
      finishRun()
      run = .replacement
      start = index
    }
    old.append(element)
    new.append(other)
  }

  mutating func move(from index: Int, to newIndex: Int) {
    guard index != newIndex else { return }
    finishRun()
    changes.append(.move(from: index, to: newIndex))
  }

  private mutating func finishRun() {
    switch run {
    case .none: return
    case .insertion: changes.append(.insertion(new, at: start))
    case .removal: changes.append(.removal(old, at: start))
    case .replacement: changes.append(.replacement(old, with: new, at: start))
    }
    run = .none
    old = []
    new = []
  }

  /// Returns all changes, and begins anew.
  mutating func take() -> [ArrayChange<Element>] {
    finishRun()
    defer { changes = [] }
    return changes
  }
}
