/// A linearizability check. It records calls of several threads on one object, each with the times of its start and
/// return, and searches for a sequential order that respects these times and explains all results by a model.
final class CallHistory<Call, Answer: Equatable>: @unchecked Sendable {
  private struct Entry {
    let call: Call
    let began: Int
    var returned = Int.max
    var answer: Answer?
  }

  private var entries: [Entry] = []
  private var moment = 0

  /// Makes a call, and records its result.
  func perform(_ call: Call, _ body: () -> Answer) {
    let index = entries.count
    moment += 1
    entries.append(Entry(call: call, began: moment))
    let answer = body()
    moment += 1
    entries[index].returned = moment
    entries[index].answer = answer
  }

  /// Records a call that began after the entry `began` had returned, at the earliest, and returns now: such as the
  /// delivery of a value, of which only the end is seen. Returns the number of its entry.
  @discardableResult
  func record(_ call: Call, after began: Int?, answer: Answer) -> Int {
    moment += 1
    entries.append(Entry(call: call, began: began.map { entries[$0].returned } ?? 0, returned: moment, answer: answer))
    return entries.count - 1
  }

  /// Returns nil if a sequential order explains the results, otherwise a description of the calls.
  func violation<State>(from state: State, _ apply: (inout State, Call) -> Answer) -> String? {
    var isDone = entries.map { _ in false }

    func isExplained(_ state: State) -> Bool {
      let rest = entries.indices.filter { !isDone[$0] }
      guard let first = rest.map({ entries[$0].returned }).min() else { return true }
      // A call that started after another one had returned follows it.
      for index in rest where entries[index].began < first {
        var next = state
        guard apply(&next, entries[index].call) == entries[index].answer else { continue }
        isDone[index] = true
        if isExplained(next) { return true }
        isDone[index] = false
      }
      return false
    }

    if isExplained(state) { return nil }
    let calls = entries.map { "\($0.call) (\($0.began)-\($0.returned)) = \($0.answer.map { "\($0)" } ?? "none")" }
    return "no sequential order explains: " + calls.joined(separator: "; ")
  }
}
