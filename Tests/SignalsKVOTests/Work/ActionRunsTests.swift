import Testing

@testable import SignalsKVO

/// W1, W2: starting, queueing, refusing and cancelling. Each line of a table is one step and its consequences.
@Suite("The state machine of an action's runs", .leavesNothing) struct ActionRunsTests {
  enum Step {
    case add(Int)
    case end(Int)
    case cancel(Int)
    case cancelAll
    case close
  }

  private func table(_ policy: ActionPolicy, _ steps: [Step]) -> [String] {
    var runs = ActionRuns<Int>(policy)
    return steps.map { step in
      let answer =
        switch step {
        case .add(let run): text(runs.add(run))
        case .end(let run): text(runs.end(run))
        case .cancel(let run): text(runs.cancel(run))
        case .cancelAll: "\(runs.cancelAll())"
        case .close: "\(runs.close())"
        }
      let state = "\(runs.running) \(runs.waiting)"
      return "\(answer): \(state)\(runs.status.acceptsRuns ? "" : " closed")"
    }
  }

  private func text(_ admission: ActionRuns<Int>.Admission) -> String {
    switch admission {
    case .refused: "refused"
    case .started(let replaced): replaced.isEmpty ? "started" : "started for \(replaced)"
    case .queued: "queued"
    }
  }

  private func text(_ ended: (isCurrent: Bool, next: Int?)) -> String {
    "\(ended.isCurrent ? "current" : "late")\(ended.next.map { ", next \($0)" } ?? "")"
  }

  @Test func `exclusive: a run is refused while another one is running`() {
    expect(
      table(.exclusive, [.add(1), .add(2), .end(1), .add(3), .cancelAll, .add(4), .end(3), .end(4)]),
      equals: [
        "started: [1] [] closed",
        "refused: [1] [] closed",
        "current: [] []",
        "started: [3] [] closed",
        "[3]: [] []",
        "started: [4] [] closed",
        "late: [4] [] closed",
        "current: [] []",
      ])
  }

  @Test func `latest: a run replaces the one before it`() {
    expect(
      table(.latest, [.add(1), .add(2), .end(1), .add(3), .end(3), .end(2)]),
      equals: [
        "started: [1] []",
        "started for [1]: [2] []",
        "late: [2] []",
        "started for [2]: [3] []",
        "current: [] []",
        "late: [] []",
      ])
  }

  @Test func `queued: a run starts when the one before it has ended or is cancelled`() {
    expect(
      table(.queued, [.add(1), .add(2), .add(3), .add(4), .cancel(3), .end(1), .cancel(2), .end(4), .end(2)]),
      equals: [
        "started: [1] []",
        "queued: [1] [2]",
        "queued: [1] [2, 3]",
        "queued: [1] [2, 3, 4]",
        "current: [1] [2, 4]",
        "current, next 2: [2] [4]",
        "current, next 4: [4] []",
        "current: [] []",
        "late: [] []",
      ])
  }

  @Test func `parallel: runs start up to the limit, and the others wait`() {
    expect(
      table(.parallel(2), [.add(1), .add(2), .add(3), .add(4), .end(2), .cancelAll, .end(1), .add(5)]),
      equals: [
        "started: [1] []",
        "started: [1, 2] []",
        "queued: [1, 2] [3]",
        "queued: [1, 2] [3, 4]",
        "current, next 3: [1, 3] [4]",
        "[1, 3, 4]: [] []",
        "late: [] []",
        "started: [5] []",
      ])
  }

  @Test func `a run that has ended or was cancelled no longer counts`() {
    expect(
      table(.queued, [.add(1), .end(1), .end(1), .cancel(1), .cancel(2)]),
      equals: [
        "started: [1] []",
        "current: [] []",
        "late: [] []",
        "late: [] []",
        "late: [] []",
      ])
  }

  @Test func `a closed action accepts no run`() {
    expect(
      table(.parallel(1), [.add(1), .add(2), .close, .add(3), .end(1)]),
      equals: [
        "started: [1] []",
        "queued: [1] [2]",
        "[1, 2]: [] [] closed",
        "refused: [] [] closed",
        "late: [] [] closed",
      ])
  }

  @Test func `a long queue keeps its order`() {
    var runs = ActionRuns<Int>(.queued)
    for run in 0..<1_000 { _ = runs.add(run) }
    var started = [0]
    while let last = started.last, let next = runs.end(last).next {
      started.append(next)
      if next == 500 { for run in 1_000..<1_100 { _ = runs.add(run) } }
    }
    expect(started, equals: Array(0..<1_100))
    expect(!runs.status.isRunning)
  }
}
