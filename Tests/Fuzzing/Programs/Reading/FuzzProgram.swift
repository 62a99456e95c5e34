/// A program that uses the library as some bytes say, and checks whether the contract is kept.
///
/// Any bytes are a program. It runs on one thread, with time that passes when the program says so, and with a queue that
/// works only between two steps: the same bytes always do the same.
package struct FuzzProgram {
  private let order: UInt8
  private let steps: [Step]

  /// Longer programs find nothing that shorter ones don't, and take longer to read.
  private static let stepsAllowed = 96

  package init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    order = rest.popFirst() ?? 0
    var steps: [Step] = []
    while steps.count < Self.stepsAllowed, let step = Step(from: &rest) { steps.append(step) }
    self.steps = steps
  }

  /// Runs it to its end, and lets go of everything.
  ///
  /// - Parameters:
  ///   - isAlone: whether no other code in this process subscribes, so that live subscriptions can be counted.
  ///   - flaw: the deliberate bug.
  ///   - tell: is called with each step as it begins, as readable text.
  /// - Returns: the violations; empty if there are none.
  package func run(
    isAlone: Bool = false, flaw: Flaw? = nil, telling tell: (@Sendable (String) -> Void)? = nil
  ) -> [String] {
    World(steps, order: order, isAlone: isAlone, flaw: flaw, tell).run()
  }

  /// Its actions, step by step.
  package func text(flaw: Flaw? = nil) -> String {
    let lines = Lines()
    _ = run(flaw: flaw) { lines.append($0) }
    return lines.joined
  }
}
