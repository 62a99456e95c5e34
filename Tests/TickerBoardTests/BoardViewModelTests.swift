import SignalsKVO
import SignalsTesting
import Testing

@testable import TickerBoard

@Suite("The view model of the board") @MainActor struct BoardViewModelTests {
  @Test func `the board starts with the opening prices`() {
    let desk = Desk()
    #expect(desk.viewModel.board.rows.map(\.cents) == [1_000, 5_000])
    #expect(desk.viewModel.board.updates == 1)
  }

  @Test func `a stock is updated at most every 400 milliseconds, for any number of quotes`() {
    var exchange = Exchange.steady
    exchange = Exchange(name: "", stocks: [exchange.stocks[0]], rhythm: .milliseconds(10))
    let desk = Desk([exchange])
    desk.clock.advance(by: .seconds(2))
    // The first update comes at once, then one for each window; some of them don't change the price.
    #expect((3...7).contains(desk.viewModel.board.updates))
  }

  @Test func `the filter is applied when the typing pauses`() {
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

  @Test func `a threshold is bound in both directions, and normalized`() {
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
  func `a text that is no percentage is rejected`(_ text: String) {
    let desk = Desk()
    desk.viewModel[.threshold] = text
    #expect(desk.settings.threshold == 10)
    #expect(desk.viewModel.complaint == "“\(text)” isn't a percentage. Try 1.5.")
    desk.viewModel[.threshold] = "1.5"
    #expect(desk.viewModel.complaint == nil)
  }

  @Test func `several changes in one turn are one update`() {
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

  @Test func `a paused board stays as it is, and is then brought up to date`() {
    let desk = Desk()
    desk.viewModel.isPaused = true
    let before = desk.viewModel.board
    desk.clock.advance(by: .seconds(2))
    #expect(desk.viewModel.board == before)
    desk.viewModel.isPaused = false
    #expect(desk.viewModel.board.updates == before.updates + 1)
    #expect(desk.viewModel.board.rows.map(\.cents) != before.rows.map(\.cents))
  }

  @Test func `a row is marked from the threshold on, in either direction of the price`() {
    let row = Board.Row(Stock(symbol: "OAK", openingCents: 1_000))
    let board = Board().next(rows: [row], filter: "", threshold: 10, lines: [:])
    let marks = [989, 990, 991, 1_009, 1_010].map { board.marks(row.taking(Quote(symbol: "OAK", cents: $0))) }
    #expect(marks == [true, true, false, false, true])
  }
}
