import SignalsKVO
import TerminalPrograms

// An observer of `frame` is notified when any property that it reads changes, in the form, the view model or the model.

extension Form {
  var frame: Frame {
    var page = Page(size)
    page.heading("View model")
    for field in Field.allCases { draw(field, on: &page) }
    page.skip()
    drawButtons(on: &page)
    page.skip()
    page.heading("Summary, computed \(times(viewModel.summary.computations))")
    page.paragraph(viewModel.summary.text)
    page.skip()
    page.heading("Model")
    page.line("recipient", package.recipient.fullName)
    page.line("address", "\(package.recipient.address)")
    page.line("sender", package.sender.fullName)
    page.line("contents", package.contents.inWords)
    page.skip()
    drawStatus(on: &page)
    return page.frame
  }

  private func draw(_ field: Field, on page: inout Page) {
    guard focus == .field(field) else { return page.field(field.title, viewModel[field]) }
    page.field(field.title, editor(of: field))
  }

  private func drawButtons(on page: inout Page) {
    page.buttons(Button.allCases.map { (title: $0.title, isFocused: focus == .button($0)) })
  }

  private func drawStatus(on page: inout Page) {
    if let complaint = viewModel.complaint {
      page.note(complaint, style: .bold)
    } else if let field = viewModel.editing, viewModel.isWaiting(field) {
      page.note("The model has another value for this field. It waits until you leave the field.", style: .bold)
    }
    page.note("Tab, arrows: move   Enter: press   Ctrl-R: swap at once   Esc: leave", style: .faint)
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
