import SignalsKVO
import TerminalPrograms

/// The state of the board that is visible to the user. It is independent of terminals: it takes keys as input, and its
/// `frame` is displayed whenever that changes.
@MainActor
final class BoardView: TerminalProgram {
  let viewModel: BoardViewModel
  @Observed var size: Frame.Size
  @Observed private(set) var isOver = false
  @Observed private(set) var showsGraph = false
  /// The last editor, for the position of its cursor. Its text may be out of date: the view model has the current text.
  @Observed private var lastEditor = LineEditor()
  /// Describes the live graph of this program.
  let describeGraph: @MainActor () -> [String]

  init(
    for viewModel: BoardViewModel, size: Frame.Size,
    describeGraph: @escaping @MainActor () -> [String] = {
      SignalGraph.snapshot().text.split(separator: "\n").map(String.init)
    }
  ) {
    self.viewModel = viewModel
    self.size = size
    self.describeGraph = describeGraph
  }

  /// Handles a key. One key is one turn, so observers of the view are notified once.
  func press(_ key: Key) { transaction { handle(key) } }

  /// The editor of a field: its text and cursor.
  func editor(of field: BoardField) -> LineEditor {
    var editor = lastEditor
    editor.replace(with: viewModel[field])
    return editor
  }

  private func handle(_ key: Key) {
    switch key {
    case .control("c"), .control("d"): leave()
    case .tab: move(by: 1)
    case .backTab: move(by: -1)
    case .up: viewModel.settings.threshold += 1
    case .down: viewModel.settings.threshold -= 1
    default:
      if let field = viewModel.editing { type(key, into: field) } else { command(key) }
    }
  }

  private func command(_ key: Key) {
    switch key {
    case .character("q"), .escape: leave()
    case .character("p"): viewModel.isPaused.toggle()
    case .character("g"): showsGraph.toggle()
    case .character("/"): enter(.filter)
    case .character("r"):
      viewModel.settings.filter = ""
      viewModel.settings.threshold = 10
    default: break
    }
  }

  private func type(_ key: Key, into field: BoardField) {
    if key == .enter || key == .escape { return enter(nil) }
    var editor = editor(of: field)
    guard editor.press(key) else { return }
    lastEditor = editor
    if editor.text != viewModel[field] { viewModel[field] = editor.text }
  }

  /// Moves the focus from none through all fields, and back to none.
  private func move(by step: Int) {
    let places: [BoardField?] = [nil] + BoardField.allCases
    let index = places.firstIndex(of: viewModel.editing) ?? 0
    enter(places[(index + step + places.count) % places.count])
  }

  private func enter(_ field: BoardField?) {
    viewModel.endEditing()
    guard let field else { return }
    lastEditor = LineEditor(viewModel[field])
    viewModel.beginEditing(field)
  }

  private func leave() {
    viewModel.endEditing()
    isOver = true
  }
}
