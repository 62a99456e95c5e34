import SignalsKVO
import TerminalPrograms

/// The state of the form that is visible to the user: its focus and the text being typed. It is independent of
/// terminals: it takes keys as input, and its `frame` is displayed whenever that changes.
@MainActor
final class Form: TerminalProgram {
  let viewModel: PackageViewModel
  let package: Package
  @Observed var size: Frame.Size
  @Observed private(set) var focus = Focus.field(.recipientFirstName)
  @Observed private(set) var isOver = false
  /// The last editor, for the position of its cursor. Its text may be out of date: the view model has the current text.
  @Observed private var lastEditor = LineEditor()

  init(for viewModel: PackageViewModel, showing package: Package, size: Frame.Size) {
    self.viewModel = viewModel
    self.package = package
    self.size = size
    enter(focus)
  }

  /// Handles a key. One key is one turn, so observers of the form are notified once.
  func press(_ key: Key) { transaction { handle(key) } }

  private func handle(_ key: Key) {
    switch key {
    case .control("c"), .control("d"), .escape: leave()
    case .control("r"): viewModel.swapRecipient()
    case .tab, .down: enter(focus.moved(by: 1))
    case .backTab, .up: enter(focus.moved(by: -1))
    default:
      switch focus {
      case .field(let field): type(key, into: field)
      case .button(let button): press(key, on: button)
      }
    }
  }

  /// Ends the edit session and leaves the form.
  func leave() {
    viewModel.endEditing()
    isOver = true
  }

  /// The editor of the focused field: its text and cursor.
  func editor(of field: Field) -> LineEditor {
    var editor = lastEditor
    editor.replace(with: viewModel[field])
    return editor
  }

  private func enter(_ next: Focus) {
    viewModel.endEditing()
    focus = next
    guard case .field(let field) = next else { return }
    lastEditor = LineEditor(viewModel[field])
    viewModel.beginEditing(field)
  }

  private func type(_ key: Key, into field: Field) {
    if key == .enter { return enter(focus.moved(by: 1)) }
    var editor = editor(of: field)
    guard editor.press(key) else { return }
    lastEditor = editor
    if editor.text != viewModel[field] { viewModel[field] = editor.text }
  }

  private func press(_ key: Key, on button: Button) {
    switch key {
    case .left: enter(focus.moved(by: -1))
    case .right: enter(focus.moved(by: 1))
    case .enter, .character(" "):
      switch button {
      case .add: viewModel.addItem()
      case .swap: viewModel.swapRecipient()
      case .quit: leave()
      }
    default: break
    }
  }
}
