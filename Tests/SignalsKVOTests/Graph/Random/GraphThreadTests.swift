import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

extension Stress {
  /// K8, C4, C10: random dynamic graphs whose sources several threads set, while others read and observe.
  ///
  /// Each source counts its sets, and a node's value names the counts that it was computed from. So a value shows
  /// whether all its inputs had these values at one moment. `GRAPH_THREAD_SEEDS=10000` sets the number of seeds.
  @Suite("Stress: random graphs") struct GraphThreadTests {
    @Test func `every value agrees with all sources at one moment, and the last one is delivered`() {
      let wanted = ProcessInfo.processInfo.environment["GRAPH_THREAD_SEEDS"].flatMap { UInt64($0) } ?? 60
      for seed in 0..<wanted {
        let program = ThreadProgram(seed: seed)
        guard let fault = program.fault() else { continue }
        let shortest = program.shrunk { program in (0..<50).contains { _ in program.fault() != nil } }
        Issue.record("Seed \(seed): \(fault)\nShrunk:\n\(shortest)")
        return
      }
    }
  }
}

/// The counts of the sources that a value was computed from.
private struct Cut: Equatable, Sendable {
  var counts: [Int: Int] = [:]
  /// Whether it was computed from two counts of one source.
  var isTorn = false

  mutating func merge(_ other: Cut) {
    isTorn = isTorn || other.isTorn
    counts.merge(other.counts) { one, other in
      if one != other { isTorn = true }
      return max(one, other)
    }
  }

  var number: Int { counts.values.reduce(0, +) }
}

/// The times of the sets, on one clock for all threads.
private final class SetTimes: Sendable {
  private let clock = Guarded(0)
  private let sets: [Guarded<[(begin: Int, end: Int)]>]

  init(_ sources: Int) { sets = (0..<sources).map { _ in Guarded([(begin: 0, end: 0)]) } }

  func now() -> Int {
    clock.change { time in
      time += 1
      return time
    }
  }

  func set(_ source: Int, _ body: () -> Void) {
    let begin = now()
    sets[source].change { $0.append((begin, .max)) }
    body()
    let end = now()
    sets[source].change { $0[$0.count - 1].end = end }
  }

  /// Whether the sources had all these counts at one moment of this time.
  func hasMoment(of cut: Cut, from start: Int = 0, to end: Int = .max) -> Bool {
    var (start, end) = (start, end)
    for (source, count) in cut.counts {
      let sets = sets[source].change { $0 }
      start = max(start, sets[count].begin)
      if count + 1 < sets.count { end = min(end, sets[count + 1].end) }
    }
    return start <= end
  }
}

private struct ThreadProgram: Sendable, CustomStringConvertible {
  enum Formula: Sendable {
    case merge([Int])
    /// Reads the node that the number of another one selects.
    case choice([Int], by: Int)
    /// Reads its inputs only while a condition is even.
    case guarded([Int], by: Int)

    func value(_ read: (Int) -> Cut) -> Cut {
      var cut = Cut()
      switch self {
      case .merge(let inputs): for input in inputs { cut.merge(read(input)) }
      case .choice(let inputs, let selector):
        cut = read(selector)
        cut.merge(read(inputs[cut.number % inputs.count]))
      case .guarded(let inputs, let condition):
        cut = read(condition)
        if cut.number.isMultiple(of: 2) { for input in inputs { cut.merge(read(input)) } }
      }
      return cut
    }
  }

  let sources: Int
  var formulas: [Formula] = []
  var sets: [[[Int]]]
  let observed: Set<Int>

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.number(in: 2...4)
    sources = count
    for index in count..<(count + random.number(in: 2...8)) {
      func some(_ count: ClosedRange<Int>) -> [Int] {
        (0..<random.number(in: count)).map { _ in random.number(in: max(0, index - 5)...index - 1) }
      }
      switch random.number(in: 0...3) {
      case 0: formulas.append(.merge(some(1...3)))
      case 1: formulas.append(.guarded(some(1...3), by: random.number(in: 0...index - 1)))
      default: formulas.append(.choice(some(2...3), by: random.number(in: 0...index - 1)))
      }
    }
    // The sources that each thread sets, one after the other or several in a transaction.
    sets = (0..<2).map { thread in
      let own = (0..<count).filter { $0 % 2 == thread }
      return (0..<random.number(in: 5...60)).map { _ in
        random.oneIn(4) ? own : [own.randomElement(using: &random) ?? thread]
      }
    }
    observed = Set((count..<count + formulas.count).filter { _ in random.oneIn(3) })
  }

  var description: String {
    let nodes = formulas.enumerated().map { "d\(sources + $0.offset): \($0.element)" }
    return (nodes + ["observed: \(observed.sorted())"] + sets.map { "sets: \($0)" }).joined(separator: "\n")
  }

  func shrunk(while isFailing: (ThreadProgram) -> Bool) -> ThreadProgram {
    var best = self
    while best.formulas.count > 1 {
      var smaller = best
      smaller.formulas.removeLast()
      guard isFailing(smaller) else { break }
      best = smaller
    }
    for thread in best.sets.indices {
      while best.sets[thread].count > 1 {
        var smaller = best
        smaller.sets[thread].removeLast(max(1, best.sets[thread].count / 2))
        guard isFailing(smaller) else { break }
        best = smaller
      }
    }
    return best
  }

  /// Runs the program on four threads: two set, one reads, and one observes for a while and reads.
  func fault() -> String? {
    let history = SetTimes(sources)
    let properties = (0..<sources).map { _ in Property(0) }
    var nodes: [ObservableValue<Cut>] = properties.enumerated().map { index, property in
      property.derived { Cut(counts: [index: $0]) }
    }
    for formula in formulas {
      let inputs = nodes
      nodes.append(Derived { formula.value { inputs[$0].value } })
    }
    let faults = Log<String>()
    let received = nodes.map { _ in Log<Cut>() }
    let endpoints = nodes.indices.filter { observed.contains($0) }.map { index in
      nodes[index].signal.subscribeValues { [received] in received[index].append($0) }
    }
    let reactions = (0..<2).map { _ in Log<Cut>() }
    let last = nodes.suffix(2)
    let reaction = observe {
      for (log, node) in zip(reactions, last) { log.append(node.value) }
    }
    let running = Counter()
    let (all, steps) = (nodes, sets)
    onThreads(4) { thread in
      switch thread {
      case 0, 1:
        for sources in steps[thread] {
          transaction {
            for source in sources {
              history.set(source) { properties[source].value = untracked { properties[source].value } + 1 }
            }
          }
        }
        running.add()
      default:
        var round = thread
        repeat {
          let node = round % all.count
          let recorder = thread == 3 && round % 4 == 3 ? Recorder(all[node].signal) : nil
          let start = history.now()
          let cut = all[node].value
          let end = history.now()
          if cut.isTorn || !history.hasMoment(of: cut, from: start, to: end) {
            faults.append("node \(node) was read as \(cut)")
          }
          withExtendedLifetime(recorder) {}
          round += 1
        } while running.count < 2
      }
    }
    // Concurrent sets are delivered on a queue (C5), which waits while other tests keep all processors busy.
    func waitFor(_ log: Log<Cut>, _ node: ObservableValue<Cut>) {
      var looks = 0
      while log.entries.last != node.value, looks < 200_000 {
        usleep(100)
        looks += 1
      }
    }
    for index in observed where index < nodes.count {
      waitFor(received[index], nodes[index])
      let cuts = received[index].entries
      if cuts.last != nodes[index].value { faults.append("node \(index) received \(cuts.suffix(1)) last") }
      for cut in cuts where cut.isTorn || !history.hasMoment(of: cut) { faults.append("node \(index) received \(cut)") }
      for (before, after) in zip(cuts, cuts.dropFirst()) {
        if before == after { faults.append("node \(index) received \(after) again") }
        for (source, count) in after.counts where count < before.counts[source] ?? 0 {
          faults.append("node \(index) received \(after) after \(before)")
        }
      }
    }
    for (log, node) in zip(reactions, last) {
      waitFor(log, node)
      if log.entries.last != node.value { faults.append("the reaction has read \(log.entries.suffix(1)) last") }
    }
    reaction.cancel()
    endpoints.cancelAll()
    return faults.entries.first
  }
}
