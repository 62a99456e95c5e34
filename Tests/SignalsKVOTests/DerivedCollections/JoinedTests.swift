import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("K12 joined, merged, distinct and limited", .leavesNothing) struct JoinedTests {
  @Test func `merged has the elements of all collections, one collection after the other`() {
    let (local, remote, extra): (ObservedArray, ObservedArray, ObservedArray) = ([1], [2], [3])
    let all = merged(local, remote, extra)
    let changes = Recorder(all.changes)
    local.append(4)
    extra.insert(5, at: 0)
    remote.removeAll()
    transaction {
      local.remove(at: 0)
      extra.append(6)
    }
    expect(all.value, equals: [4, 5, 3, 6])
    expect(
      changes.values,
      equals: [
        [.insertion([4], at: 1)], [.insertion([5], at: 3)], [.removal([2], at: 2)],
        [.removal([1], at: 0), .insertion([6], at: 3)],
      ])
  }

  @Test func `joined follows its collections through insertions, moves and removals`() {
    let (one, two): (ObservedArray, ObservedArray) = ([1, 2], [3])
    let list = ObservedArray([one])
    let joined = list.joined()
    let values = Recorder(joined.signal)
    list.append(two)
    two.append(4)
    list.move(from: 0, to: 1)
    one[0] = 9
    list.remove(at: 0)
    two.append(5)
    expect(values.values, equals: [[1, 2], [1, 2, 3], [1, 2, 3, 4], [3, 4, 1, 2], [3, 4, 9, 2], [9, 2]])
  }

  @Test func `merged may contain the same collection twice`() {
    let one: ObservedArray = [1]
    let joined = merged(one, one)
    let values = Recorder(joined.signal)
    one.append(2)
    expect(values.values, equals: [[1, 1], [1, 2, 1, 2]])
  }

  @Test func `distinct shows the first of equal elements, and the next one after its removal`() {
    let list = ObservedArray(["a1", "b1", "a2"])
    let distinct = list.distinct(by: { $0.first! })
    let changes = Recorder(distinct.changes)
    list.remove(at: 0)
    list.append("b2")
    list.move(from: 2, to: 0)
    list.insert("a0", at: 2)
    expect(
      changes.values,
      equals: [
        [.removal(["a1"], at: 0), .insertion(["a2"], at: 1)], [.removal(["b1"], at: 0), .insertion(["b2"], at: 0)],
        [.removal(["a2"], at: 1), .insertion(["a0"], at: 1)],
      ])
    expect(distinct.value, equals: ["b2", "a0"])
  }

  @Test func `limited shows the first elements through edits before and after them`() {
    let list: ObservedArray = [1, 2, 3, 4]
    let limited = list.limited(to: 2)
    let changes = Recorder(limited.changes)
    list.insert(0, at: 0)
    list.remove(at: 1)
    list.append(9)
    list.move(from: 0, to: 3)
    list.move(from: 3, to: 1)
    list.value = [7]
    expect(
      changes.values,
      equals: [
        [.insertion([0], at: 0), .removal([2], at: 2)], [.removal([1], at: 1), .insertion([2], at: 1)],
        [.removal([0], at: 0), .insertion([3], at: 1)], [.insertion([0], at: 1), .removal([3], at: 2)],
        [.replacement([2], with: [7], at: 0), .removal([0], at: 1)],
      ])
    expect(ObservedArray([1]).limited(to: 0).value, equals: [])
  }

  @Test func `the limit may be an observable value`() {
    let list: ObservedArray = [1, 2, 3, 4]
    let count = Property(1)
    let limited = list.limited(to: count)
    let changes = Recorder(limited.changes)
    count.value = 3
    count.value = -1
    expect(changes.values, equals: [[.insertion([2, 3], at: 1)], [.removal([1, 2, 3], at: 0)]])
  }

  @Test func `a negative limit stops the program with a message (C14)`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservedArray([1]).limited(to: -1)
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    expect(message.contains("limited(to: -1): the number of elements is negative; use 0 or more."))
  }
}

@Suite("K12 joined dictionaries", .leavesNothing) struct JoinedDictionaryTests {
  @Test func `joined follows the dictionaries of an array`() {
    let scores: ObservedDictionary = ["Ada": 1]
    let list = ObservedArray([scores])
    let all = list.joined().mapped { "\($0.key) \($0.value)" }
    let values = Recorder(all.signal)
    scores["Bo"] = 2
    scores["Ada"] = 3
    list.append(["Cy": 4])
    expect(values.values, equals: [["Ada 1"], ["Ada 1", "Bo 2"], ["Ada 3", "Bo 2"], ["Ada 3", "Bo 2", "Cy 4"]])
  }

  @Test func `joined follows the groups of several groupings`() {
    let list = ObservedArray([1, 2, 3, 4])
    let halves = ObservedArray([list.grouped(by: { $0 % 2 }), list.grouped(by: { $0 > 2 ? 1 : 0 })])
    let sizes = halves.joined().mapped { $0.key }
    expect(sizes.count, equals: 4)
    list.removeAll { $0 % 2 == 1 }
    expect(sizes.count, equals: 3)
  }
}
