/// The decisions of one run: after which steps which other thread continues.
///
/// In the text `12:1 30:0`, thread 1 continues after step 12, and thread 0 after step 30.
struct Schedule: Equatable, CustomStringConvertible {
  var switches: [Int: Int] = [:]

  init() {}

  init?(_ text: String) {
    for part in text.split(separator: " ") {
      let numbers = part.split(separator: ":").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      switches[numbers[0]] = numbers[1]
    }
  }

  var description: String { switches.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ") }
}

/// Chooses the thread that continues after a step.
protocol Strategy: AnyObject {
  /// Chooses one of `enabled`, which isn't empty. The first one is the running thread, if it can continue.
  func choose(_ enabled: [Int], running: Int?) -> Int
}

/// Every order of the threads' steps with a bounded number of preemptions. A preemption interrupts a thread that could
/// continue. A switch from a thread that has to wait doesn't count.
final class BoundedSearch: Strategy {
  private struct Decision {
    var options: [Int]
    var index: Int
    /// Whether an option other than the first is a preemption.
    let preempts: Bool
  }

  private let bound: Int
  private var path: [Decision] = []
  private var position = 0
  private var preemptions = 0
  /// Whether a run had other threads to choose from than an earlier one with the same decisions.
  private(set) var hasDiverged = false

  init(preemptions bound: Int) { self.bound = bound }

  func choose(_ enabled: [Int], running: Int?) -> Int {
    let preempts = running == enabled.first
    guard enabled.count > 1, !preempts || preemptions < bound else { return enabled[0] }
    if position == path.count { path.append(Decision(options: enabled, index: 0, preempts: preempts)) }
    let decision = path[position]
    position += 1
    if decision.preempts, decision.index > 0 { preemptions += 1 }
    let chosen = decision.options[decision.index]
    if decision.options != enabled { hasDiverged = true }
    return enabled.contains(chosen) ? chosen : enabled[0]
  }

  /// Advances to the next order. Returns false after the last one.
  func advance() -> Bool {
    position = 0
    preemptions = 0
    while var last = path.popLast() {
      last.index += 1
      guard last.index < last.options.count else { continue }
      path.append(last)
      return true
    }
    return false
  }
}

/// Probabilistic concurrency testing: threads have random priorities, and at a few random steps the running thread gets
/// the lowest priority. The probability of finding an error of a given `depth` is independent of the number of orders.
final class PriorityStrategy: Strategy {
  private var generator: SplitMix
  private var priorities: [Int: Int] = [:]
  private var changes: Set<Int> = []
  private var steps = 0
  private var lowest = 0

  init(seed: UInt64, depth: Int, length: Int) {
    generator = SplitMix(seed)
    for _ in 0..<depth { changes.insert(generator.number(below: max(1, length))) }
  }

  func choose(_ enabled: [Int], running: Int?) -> Int {
    steps += 1
    if let running, changes.contains(steps) {
      lowest -= 1
      priorities[running] = lowest
    }
    for thread in enabled where priorities[thread] == nil {
      priorities[thread] = 1 + generator.number(below: 1_000_000)
    }
    return enabled.max { (priorities[$0] ?? 0) < (priorities[$1] ?? 0) } ?? enabled[0]
  }
}

/// The decisions of an earlier run.
final class Replay: Strategy {
  private let schedule: Schedule
  private var steps = 0

  init(_ schedule: Schedule) { self.schedule = schedule }

  func choose(_ enabled: [Int], running: Int?) -> Int {
    defer { steps += 1 }
    guard let chosen = schedule.switches[steps], enabled.contains(chosen) else { return enabled[0] }
    return chosen
  }
}

/// A small random number generator with a seed.
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
