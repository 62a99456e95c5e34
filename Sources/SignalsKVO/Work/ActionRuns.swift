/// The runs of an action (W1, W2): which of them are under way, and which wait. A pure value: each method is one
/// transition, and returns what the caller has to start or to cancel.
struct ActionRuns<Run: Hashable & Sendable>: Sendable {
  let policy: ActionPolicy

  /// The runs under way, in the order in which they were started.
  private var underWay = RunList<Run>()
  /// The runs that wait, in the order of the requests. There are none unless a run is under way.
  private var queue = RunList<Run>()
  private var isClosed = false

  init(_ policy: ActionPolicy) { self.policy = policy }

  var running: [Run] { underWay.all }
  var waiting: [Run] { queue.all }

  func isUnderWay(_ run: Run) -> Bool { underWay.contains(run) }

  /// The part of the state that the action shows.
  var status: ActionStatus { ActionStatus(isRunning: !underWay.isEmpty, acceptsRuns: acceptsRuns) }

  /// Whether a request is accepted.
  private var acceptsRuns: Bool { !isClosed && (policy.kind != .exclusive || underWay.isEmpty) }

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
      let replaced = underWay.takeAll()
      underWay.append(run)
      return .started(replacing: replaced)
    case .parallel(let limit):
      guard underWay.count < limit else {
        queue.append(run)
        return .queued
      }
      underWay.append(run)
      return .started(replacing: [])
    }
  }

  /// Notes that the closure of a run has returned. Returns whether the run was still under way, and the run that starts
  /// in its place.
  mutating func end(_ run: Run) -> (isCurrent: Bool, next: Run?) {
    guard underWay.remove(run) else { return (false, nil) }
    return (true, startNext())
  }

  /// Cancels a run. Returns whether it was under way or waiting, and the run that starts instead of it.
  mutating func cancel(_ run: Run) -> (isCurrent: Bool, next: Run?) {
    underWay.remove(run) ? (true, startNext()) : (queue.remove(run), nil)
  }

  /// Cancels all runs, and returns them.
  mutating func cancelAll() -> [Run] { underWay.takeAll() + queue.takeAll() }

  /// Cancels all runs, and accepts no more.
  mutating func close() -> [Run] {
    isClosed = true
    return cancelAll()
  }

  private mutating func startNext() -> Run? {
    let next = queue.takeFirst()
    if let next { underWay.append(next) }
    return next
  }
}

/// What an action shows of its runs.
struct ActionStatus: Sendable {
  let isRunning: Bool
  /// Whether a request is accepted, if the condition of the action holds.
  let acceptsRuns: Bool
}
