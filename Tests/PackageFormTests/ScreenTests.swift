import Testing

@testable import PackageForm
@testable import TerminalPrograms

@Suite("Differences between frames")
struct ScreenTests {
  private func frame(_ rows: String..., columns: Int = 10, cursor: Frame.Position? = nil) -> Frame {
    var frame = Frame(Frame.Size(columns: columns, rows: rows.count))
    for (index, text) in rows.enumerated() { frame.write(text, row: index, column: 0) }
    frame.cursor = cursor
    return frame
  }

  private func sent(_ text: String) -> String { text.replacing("\u{1b}", with: "^") }

  @Test("the first frame clears the screen and is sent as a whole, without its blanks")
  func first() {
    var screen = Screen()
    #expect(sent(screen.show(frame("ab", " c"))) == "^[?25l^[0m^[2J^[1;1Hab^[2;2Hc")
  }

  @Test("an equal frame sends nothing")
  func same() {
    var screen = Screen()
    _ = screen.show(frame("ab"))
    #expect(screen.show(frame("ab")).isEmpty)
  }

  @Test("runs of cells that differ are sent, each with its position")
  func runs() {
    var screen = Screen()
    _ = screen.show(frame("abcdefgh", "same"))
    #expect(sent(screen.show(frame("abXYefZ", "same"))) == "^[?25l^[1;3HXY^[1;7HZ ")
  }

  @Test("a frame with another cursor sends only the cursor")
  func cursor() {
    var screen = Screen()
    _ = screen.show(frame("ab"))
    #expect(sent(screen.show(frame("ab", cursor: Frame.Position(row: 0, column: 1)))) == "^[?25l^[1;2H^[?25h")
  }

  @Test("a new size, and forget, send the whole frame")
  func wholeFrameAgain() {
    var screen = Screen()
    _ = screen.show(frame("ab"))
    #expect(sent(screen.show(frame("ab", columns: 5))) == "^[?25l^[0m^[2J^[1;1Hab")
    screen.forget()
    #expect(sent(screen.show(frame("ab", columns: 5))) == "^[?25l^[0m^[2J^[1;1Hab")
  }

  @Test("a style is set for its cells and ends with the row")
  func styles() {
    var screen = Screen()
    var styled = frame("abc")
    styled.write("b", row: 0, column: 1, style: [.bold, .reversed])
    _ = screen.show(frame("a c"))
    #expect(sent(screen.show(styled)) == "^[?25l^[1;2H^[0;1;7mb^[0m")
  }

  @Test("behind a character of uncertain width each cell is sent with its position, to the end of the row")
  func uncertainWidth() {
    var screen = Screen()
    _ = screen.show(frame("ab", columns: 4))
    #expect(sent(screen.show(frame("👍b", columns: 4))) == "^[?25l^[1;1H  ^[1;1H👍^[1;3Hb^[1;4H ")
  }

  @Test("text that doesn't fit is cut off, without splitting a wide character")
  func truncated() {
    #expect(frame("abcdef", columns: 3).text(row: 0) == "abc")
    #expect(frame("ab世", columns: 3).text(row: 0) == "ab")
    var small = Frame(Frame.Size(columns: 3, rows: 1))
    #expect(small.write("x", row: 1, column: 0) == 0)
    #expect(small.write("abc", row: 0, column: 0, before: 2) == 2)
    #expect(small.text(row: 0) == "ab")
  }

  @Test("control characters and a leading combining mark are replaced")
  func control() {
    #expect(frame("a\u{1b}[Hb\n").text(row: 0) == "a\u{fffd}[Hb\u{fffd}")
    #expect(frame("\u{301}a").text(row: 0) == "\u{fffd}a")
  }

  @Test("a terminal shows each random frame, independent of the frame before")
  func random() {
    var items = SeededText(seed: 7)
    var screen = Screen()
    var terminal = PaperTerminal(columns: 12, rows: 3)
    for _ in 0..<500 {
      var next = Frame(Frame.Size(columns: 12, rows: 3))
      for row in 0..<3 { next.write(items.text(), row: row, column: 0, style: items.style()) }
      terminal.receive(screen.show(next))
      #expect(terminal.rows == (0..<3).map { next.text(row: $0) })
    }
  }
}
