import Lesson
import SignalsKVO

// Undo needs no class of its own: changes are invertible values, and `scan` collects them.

/// One change of the document, which can be undone and redone.
private enum Edit: Sendable {
  case title(old: String, new: String)
  case items([ArrayChange<String>])

  var inverted: Edit {
    switch self {
    case .title(let old, let new): .title(old: new, new: old)
    case .items(let changes): .items(changes.inverted())
    }
  }
}

private enum Step: Sendable {
  /// The document has changed.
  case changed(Edit)
  case undo, redo
}

/// The changes to undo and to redo, and the next change to apply to the document.
private struct History: Sendable {
  private var past: [Edit] = []
  private var future: [Edit] = []
  private(set) var next: Edit?
  /// Whether the next `changed` step reports `next` itself.
  private var isMaking = false

  mutating func follow(_ step: Step) {
    next = nil
    switch step {
    case .changed where isMaking: isMaking = false
    case .changed(let edit):
      past.append(edit)
      future = []
    case .undo:
      guard let edit = past.popLast() else { return }
      future.append(edit)
      make(edit.inverted)
    case .redo:
      guard let edit = future.popLast() else { return }
      past.append(edit)
      make(edit)
    }
  }

  private mutating func make(_ edit: Edit) {
    next = edit
    isMaking = true
  }
}

func undoing() {
  heading("Undo: a history of a bound value and a collection, by a scan over their changes")
  let title = Property("Shopping")
  let items: ObservedArray = ["bread"]
  let field = Property("")
  let binding = bind(field, to: title)
  let commands = SignalInput<Step>()

  code()
  let titles = title.signal.pairwise().map { Step.changed(.title(old: $0, new: $1)) }
  code()
  let lists = items.changes.map { Step.changed(.items($0)) }
  code()
  let history = merge(titles, lists, commands.signal).scan(into: History()) { $0.follow($1) }
  code()
  let endpoint = history.compactMap(\.next).subscribeValues { edit in
    switch edit {
    case .title(_, let new): title.value = new
    case .items(let changes): items.value.apply(changes)
    }
  }
  code()
  field.value = "Groceries"
  result(field.value, items.value)
  code()
  items.append("milk")
  result(field.value, items.value)
  code()
  items.move(from: 1, to: 0)
  result(field.value, items.value)
  for _ in 1...3 {
    code()
    commands.send(.undo)
    result(field.value, items.value)
  }
  for _ in 1...2 {
    code()
    commands.send(.redo)
    result(field.value, items.value)
  }
  code()
  items.append("eggs")  // clears the changes to redo
  result(field.value, items.value)
  code()
  commands.send(.redo)
  result(field.value, items.value)
  endpoint.cancel()
  binding.cancel()
}
