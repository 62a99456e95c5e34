internal import Signals

// A computation that reads itself, directly or through others.
extension Computation {
  /// Records that this thread reads this while it brings it up to date: every computation in between is part of a circle.
  @usableFromInline
  final func noteCircle() -> [NodeInfo] {
    var circle: [NodeInfo] = []
    var context = ReadingContext.slot.current
    while let current = context {
      var next = unsafe current.pointee.computation?.takeUnretainedValue()
      while let computation = next {
        computation.isInCircle = true
        circle.append(computation.info)
        if computation === self { return circle }
        // Another thread has claimed the computation that this one runs for one read.
        next =
          unsafe current.pointee.detached == nil
          ? computation.claimingEdge?.pointee.dependent.takeUnretainedValue() : nil
      }
      context = current.pointee.outer
    }
    isInCircle = true
    return circle
  }

  @usableFromInline
  static func stop(inCircle circle: [NodeInfo]) -> Never {
    let names = circle.map { "\($0.operation) (\($0.place.file):\($0.place.line))" }
      .joined(separator: ", which is read by ")
    // The forms in which these values are written. An operator such as `derived` has none that takes such a value.
    let written = ["Derived", "Computed"].filter { form in circle.contains { $0.operation == form } }
    let forms = (written.isEmpty ? ["Derived"] : written).map { "\($0)(inCircle: …)" }.joined(separator: " or ")
    // Not a `preconditionFailure`, which prints nothing in a release build.
    fatalError(
      "A derived value reads itself: \(names). Take one of them out of the closure of another, make it a Property that is "
        + "set, or give it a value for this case: \(forms).")
  }
}
