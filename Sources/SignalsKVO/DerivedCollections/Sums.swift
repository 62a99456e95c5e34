/// The sum of numbers that have places.
protocol NumberSums<Number> {
  associatedtype Number: AdditiveArithmetic

  var total: Number { get }
  /// Sets the number at a place. That of a place that has none is zero.
  mutating func set(_ number: Number, at place: TreePlace)
}

/// Returns sums without a number. Those of integers may leave their range on the way.
func sums<Number: AdditiveArithmetic>(of type: Number.Type) -> any NumberSums<Number> {
  // The conformance of the type is known at run time only.
  func integerSums<Integer: FixedWidthInteger>(_: Integer.Type) -> any NumberSums { IntegerSums<Integer>() }
  let sums: (any NumberSums)? =
    type == Int.self ? IntSums() : (type as? any FixedWidthInteger.Type).map { integerSums($0) }
  return sums as? any NumberSums<Number> ?? Sums<Number>()
}

/// The sum of numbers that have places, in a tree of partial sums: a number is replaced in log n steps, and no sum is ever subtracted
/// from, so that floating-point numbers don't drift.
struct Sums<Number: AdditiveArithmetic>: NumberSums {
  /// The partial sums. Each is that of the two at twice its index, and the second half has the numbers themselves.
  private var sums: ContiguousArray<Number> = [.zero, .zero]

  private var capacity: Int { sums.count / 2 }

  var total: Number { sums[1] }

  mutating func set(_ number: Number, at place: TreePlace) {
    if Int(place) >= capacity { grow(to: Int(place) + 1) }
    var index = capacity + Int(place)
    sums[index] = number
    while index > 1 {
      index /= 2
      sums[index] = sums[2 * index] + sums[2 * index + 1]
    }
  }

  private mutating func grow(to count: Int) {
    let numbers = sums[capacity...]
    var size = capacity
    while size < count { size *= 2 }
    sums = ContiguousArray(repeating: .zero, count: 2 * size)
    for (offset, number) in numbers.enumerated() { sums[size + offset] = number }
    for index in (1..<size).reversed() { sums[index] = sums[2 * index] + sums[2 * index + 1] }
  }
}

/// The sum of integers. Only the total has to be in their range.
struct IntegerSums<Integer: FixedWidthInteger>: NumberSums {
  private var sums = Sums<ExactSum<Integer>>()

  var total: Integer { sums.total.total }

  mutating func set(_ integer: Integer, at place: TreePlace) { sums.set(ExactSum(integer), at: place) }
}

/// The same for the most common type. Its functions know all types; those of a generic type look them up, which takes longer than
/// to add.
private struct IntSums: NumberSums {
  private var sums = IntegerSums<Int>()

  var total: Int { sums.total }

  mutating func set(_ integer: Int, at place: TreePlace) { sums.set(integer, at: place) }
}

/// A sum of integers that may leave their range on the way.
private struct ExactSum<Integer: FixedWidthInteger>: AdditiveArithmetic {
  /// The sum without the overflows.
  private var rest: Integer
  /// How often the sum has left the range upwards, less how often downwards.
  private var overflows = 0

  init(_ integer: Integer) { rest = integer }

  static var zero: ExactSum { ExactSum(0) }

  /// The sum. If it is out of the range, this stops the program as `+` does.
  var total: Integer { overflows == 0 ? rest : overflows > 0 ? .max + 1 : .min - 1 }

  static func + (one: ExactSum, other: ExactSum) -> ExactSum {
    one.adding(one.rest.addingReportingOverflow(other.rest), other.rest < 0 ? -1 : 1, other.overflows)
  }

  static func - (one: ExactSum, other: ExactSum) -> ExactSum {
    one.adding(one.rest.subtractingReportingOverflow(other.rest), other.rest < 0 ? 1 : -1, -other.overflows)
  }

  private func adding(
    _ result: (partialValue: Integer, overflow: Bool), _ direction: Int, _ more: Int
  ) -> ExactSum {
    var sum = ExactSum(result.partialValue)
    sum.overflows = overflows + more + (result.overflow ? direction : 0)
    return sum
  }
}
