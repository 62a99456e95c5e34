/// The sum of numbers that have places, in a tree of partial sums: a number is replaced in log n steps, and no sum is ever subtracted
/// from, so that floating-point numbers don't drift.
struct Sums<Number: AdditiveArithmetic> {
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
