// The messages for an index or a range that the array doesn't have. They name the fix (C14).

internal import Signals

extension Array {
  @inlinable
  func checkElement(at index: Int) { if index < 0 || index >= count { refuseElement(at: index, count) } }

  @inlinable
  func checkGap(at index: Int) { if index < 0 || index > count { refuseGap(at: index, count) } }

  @inlinable
  func checkNotEmpty() { if isEmpty { refuseEmpty() } }

  @usableFromInline
  func checkedRange(_ range: some RangeExpression<Int>) -> Range<Int> {
    let (lower, upper, text) = bounds(of: range)
    requireArgument(
      0 <= lower && lower <= upper && upper <= count,
      "There are no elements at \(text): this array has \(count), so give a range within 0..<\(count).", #fileID, #line)
    return lower..<upper
  }

  /// The bounds of a range, which the array may not have: `relative(to:)` stops with a message of its own then.
  private func bounds(of range: some RangeExpression<Int>) -> (lower: Int, upper: Int, text: String) {
    switch range {
    case let range as ClosedRange<Int>: return (range.lowerBound, range.upperBound &+ 1, "\(range)")
    case let range as PartialRangeFrom<Int>: return (range.lowerBound, count, "\(range.lowerBound)...")
    case let range as PartialRangeThrough<Int>: return (0, range.upperBound &+ 1, "...\(range.upperBound)")
    case let range as PartialRangeUpTo<Int>: return (0, range.upperBound, "..<\(range.upperBound)")
    default:
      let range = range.relative(to: 0..<count)
      return (range.lowerBound, range.upperBound, "\(range)")
    }
  }
}

@usableFromInline
@inline(never)
func refuseElement(at index: Int, _ count: Int) -> Never {
  stopProgram(
    count == 0
      ? "There is no element at \(index): this array is empty, so look at its count first."
      : "There is no element at \(index): this array has \(count), so give an index from 0 to \(count - 1).", #fileID,
    #line)
}

@usableFromInline
@inline(never)
func refuseGap(at index: Int, _ count: Int) -> Never {
  stopProgram(
    "Nothing can be put in at \(index): this array has \(count) elements, so give an index from 0 to \(count).",
    #fileID, #line)
}

@usableFromInline
@inline(never)
func refuseEmpty() -> Never {
  stopProgram(
    "There is nothing to take out of an empty array: look at its count first, or use popLast().", #fileID, #line)
}
