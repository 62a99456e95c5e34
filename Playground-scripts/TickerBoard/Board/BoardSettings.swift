import SignalsKVO

/// The model: how somebody wants his board.
@MainActor
final class BoardSettings {
  /// What has to stand in the name of a stock.
  @Observed var filter = ""
  /// By how many tenths of a percent a price has to have moved to be marked.
  @Observed var threshold = 10 {
    didSet {
      let possible = min(max(threshold, 0), 99)
      if possible != threshold { threshold = possible }
    }
  }
}
