import SignalsKVO
import SignalsTesting
import TerminalPrograms

@testable import TickerBoard

/// A board with its market, in virtual time.
@MainActor
struct Desk {
  let clock = VirtualScheduler()
  let market: Market
  let settings = BoardSettings()
  let viewModel: BoardViewModel
  let view: BoardView

  init(_ exchanges: [Exchange] = [.steady], size: Frame.Size = Frame.Size(columns: 60, rows: 14)) {
    market = Market(exchanges, seed: 1, on: clock)
    viewModel = BoardViewModel(of: market, settings: settings, on: clock)
    view = BoardView(for: viewModel, size: size) { ["a graph"] }
  }

  func press(_ keys: Key...) {
    for key in keys { view.press(key) }
  }

  func type(_ text: String) {
    for character in text { view.press(.character(character)) }
  }

  var symbols: [String] { viewModel.board.rows.map(\.stock.symbol) }
}

extension Exchange {
  static let steady = Exchange(
    name: "Here", stocks: [Stock(symbol: "OAK", openingCents: 1_000), Stock(symbol: "ELM", openingCents: 5_000)],
    rhythm: .milliseconds(100))
}
