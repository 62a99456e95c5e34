import Testing

@testable import PackageForm
@testable import TerminalPrograms

@Suite("Only what differs is sent to the terminal")
struct ScreenTests {
  private func frame(_ rows: String..., columns: Int = 10, cursor: Frame.Position? = nil) -> Frame {
    var frame = Frame(Frame.Size(columns: columns, rows: rows.count))
    for (index, text) in rows.enumerated() { frame.write(text, row: index, column: 0) }
    frame.cursor = cursor
    return frame
  }

  private func sent(_ text: String) -> String { text.replacing("\u{1b}", with: "^") }

  @Test("The first frame clears the screen and is sent as a whole, without its blanks")
  func first() {
    var screen = Screen()
    #expect(sent(screen.show(frame("ab", " c"))) == "^[?25l^[0m^[2J^[1;1Hab^[2;2Hc")
  }

  @Test("The same frame again sends nothing")
  func same() {
    var screen = Screen()
    _ = screen.show(frame("ab"))
    #expect(screen.show(frame("ab")).isEmpty)
  }

  @Test("Runs of cells that differ are sent, each with its place")
  func runs() {
    var screen = Screen()
    _ = screen.show(frame("abcdefgh", "same"))
    #expect(sent(screen.show(frame("abXYefZ", "same"))) == "^[?25l^[1;3HXY^[1;7HZ ")
  }

  @Test("A cursor that moves is all that is sent")
  func cursor() {
    var screen = Screen()
    _ = screen.show(frame("ab"))
    #expect(sent(screen.show(frame("ab", cursor: Frame.Position(row: 0, column: 1)))) == "^[?25l^[1;2H^[?25h")
  }

  @Test("After another size, and after having been forgotten, everything is sent")
  func anew() {
    var screen = Screen()
    _ = screen.show(frame("ab"))
    #expect(sent(screen.show(frame("ab", columns: 5))) == "^[?25l^[0m^[2J^[1;1Hab")
    screen.forget()
    #expect(sent(screen.show(frame("ab", columns: 5))) == "^[?25l^[0m^[2J^[1;1Hab")
  }

  @Test("A style is set for its cells and ends with the row")
  func styles() {
    var screen = Screen()
    var styled = frame("abc")
    styled.write("b", row: 0, column: 1, style: [.bold, .reversed])
    _ = screen.show(frame("a c"))
    #expect(sent(screen.show(styled)) == "^[?25l^[1;2H^[0;1;7mb^[0m")
  }

  @Test("Behind a character whose columns are in doubt each cell is sent with its place, to the end of the row")
  func doubt() {
    var screen = Screen()
    _ = screen.show(frame("ab", columns: 4))
    #expect(sent(screen.show(frame("👍b", columns: 4))) == "^[?25l^[1;1H  ^[1;1H👍^[1;3Hb^[1;4H ")
  }

  @Test("What there is no room for is left out, and a wide character isn't halved")
  func truncated() {
    #expect(frame("abcdef", columns: 3).text(row: 0) == "abc")
    #expect(frame("ab世", columns: 3).text(row: 0) == "ab")
    var small = Frame(Frame.Size(columns: 3, rows: 1))
    #expect(small.write("x", row: 1, column: 0) == 0)
    #expect(small.write("abc", row: 0, column: 0, before: 2) == 2)
    #expect(small.text(row: 0) == "ab")
  }

  @Test("Nothing that would move the cursor reaches the terminal")
  func control() {
    #expect(frame("a\u{1b}[Hb\n").text(row: 0) == "a\u{fffd}[Hb\u{fffd}")
    #expect(frame("\u{301}a").text(row: 0) == "\u{fffd}a")
  }

  @Test("Whatever was shown before, a terminal shows the frame in the end")
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
