import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 filtered, mapped and compacted", .leavesNothing) struct FilteredTests {
  @Test func `filtered by an observable value reports only the elements whose answer changes`() {
    let list = ObservedArray(["ada", "bob", "abe"])
    let text = Property("a")
    let calls = Log<String>()
    let found = list.filtered(by: text) { name, text in
      calls.append(name)
      return name.hasPrefix(text)
    }
    let changes = Recorder(found.changes)
    text.value = "ab"
    text.value = "ab"
    text.value = ""
    expect(
      changes.values == [
        [.removal(["ada"], at: 0)], [.insertion(["ada"], at: 0), .insertion(["bob"], at: 1)],
      ] || changes.values == [[.removal(["ada"], at: 0)], [.insertion(["ada", "bob"], at: 0)]])
    expect(found.value, equals: ["ada", "bob", "abe"])
    // An equal value of the property is no change of the predicate.
    expect(calls.entries.count, equals: 9)
  }

  @Test func `in a transaction that changes list and bound, a new element is evaluated once, with the new bound`() {
    let list: ObservedArray = [1, 5]
    let bound = Property(3)
    let calls = Log<String>()
    let small = list.filtered(by: bound) { number, bound in
      calls.append("\(number)<\(bound)")
      return number < bound
    }
    expect(small.value, equals: [1])
    transaction {
      list.append(7)
      bound.value = 6
    }
    expect(small.value, equals: [1, 5])
    expect(calls.entries, equals: ["1<3", "5<3", "7<6", "1<6", "5<6"])
  }

  @Test func `mapped by an observable value reports only results that differ`() {
    let list: ObservedArray = [1, 4, 8]
    let divisor = Property(2)
    let halves = list.mapped(by: divisor) { $0 / $1 }
    let changes = Recorder(halves.changes)
    divisor.value = 3
    expect(halves.value, equals: [0, 1, 2])
    expect(changes.values, equals: [[.replacement([2, 4], with: [1, 2], at: 1)]])
  }

  @Test func `compacted omits nil, and inserts and removes an element whose result comes and goes`() {
    let fields = ["1", "x", "3"].map { Property($0) }
    let list = ObservedArray(fields)
    let numbers = list.compacted { Int($0.value) }
    let changes = Recorder(numbers.changes)
    fields[1].value = "2"
    fields[0].value = "y"
    fields[2].value = "4"
    fields[2].value = "04"
    expect(
      changes.values, equals: [[.insertion([2], at: 1)], [.removal([1], at: 0)], [.replacement([3], with: [4], at: 1)]])
    expect(ObservedArray([1, nil, 2]).compacted().value, equals: [1, 2])
  }

  @Test func `the elements of a dictionary are its keys with their values`() {
    let scores: ObservedDictionary = ["Ada": 3]
    let good = scores.filtered { $0.value > 2 }.mapped { "\($0.key) \($0.value)" }
    let changes = Recorder(good.changes)
    scores["Bo"] = 5
    scores["Cy"] = 1
    scores["Ada"] = 4
    scores["Cy"] = 3
    scores["Bo"] = nil
    scores.value = ["Cy": 3]
    expect(
      changes.values,
      equals: [
        [.insertion(["Bo 5"], at: 1)], [.replacement(["Ada 3"], with: ["Ada 4"], at: 0)], [.insertion(["Cy 3"], at: 2)],
        [.removal(["Bo 5"], at: 1)], [.removal(["Ada 4"], at: 0)],
      ])
    expect(scores.derivedCount.value, equals: 1)
  }
}
