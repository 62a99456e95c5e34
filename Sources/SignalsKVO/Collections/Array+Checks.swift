// The messages for an index or a range that the array doesn't have. They name the fix (C14).

extension Array {
  func checkElement(at index: Int) {
    precondition(
      indices.contains(index),
      isEmpty
        ? "There is no element at \(index): this array is empty, so look at its count first."
        : "There is no element at \(index): this array has \(count), so give an index from 0 to \(count - 1)."
    )
  }

  func checkGap(at index: Int) {
    precondition(
      0...count ~= index,
      "Nothing can be put in at \(index): this array has \(count) elements, so give an index from 0 to \(count)."
    )
  }

  func checkNotEmpty() {
    precondition(
      !isEmpty, "There is nothing to take out of an empty array: look at its count first, or use popLast().")
  }

  func checkedRange(_ range: some RangeExpression<Int>) -> Range<Int> {
    let bounds = range.relative(to: 0..<count)
    precondition(
      bounds.lowerBound >= 0 && bounds.upperBound <= count,
      "There are no elements at \(bounds): this array has \(count), so give a range within 0..<\(count)."
    )
    return bounds
  }
}
