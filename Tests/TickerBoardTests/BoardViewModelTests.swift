import SignalsKVO
import SignalsTesting
import Testing

@testable import TickerBoard

@Suite("What a board does") @MainActor struct BoardViewModelTests {
  @Test func `it begins with what the stocks open at`() {
    let desk = Desk()
    #expect(desk.viewModel.board.rows.map(\.cents) == [1_000, 5_000])
    #expect(desk.viewModel.board.updates == 1)
  }

  @Test func `however many quotes come, a stock is written anew at most every 400 milliseconds`() {
    var exchange = Exchange.steady
    exchange = Exchange(name: "", stocks: [exchange.stocks[0]], rhythm: .milliseconds(10))
    let desk = Desk([exchange])
    desk.clock.advance(by: .seconds(2))
    // The first at once, then one for each window; not all of them have another price.
    #expect((3...7).contains(desk.viewModel.board.updates))
  }

  @Test func `what is typed into the filter counts when the typing pauses`() {
    let desk = Desk()
    desk.viewModel.isPaused = false
    desk.viewModel.filter = "o"
    desk.viewModel.filter = "oa"
    #expect(desk.settings.filter == "oa")
    desk.clock.advance(by: .milliseconds(299))
    #expect(desk.symbols == ["OAK", "ELM"])
    desk.clock.advance(by: .milliseconds(1))
    #expect(desk.symbols == ["OAK"])
  }

  @Test func `a threshold goes both ways, and comes back as it is meant`() {
    let desk = Desk()
    #expect(desk.viewModel.threshold == "1.0")
    desk.viewModel.threshold = "2"
    #expect(desk.settings.threshold == 20)
    #expect(desk.viewModel.threshold == "2.0")
    desk.settings.threshold = 35
    #expect(desk.viewModel.threshold == "3.5")
    desk.settings.threshold = 200
    #expect(desk.settings.threshold == 99)
    #expect(desk.viewModel.threshold == "9.9")
  }

  @Test(arguments: ["", "x", "1.", ".5", "1.25", "1.0.0", "-1", "300"])
  func `what is no percentage is refused`(_ text: String) {
    let desk = Desk()
    desk.viewModel[.threshold] = text
    #expect(desk.settings.threshold == 10)
    #expect(desk.viewModel.complaint == "“\(text)” is no percentage: try 1.5.")
    desk.viewModel[.threshold] = "1.5"
    #expect(desk.viewModel.complaint == nil)
  }

  @Test func `several things that change in one turn are one update`() {
    let desk = Desk()
    let updates = desk.viewModel.board.updates
    transaction {
      desk.settings.threshold = 30
      desk.settings.threshold = 40
      desk.viewModel.isPaused = true
      desk.viewModel.isPaused = false
    }
    #expect(desk.viewModel.board.updates == updates + 1)
    #expect(desk.viewModel.board.threshold == 40)
  }

  @Test func `while it is paused nothing moves, and then it is up to date`() {
    let desk = Desk()
    desk.viewModel.isPaused = true
    let before = desk.viewModel.board
    desk.clock.advance(by: .seconds(2))
    #expect(desk.viewModel.board == before)
    desk.viewModel.isPaused = false
    #expect(desk.viewModel.board.updates == before.updates + 1)
    #expect(desk.viewModel.board.rows.map(\.cents) != before.rows.map(\.cents))
  }

  @Test func `a row is marked from the threshold on, whichever way the price went`() {
    let row = Board.Row(Stock(symbol: "OAK", openingCents: 1_000))
    let board = Board().next(rows: [row], filter: "", threshold: 10, lines: [:])
    let marks = [989, 990, 991, 1_009, 1_010].map { board.marks(row.taking(Quote(symbol: "OAK", cents: $0))) }
    #expect(marks == [true, true, false, false, true])
  }
}
