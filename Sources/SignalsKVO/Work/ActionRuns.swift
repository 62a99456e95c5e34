/// The runs of an action (W1, W2): which of them are under way, and which wait. A pure value: each method is one
/// transition, and returns what the caller has to start or to cancel.
struct ActionRuns<Run: Equatable & Sendable>: Sendable {
  let policy: ActionPolicy

  /// The runs under way, in the order in which they were started.
  private(set) var running: [Run] = []
  /// The runs that wait, in the order of the requests. There are none unless a run is under way.
  // Those in front of `head` have left; see `takeNext()`.
  private var queue: [Run?] = []
  private var head = 0
  private(set) var isClosed = false

  init(_ policy: ActionPolicy) { self.policy = policy }

  var isRunning: Bool { !running.isEmpty }
  var waiting: [Run] { queue[head...].compactMap(\.self) }

  /// Whether a request is accepted.
  var acceptsRuns: Bool { !isClosed && (policy.kind != .exclusive || running.isEmpty) }

  enum Admission: Equatable {
    case refused
    /// The run starts, and the others are cancelled.
    case started(replacing: [Run])
    case queued
  }

  /// Requests a run.
  mutating func add(_ run: Run) -> Admission {
    guard acceptsRuns else { return .refused }
    switch policy.kind {
    case .exclusive, .latest:
      let replaced = running
      running = [run]
      return .started(replacing: replaced)
    case .parallel(let limit):
      guard running.count < limit else {
        queue.append(run)
        return .queued
      }
      running.append(run)
      return .started(replacing: [])
    }
  }

  /// Notes that the closure of a run has returned. Returns whether the run was still under way, and the run that starts
  /// in its place.
  mutating func end(_ run: Run) -> (isCurrent: Bool, next: Run?) {
    guard let index = running.firstIndex(of: run) else { return (false, nil) }
    running.remove(at: index)
    return (true, takeNext())
  }

  /// Cancels a run. Returns whether it was under way or waiting, and the run that starts instead of it.
  mutating func cancel(_ run: Run) -> (isCurrent: Bool, next: Run?) {
    if let index = running.firstIndex(of: run) {
      running.remove(at: index)
      return (true, takeNext())
    }
    guard let index = queue[head...].firstIndex(of: run) else { return (false, nil) }
    queue.remove(at: index)
    return (true, nil)
  }

  /// Cancels all runs, and returns them.
  mutating func cancelAll() -> [Run] {
    let cancelled = running + waiting
    running = []
    (queue, head) = ([], 0)
    return cancelled
  }

  /// Cancels all runs, and accepts no more.
  mutating func close() -> [Run] {
    isClosed = true
    return cancelAll()
  }

  private mutating func takeNext() -> Run? {
    guard head < queue.count, let next = queue[head].take() else { return nil }
    head += 1
    // Not at each step, so that a long queue takes no time for each of its runs.
    if head > queue.count / 2 {
      queue.removeFirst(head)
      head = 0
    }
    running.append(next)
    return next
  }
}
