// The messages for an index or a range that the array doesn't have. They name the fix (C14).

internal import Signals

extension Array {
  func checkElement(at index: Int) {
    requireArgument(
      indices.contains(index),
      isEmpty
        ? "There is no element at \(index): this array is empty, so look at its count first."
        : "There is no element at \(index): this array has \(count), so give an index from 0 to \(count - 1).", #fileID,
      #line)
  }

  func checkGap(at index: Int) {
    requireArgument(
      0...count ~= index,
      "Nothing can be put in at \(index): this array has \(count) elements, so give an index from 0 to \(count).",
      #fileID, #line)
  }

  func checkNotEmpty() {
    requireArgument(
      !isEmpty, "There is nothing to take out of an empty array: look at its count first, or use popLast().", #fileID,
      #line)
  }

  func checkedRange(_ range: some RangeExpression<Int>) -> Range<Int> {
    let bounds = range.relative(to: 0..<count)
    requireArgument(
      bounds.lowerBound >= 0 && bounds.upperBound <= count,
      "There are no elements at \(bounds): this array has \(count), so give a range within 0..<\(count).", #fileID,
      #line)
    return bounds
  }
}
