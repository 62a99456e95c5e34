import Testing

/// Tests with several threads: one after the other, since each needs the whole machine.
@Suite("Stress", .leavesNothing, .serialized) enum Stress {}
