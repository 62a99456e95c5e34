/// A promise of the contract that a run doesn't keep, with the moments that show it.
struct RunBreach: Hashable, Sendable, CustomStringConvertible {
  let clause: String
  let what: String
  let excerpt: [String]

  init(_ clause: String, _ what: String, _ stamps: some Sequence<Int>, of run: RecordedRun) {
    self.clause = clause
    self.what = what
    let shown = Set(stamps).filter { run.moments.indices.contains($0) }.sorted()
    let threads = Dictionary(
      run.moments.map(\.thread).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let names = threads.sorted { $0.value < $1.value }.enumerated().map { ($1.key, $0 + 1) }
    let numbers = Dictionary(names, uniquingKeysWith: { first, _ in first })
    let observers = Set(shown.compactMap { run.moments[$0].step.observer }).filter { run.views.indices.contains($0) }
    excerpt =
      observers.sorted().map { "observer \($0) is \(run.views[$0])" }
      + shown.map { "\($0): \(numbers[run.moments[$0].thread, default: 0]) \(run.moments[$0].step)" }
  }

  var description: String { (["\(clause): \(what)"] + excerpt.map { "  " + $0 }).joined(separator: "\n") }
}
