// The reads of a run. The thread that runs the computation records them, and each one is the edge of the run before if the run
// reads what that one has read.

extension ReadingContext {
  /// The number of the last run of all threads. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var lastRun: UInt = 0

  /// Begins to record the reads of a run anew. Under the lock of the graph.
  @inline(__always)
  mutating func beginRun(of computation: Computation) {
    unsafe tracker = .passUnretained(computation)
    Self.lastRun &+= 1
    run = Self.lastRun
    lastRead = nil
    nextRead = computation.firstInput
  }

  /// Records that the run has read an input, unless it did so before.
  @inlinable
  @inline(__always)
  mutating func noteRead(of input: DependencyNode, isLocked: Bool, version: UInt = 0) {
    if noteRepeatedRead(of: input, version: version) { return }
    unsafe tracker?._withUnsafeGuaranteedRef { noteNewRead(of: input, by: $0, isLocked: isLocked, version: version) }
  }

  /// The same, for an input that is in the list of inputs already. Returns false if it is not the next one there.
  @inlinable
  @inline(__always)
  mutating func noteRepeatedRead(of input: DependencyNode, version: UInt = 0) -> Bool {
    if let next = nextRead, next.pointee.leads(to: input) {
      next.pointee.version = version
      lastRead = next
      nextRead = next.pointee.nextInput
      input.lastReader.store(run)
      return true
    }
    return input.lastReader.relaxed == run
  }

  @usableFromInline
  @inline(never)
  mutating func noteNewRead(of input: DependencyNode, by computation: Computation, isLocked: Bool, version: UInt) {
    input.lastReader.store(run)
    if !isLocked { GraphLock.lock() }
    defer { if !isLocked { GraphLock.unlock() } }
    guard input.canChange else { return }
    let edge = DependencyEdge.make(from: computation, to: input, version: version)
    // Under the lock, so that the list can be followed by any thread.
    edge.pointee.nextInput = nextRead
    if let lastRead { lastRead.pointee.nextInput = edge } else { computation.firstInput = edge }
    lastRead = edge
  }

  /// Whether the run has not read this input of the last run again.
  func isUnread(_ input: DependencyEdge.Pointer) -> Bool {
    var next = nextRead
    while let edge = next {
      if edge == input { return true }
      next = edge.pointee.nextInput
    }
    return false
  }

  /// Removes the edges to the inputs that the run has not read again. Under the lock.
  @inline(__always)
  mutating func takeUnread(of computation: Computation) -> DependencyEdge.Pointer? {
    let unread = nextRead
    if unread != nil {
      if let lastRead { lastRead.pointee.nextInput = nil } else { computation.firstInput = nil }
      nextRead = nil
    }
    lastRead = nil
    return unread
  }
}
