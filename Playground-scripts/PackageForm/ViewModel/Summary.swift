/// A description of the package in one sentence, and the number of its computations so far.
struct Summary: Equatable, Sendable {
  private(set) var text = ""
  private(set) var computations = 0

  /// The summary after a change of the package.
  func next(recipient: String, address: Address, sender: String, contents: [Item]) -> Summary {
    let grams = contents.reduce(0) { $0 + $1.grams }
    let load =
      switch contents.count {
      case 0: "empty"
      case 1: "1 item, \(grams) g"
      case let count: "\(count) items, \(grams) g"
      }
    return Summary(text: "To \(recipient), \(address), from \(sender): \(load)", computations: computations + 1)
  }
}
