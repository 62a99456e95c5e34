import Signals

/// One operator of a random chain, with its arguments, and its effect on lists.
struct Link: Sendable, CustomStringConvertible {
  let description: String
  let operation: @Sendable (Signal<Int>) -> Signal<Int>
  /// Its output for everything received by the subscribing, and by each event after that.
  let reference: @Sendable ([ListSignal]) -> [ListSignal]

  /// An operator for which it is the same when values came.
  init(
    _ description: String, _ operation: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
    is reference: @escaping @Sendable (ListSignal) -> ListSignal
  ) {
    self.init(description, operation, inTime: { $0.map(reference) })
  }

  init(
    _ description: String, _ operation: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
    inTime reference: @escaping @Sendable ([ListSignal]) -> [ListSignal]
  ) {
    self.description = description
    self.operation = operation
    self.reference = reference
  }
}

/// An operator without its arguments.
struct LinkKind: Sendable, CustomStringConvertible {
  let description: String
  /// Whether it passes everything on as it comes.
  let isTransparent: Bool
  let make: @Sendable (inout SeededGenerator) -> Link

  init(_ name: String, isTransparent: Bool = false, _ make: @escaping @Sendable (inout SeededGenerator) -> Link) {
    description = name
    self.isTransparent = isTransparent
    self.make = make
  }

  static let all = transforming + flattening + filtering + gathering + failing + combining + sharing
}

// All values are digits, so that constants, equal ones and faults are met wherever a link stands in its chain.
func digit(_ number: Int) -> Int { (number % 10 + 10) % 10 }

func digit(_ numbers: [Int]) -> Int { digit(numbers.reduce(0) { digit(3 * $0 + $1) }) }

extension SeededGenerator {
  mutating func fault() -> Fault { Fault(value: oneIn(3) ? digit() : nil) }
}

extension Fault {
  func passing(_ value: Int, _ isSo: Bool) throws -> Bool {
    _ = try passing(value)
    return isSo
  }
}

extension Event<Int> {
  var digit: Int {
    switch self {
    case .value(let value): value
    case .end(.finished): 7
    case .end(.failed): 8
    }
  }
}
