import Testing

/// Tests in which threads meet: one after the other, since each of them wants the machine for itself.
@Suite("Stress", .leavesNothing, .serialized) enum Stress {}
