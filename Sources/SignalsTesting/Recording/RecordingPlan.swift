internal import Signals

/// The frames in which a recorder subscribes and cancels, read from a timeline such as `"--^---!"`.
struct RecordingPlan: Equatable {
  let subscription: Int
  let cancellation: Int?

  init(_ span: Timeline, _ file: StaticString = #fileID, _ line: UInt = #line) {
    requireArgument(
      span.frames.allSatisfy { $0.allSatisfy { $0 == .subscription || $0 == .cancellation } },
      "The timeline \"\(span)\" can't be the span of a recording: write only \"^\" to subscribe and \"!\" to cancel.",
      file, line)
    let subscription = span.frames.firstIndex { $0.contains(.subscription) } ?? 0
    self.subscription = subscription
    cancellation = span.frames.firstIndex { $0.contains(.cancellation) }
  }
}
