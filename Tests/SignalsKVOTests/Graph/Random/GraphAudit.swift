/// Checks all reads, runs and calls of a graph, also while its handlers set sources.
///
/// - A value that is read agrees with the sources at that moment, unless the node depends on the time of its runs.
/// - A node runs only if an input of its last run has changed since, and a reaction does so, too.
/// - An observer of a source receives each set, in order. One of a derived value receives values that the settled sources had
///   one after the other, and no value twice in a row.
/// - After each operation, the last value that an observer received is the current one, and so is what a reaction has read.
// Unchecked, because one thread uses it.
final class GraphAudit: @unchecked Sendable {
  private let program: GraphProgram
  private let dependsOnTime: Set<Int>
  private(set) var errors: [String] = []
  private(set) var runs: [Int] = []
  private(set) var calls: [GraphCall] = []

  private var sources: [Int]
  /// The sources after each settled change.
  private var states: [[Int]]
  private var sets: [[Int]]
  private var transactions = 0

  private var versions: [Int: Int] = [:]
  private var results: [Int: Int] = [:]
  private var reads: [Int: [(node: Int, version: Int, value: Int)]] = [:]
  private var underWay: [[(node: Int, version: Int, value: Int)]] = []

  private struct Observer {
    let node: Int
    var value: Int
    /// The number of sets or states that it has seen.
    var place: Int
  }

  private var observers: [Int: Observer] = [:]

  init(_ program: GraphProgram) {
    self.program = program
    dependsOnTime = program.dependsOnTime
    sources = program.sources
    states = [program.sources]
    sets = program.sources.map { _ in [] }
  }

  /// Returns and removes the errors, runs and calls since the last call.
  func take() -> (errors: [String], runs: [Int], calls: [GraphCall]) {
    defer { (errors, runs, calls) = ([], [], []) }
    return (errors, runs, calls)
  }

  func fail(_ error: String) { if errors.count < 5 { errors.append(error) } }

  private func isSame(_ node: Int, _ one: Int, _ other: Int) -> Bool {
    program.formulas[node]?.isSame(one, other) ?? (one == other)
  }

  // MARK: - Sets

  /// Records a set, right before it is made.
  func set(_ source: Int, _ value: Int) {
    sources[source] = value
    versions[source, default: 0] += 1
    sets[source].append(value)
    if transactions == 0 { states.append(sources) }
  }

  /// Runs the body of a transaction.
  func transact(_ body: () -> Void) {
    transactions += 1
    body()
    transactions -= 1
    if transactions == 0 { states.append(sources) }
  }

  // MARK: - Runs

  private func hasChanged(_ reads: [(node: Int, version: Int, value: Int)]) -> Bool {
    reads.contains { versions[$0.node, default: 0] != $0.version }
  }

  func run(_ node: Int, _ body: () -> Int) -> Int {
    if node < 1_000 { runs.append(node) }
    if let last = reads[node], !hasChanged(last) {
      fail("node \(node) runs, although no input has changed")
    }
    underWay.append([])
    let result = body()
    reads[node] = underWay.removeLast()
    if let last = results[node], isSame(node, last, result) { return result }
    results[node] = result
    versions[node, default: 0] += 1
    return result
  }

  /// Records a read in the current run.
  func read(_ node: Int, _ value: Int, isTracked: Bool = true) -> Int {
    check(node, value)
    if isTracked, let last = underWay.indices.last {
      underWay[last].append((node, versions[node, default: 0], value))
    }
    return value
  }

  /// Compares a value with the current sources.
  func check(_ node: Int, _ value: Int) {
    guard !dependsOnTime.contains(node) else { return }
    let expected = program.value(of: node, sources)
    if value != expected { fail("node \(node) has the value \(value) instead of \(expected)") }
  }

  // MARK: - Observers

  func begin(_ observer: Int, on node: Int, _ value: Int) {
    let place = node < sources.count ? sets[node].count : states.count - 1
    observers[observer] = Observer(node: node, value: value, place: place)
  }

  /// Whether the observer has received nothing yet.
  func begins(_ observer: Int) -> Bool { observers[observer] == nil }

  func end(_ observer: Int) { observers[observer] = nil }

  func receive(_ observer: Int, on node: Int, _ new: Int, as text: String) {
    calls.append(GraphCall(node: node, observer: observer, text: text))
    guard let last = observers[observer] else { return }
    observers[observer]?.value = new
    if node < sources.count {
      if !sets[node].dropFirst(last.place).starts(with: [new]) { fail("r\(observer) receives \(new) out of order") }
      observers[observer]?.place += 1
      return
    }
    if isSame(node, last.value, new) { fail("r\(observer) receives \(new) again") }
    guard !dependsOnTime.contains(node) else { return }
    if let place = states.indices.dropFirst(last.place).first(where: { program.value(of: node, states[$0]) == new }) {
      observers[observer]?.place = place
    } else {
      fail("r\(observer) receives \(new), which node \(node) never had")
    }
  }

  func note(_ call: GraphCall) { calls.append(call) }

  /// Compares the values that observers and reactions have seen with the current ones.
  func checkSettled(reactions: Set<Int>, _ value: (Int) -> Int?) {
    for (id, observer) in observers {
      guard let now = value(observer.node) else { continue }
      if !isSame(observer.node, observer.value, now) { fail("r\(id) received \(observer.value) last, not \(now)") }
      if observer.node < sources.count, observer.place != sets[observer.node].count { fail("r\(id) lacks sets") }
    }
    for id in reactions {
      for read in reads[GraphProgram.reaction(id)] ?? [] {
        if let now = value(read.node), !isSame(read.node, read.value, now) {
          fail("r\(id) has read \(read.value), not \(now), from node \(read.node)")
        }
      }
    }
  }
}
