import Foundation
import Signals
import Testing

/// One run of a small program whose threads a controller runs one at a time.
final class Run {
  fileprivate(set) var bodies: [(name: String, body: () -> Void)] = []
  fileprivate(set) var check: () -> String? = { nil }
  /// The events, in order.
  let journal = Journal()

  /// Adds a thread.
  func thread(_ name: String, _ body: @escaping () -> Void) { bodies.append((name, body)) }

  /// Adds a check after the end of all threads. It describes an error, or returns nil.
  func check(_ check: @escaping () -> String?) { self.check = check }
}

/// The events of one run, in order. Only one thread runs at a time, so no lock is needed.
final class Journal: @unchecked Sendable {
  private var all: [String] = []
  private var inside: [String] = []
  private(set) var overlap: String?

  func note(_ entry: String) { Races.hidden { all.append(entry) } }

  var entries: [String] { all }

  /// Runs `body` as a handler. Two calls of the same name must not overlap (C3).
  func handler(_ name: String, _ body: () -> Void) {
    Races.hidden {
      if inside.contains(name) { overlap = name }
      inside.append(name)
    }
    ControlledThread.step("handler begins")
    body()
    ControlledThread.step("handler ends")
    Races.hidden {
      if let index = inside.lastIndex(of: name) { inside.remove(at: index) }
    }
  }

  /// The rest of each entry that begins with the word `name`, in order.
  func values(_ name: String) -> [String] {
    all.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

/// A search through the orders of a program's steps.
enum Search {
  /// Every order with a bounded number of preemptions.
  case all(preemptions: Int)
  /// A number of runs with random priorities, each with `depth` changes of them.
  case priorities(runs: Int, depth: Int)
}

/// The result of a search.
struct Report: CustomStringConvertible {
  var program: String
  var runs = 0
  var longest = 0
  var seconds = 0.0
  /// The reason of a failure, the steps of the threads, and the schedule that repeats it.
  var failure: String?

  var description: String {
    let rate = seconds > 0 ? Int(Double(runs) / seconds) : 0
    return
      "\(program): \(runs) orders of up to \(longest) steps in \(String(format: "%.2f", seconds)) s, \(rate) per second"
      + (failure.map { "\n" + $0 } ?? "")
  }
}

/// Runs a program in many orders of its steps, and reports the first failure.
func search(_ program: String, _ search: Search, limit: Int = 5_000, _ make: (Run) -> Void) -> Report {
  var report = Report(program: program)
  let start = Date()
  tryOrders(of: program, search, limit, &report, make)
  report.seconds = Date().timeIntervalSince(start)
  return report
}

private func tryOrders(
  of program: String, _ search: Search, _ limit: Int, _ report: inout Report, _ make: (Run) -> Void
) {
  /// Runs the program once. Returns a description of a failure.
  func once(_ strategy: any Strategy, isTracing: Bool = false) -> (
    failure: String?, schedule: Schedule, trace: [String]
  ) {
    let before = LiveObject.count
    let races = Races.reports
    var outcome: Controller.Outcome?
    var wrong: String?
    var trace: [String] = []
    do {
      let run = Run()
      make(run)
      let controller = Controller(strategy, limit: limit, isTracing: isTracing)
      let ended = controller.run(run.bodies)
      if ended.failure == nil { run.bodies = [] }
      outcome = ended
      trace = controller.trace
      // The threads are suspended forever, and their objects may be in an inconsistent state, so they are never
      // released.
      if ended.failure != nil { _ = Unmanaged.passRetained(run) }
      wrong = Races.reports > races ? "a data race" : nil
      wrong =
        wrong ?? ended.failure.map { "\($0)" } ?? run.journal.overlap.map { "calls of \($0) overlap" } ?? run.check()
      if !run.journal.entries.isEmpty {
        wrong = wrong.map { $0 + "\n  events: " + run.journal.entries.joined(separator: ", ") }
      }
    }
    if wrong == nil, let before {
      // A released source delivers its finish on its queue, outside of the controller.
      var looks = 0
      while let after = LiveObject.count, after > before, looks < 2_000 {
        usleep(100)
        looks += 1
      }
      if let after = LiveObject.count, after > before { wrong = "\(after - before) objects of the library are left" }
    }
    report.longest = max(report.longest, outcome?.steps ?? 0)
    return (wrong, outcome?.schedule ?? Schedule(), trace)
  }

  func fail(_ failure: String, _ schedule: Schedule, _ seed: UInt64?) {
    let steps = once(Replay(schedule), isTracing: true)
    report.failure = """
      \(failure)
        schedule: \(schedule)\(seed.map { "  (seed \($0))" } ?? "")
        steps:
          \(steps.trace.suffix(400).joined(separator: "\n    "))
      """
  }

  precondition(Tasks.areControlled, "The runtime has no hook for the jobs of tasks.")
  // One-time initialization isn't part of the searched orders.
  _ = once(Replay(Schedule()))
  if let text = ProcessInfo.processInfo.environment["SCHEDULE"] {
    guard let schedule = Schedule(text) else {
      report.failure = "SCHEDULE=\"\(text)\" isn't a schedule: write a step and a thread for each switch, such as 12:1."
      return
    }
    let result = once(Replay(schedule))
    report.runs = 1
    if let failure = result.failure { fail(failure, schedule, nil) }
    return
  }
  switch search {
  case .all(let preemptions):
    let strategy = BoundedSearch(preemptions: preemptions)
    repeat {
      let result = once(strategy)
      report.runs += 1
      if let failure = result.failure {
        fail(failure, result.schedule, nil)
        return
      }
      if strategy.hasDiverged {
        fail("the same decisions led to different steps, so the search is incomplete", result.schedule, nil)
        return
      }
    } while strategy.advance()
  case .priorities(let runs, let depth):
    let text = ProcessInfo.processInfo.environment["SEED"]
    let seed = text.flatMap { UInt64($0) }
    if let text, seed == nil {
      report.failure = "SEED=\"\(text)\" isn't a number."
      return
    }
    let seeds = seed.map { $0...$0 } ?? 1...UInt64(runs)
    for seed in seeds {
      let result = once(PriorityStrategy(seed: seed, depth: depth, length: report.longest))
      report.runs += 1
      if let failure = result.failure {
        fail(failure, result.schedule, seed)
        return
      }
    }
  }
}

/// Whether the long searches are enabled.
let isDeep = ProcessInfo.processInfo.environment["DEEP"] != nil

/// Runs a program in all orders of its steps, and fails the test at the first wrong one.
func explore(
  _ program: String, preemptions: Int = 2, deep: Int = 3, sourceLocation: SourceLocation = #_sourceLocation,
  _ make: (Run) -> Void
) {
  let report = search(program, .all(preemptions: isDeep ? deep : preemptions), make)
  print(report)
  if let failure = report.failure { Issue.record("\(program): \(failure)", sourceLocation: sourceLocation) }
}

/// Runs a larger program in random orders.
func sample(
  _ program: String, runs: Int = 500, deep: Int = 20_000, depth: Int = 4,
  sourceLocation: SourceLocation = #_sourceLocation, _ make: (Run) -> Void
) {
  let report = search(program, .priorities(runs: isDeep ? deep : runs, depth: depth), make)
  print(report)
  if let failure = report.failure { Issue.record("\(program): \(failure)", sourceLocation: sourceLocation) }
}

/// Runs a number of random programs in random orders, and fails the test for each that goes wrong.
///
/// `PROGRAM=12` runs one of them alone, in more orders.
///
/// - Parameters:
///   - former: the numbers of further programs, which have gone wrong before. They run in more orders, too.
///   - make: makes a program of its number.
func samplePrograms(
  _ name: String, _ count: UInt64, former: [UInt64] = [],
  sourceLocation: SourceLocation = #_sourceLocation, _ make: (UInt64, Run) -> Void
) {
  var runs = 0
  func sample(_ number: UInt64, orders: Int) {
    let kind = Search.priorities(runs: orders, depth: 4)
    let report = search("\(name) \(number)", kind, limit: 20_000) { make(number, $0) }
    runs += report.runs
    if let failure = report.failure { Issue.record("\(name) \(number): \(failure)", sourceLocation: sourceLocation) }
  }
  if let text = ProcessInfo.processInfo.environment["PROGRAM"] {
    guard let number = UInt64(text) else {
      Issue.record("PROGRAM=\"\(text)\" isn't a number.", sourceLocation: sourceLocation)
      return
    }
    sample(number, orders: 2_000)
  } else {
    for number in former { sample(number, orders: 100) }
    for number in 1...(isDeep ? 5_000 : count) { sample(number, orders: 12) }
  }
  print("\(name): \(runs) orders")
}
