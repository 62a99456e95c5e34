import SignalsKVO
import SignalsTesting
import Testing

@Suite("K9 Edits of arrays", .leavesNothing) struct ArrayEditTests {
  /// One edit of `[3, 1, 2]`, the changes that it reports, and its result.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let changes: [ArrayChange<Int>]
    let result: [Int]
    let edit: @Sendable (ObservedArray<Int>) -> Void
    let editInBatch: @Sendable (inout ArrayEditor<Int>) -> Void

    init(
      _ name: String, _ changes: [ArrayChange<Int>], _ result: [Int],
      _ edit: @escaping @Sendable (ObservedArray<Int>) -> Void,
      _ editInBatch: @escaping @Sendable (inout ArrayEditor<Int>) -> Void
    ) {
      testDescription = name
      self.changes = changes
      self.result = result
      self.edit = edit
      self.editInBatch = editInBatch
    }
  }

  static let edits: [Edit] = [
    Edit("append", [.insertion([4], at: 3)], [3, 1, 2, 4], { $0.append(4) }, { $0.append(4) }),
    Edit(
      "append contents", [.insertion([4, 5], at: 3)], [3, 1, 2, 4, 5], { $0.append(contentsOf: 4...5) },
      { $0.append(contentsOf: 4...5) }),
    Edit("append nothing", [], [3, 1, 2], { $0.append(contentsOf: []) }, { $0.append(contentsOf: []) }),
    Edit("insert", [.insertion([4], at: 1)], [3, 4, 1, 2], { $0.insert(4, at: 1) }, { $0.insert(4, at: 1) }),
    Edit(
      "insert at the end", [.insertion([4], at: 3)], [3, 1, 2, 4], { $0.insert(4, at: 3) }, { $0.insert(4, at: 3) }),
    Edit(
      "insert contents", [.insertion([4, 5], at: 0)], [4, 5, 3, 1, 2], { $0.insert(contentsOf: [4, 5], at: 0) },
      { $0.insert(contentsOf: [4, 5], at: 0) }),
    Edit("remove", [.removal([1], at: 1)], [3, 2], { $0.remove(at: 1) }, { $0.remove(at: 1) }),
    Edit("remove the first", [.removal([3], at: 0)], [1, 2], { $0.removeFirst() }, { $0.removeFirst() }),
    Edit("remove the last", [.removal([2], at: 2)], [3, 1], { $0.removeLast() }, { $0.removeLast() }),
    Edit("pop the last", [.removal([2], at: 2)], [3, 1], { $0.popLast() }, { $0.popLast() }),
    Edit("remove a range", [.removal([1, 2], at: 1)], [3], { $0.removeSubrange(1...) }, { $0.removeSubrange(1...) }),
    Edit("remove an empty range", [], [3, 1, 2], { $0.removeSubrange(1..<1) }, { $0.removeSubrange(1..<1) }),
    Edit(
      "replace a range", [.replacement([3, 1], with: [7], at: 0)], [7, 2],
      { $0.replaceSubrange(0...1, with: [7]) }, { $0.replaceSubrange(0...1, with: [7]) }),
    Edit(
      "replace an empty range", [.insertion([7], at: 1)], [3, 7, 1, 2], { $0.replaceSubrange(1..<1, with: [7]) },
      { $0.replaceSubrange(1..<1, with: [7]) }),
    Edit(
      "replace a range by nothing", [.removal([3], at: 0)], [1, 2], { $0.replaceSubrange(..<1, with: []) },
      { $0.replaceSubrange(..<1, with: []) }),
    Edit("remove all", [.removal([3, 1, 2], at: 0)], [], { $0.removeAll() }, { $0.removeAll() }),
    Edit(
      "remove some", [.removal([2], at: 2), .removal([3], at: 0)], [1], { $0.removeAll { $0 > 1 } },
      { $0.removeAll { $0 > 1 } }),
    Edit("remove none", [], [3, 1, 2], { $0.removeAll { $0 > 9 } }, { $0.removeAll { $0 > 9 } }),
    Edit("set", [.replacement([1], with: [9], at: 1)], [3, 9, 2], { $0[1] = 9 }, { $0[1] = 9 }),
    Edit("set the same", [.replacement([1], with: [1], at: 1)], [3, 1, 2], { $0[1] = 1 }, { $0[1] = 1 }),
    Edit("move up", [.move(from: 0, to: 2)], [1, 2, 3], { $0.move(from: 0, to: 2) }, { $0.move(from: 0, to: 2) }),
    Edit("move down", [.move(from: 2, to: 1)], [3, 2, 1], { $0.move(from: 2, to: 1) }, { $0.move(from: 2, to: 1) }),
    Edit("move nowhere", [], [3, 1, 2], { $0.move(from: 1, to: 1) }, { $0.move(from: 1, to: 1) }),
    Edit(
      "exchange", [.move(from: 2, to: 0), .move(from: 1, to: 2)], [2, 1, 3], { $0.swapAt(2, 0) }, { $0.swapAt(2, 0) }),
    Edit("exchange neighbours", [.move(from: 1, to: 0)], [1, 3, 2], { $0.swapAt(0, 1) }, { $0.swapAt(0, 1) }),
    Edit("exchange with itself", [], [3, 1, 2], { $0.swapAt(1, 1) }, { $0.swapAt(1, 1) }),
    Edit("sort", [.move(from: 0, to: 2)], [1, 2, 3], { $0.sort() }, { $0.sort() }),
    Edit("sort by", [.move(from: 2, to: 1)], [3, 2, 1], { $0.sort(by: >) }, { $0.sort(by: >) }),
    Edit(
      "reverse", [.move(from: 2, to: 0), .move(from: 2, to: 1)], [2, 1, 3], { $0.reverse() }, { $0.reverse() }),
    Edit("assign", [.removal([3], at: 0)], [1, 2], { $0.value = [1, 2] }, { $0.value = [1, 2] }),
    Edit("assign an equal value", [], [3, 1, 2], { $0.value = [3, 1, 2] }, { $0.value = [3, 1, 2] }),
  ]

  @Test(arguments: edits)
  func `each edit is reported once, as it was made`(_ edit: Edit) {
    let list: ObservedArray = [3, 1, 2]
    let changes = Recorder(list.changes)
    edit.edit(list)
    expect(changes.values, equals: [edit.changes])
    expect(list.value, equals: edit.result)
    var copy = [3, 1, 2]
    copy.apply(changes.values.flatMap { $0 })
    expect(copy, equals: edit.result)
  }

  @Test(arguments: edits)
  func `an edit in a batch is reported like a single edit`(_ edit: Edit) {
    let list: ObservedArray = [3, 1, 2]
    let changes = Recorder(list.changes)
    list.batch { edit.editInBatch(&$0) }
    expect(changes.values, equals: [edit.changes])
    expect(list.value, equals: edit.result)
  }

  @Test func `a predicate is asked once about each element, in order`() {
    var (direct, inBatch, expected): ([Int], [Int], [Int]) = ([], [], [])
    func isOdd(_ number: Int, _ asked: inout [Int]) -> Bool {
      asked.append(number)
      return number % 2 == 1
    }
    var array = [1, 3, 2, 5, 7, 4]
    let lists = (ObservedArray(array), ObservedArray(array))
    array.removeAll { isOdd($0, &expected) }
    lists.0.removeAll { isOdd($0, &direct) }
    lists.1.batch { $0.removeAll { isOdd($0, &inBatch) } }
    expect(direct, equals: expected)
    expect(inBatch, equals: expected)
    expect(lists.0.value, equals: [2, 4])
    expect(lists.1.value, equals: [2, 4])
  }
}
