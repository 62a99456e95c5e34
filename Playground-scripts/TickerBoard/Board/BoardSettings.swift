import SignalsKVO

/// The model: the user's settings of the board.
@MainActor
final class BoardSettings {
  /// The text that the symbol of a displayed stock contains.
  @Observed var filter = ""
  /// The change from which a row is marked, in tenths of a percent.
  @Observed var threshold = 10 {
    didSet {
      let possible = min(max(threshold, 0), 99)
      if possible != threshold { threshold = possible }
    }
  }
}
