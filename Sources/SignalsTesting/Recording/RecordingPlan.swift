/// In which frames a recorder subscribes and cancels: what `during: "--^---!"` says.
struct RecordingPlan: Equatable {
  let subscription: Int
  let cancellation: Int?

  init(_ span: Timeline) {
    precondition(
      span.frames.allSatisfy { $0.allSatisfy { $0 == .subscription || $0 == .cancellation } },
      "A recorder subscribes at a \"^\" and cancels at a \"!\"; \"\(span)\" says more than that.")
    let subscription = span.frames.firstIndex { $0.contains(.subscription) } ?? 0
    self.subscription = subscription
    cancellation = span.frames.firstIndex { $0.contains(.cancellation) }
  }
}
