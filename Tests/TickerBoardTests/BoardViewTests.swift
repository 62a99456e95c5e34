import TerminalPrograms
import Testing

@testable import TickerBoard

@Suite("The frame of the board") @MainActor struct BoardViewTests {
  @Test func `the frame shows the whole board`() {
    let desk = Desk()
    #expect(
      desk.view.frame.lines == [
        "Ticker board, updated once",
        "  Stock         Price     Change   Trend",
        "  OAK           10.00    +0.00 %",
        "  ELM           50.00    +0.00 %",
        "  Average                +0.00 %",
        "",
        "  Filter",
        "  Threshold, in %         1.0",
        "",
        "  Connection to Here      open",
        "",
        "P: pause   G: graph   /: filter   Tab: fields   Up, down: th",
        "",
        "",
      ])
  }

  @Test func `keys pause, show the graph, reset and quit`() {
    let desk = Desk()
    desk.type("pg")
    #expect(desk.viewModel.isPaused)
    #expect(desk.view.frame.lines.contains("  a graph"))
    desk.type("pg")
    #expect(!desk.viewModel.isPaused)
    #expect(!desk.view.frame.lines.contains("  a graph"))
    desk.settings.filter = "oak"
    desk.press(.up, .up, .down)
    #expect(desk.settings.threshold == 11)
    desk.type("r")
    #expect(desk.settings.filter == "")
    #expect(desk.settings.threshold == 10)
    #expect(!desk.view.isOver)
    desk.type("q")
    #expect(desk.view.isOver)
  }

  @Test func `letters are text within a field, and keys outside`() {
    let desk = Desk()
    desk.type("/pgq")
    #expect(desk.settings.filter == "pgq")
    desk.press(.backspace, .backspace, .enter)
    desk.type("p")
    #expect(desk.settings.filter == "p")
    #expect(desk.viewModel.isPaused)
  }

  @Test func `the tab key cycles through the fields`() {
    let desk = Desk()
    var places: [BoardField?] = []
    for key in [Key.tab, .tab, .tab, .backTab] {
      desk.press(key)
      places.append(desk.viewModel.editing)
    }
    #expect(places == [.filter, .threshold, nil, .threshold])
  }

  @Test func `the normalized threshold is shown after the edit`() {
    let desk = Desk()
    desk.press(.tab, .tab, .control("u"))
    desk.type("2")
    #expect(desk.settings.threshold == 20)
    #expect(desk.viewModel.threshold == "2")
    desk.press(.enter)
    #expect(desk.viewModel.threshold == "2.0")
  }

  @Test func `the frame fits into the smallest terminal`() {
    for columns in [0, 1, 5, 20] {
      for rows in [0, 1, 3] {
        let desk = Desk(size: Frame.Size(columns: columns, rows: rows))
        desk.press(.tab)
        #expect(desk.view.frame.lines.count == rows)
      }
    }
  }
}
