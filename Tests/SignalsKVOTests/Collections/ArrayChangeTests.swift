import SignalsKVO
import Testing

@Suite("K9 Changes of arrays", .leavesNothing) struct ArrayChangeTests {
  @Test(
    arguments: [
      (ArrayChange.insertion([7, 8], at: 1), [1, 7, 8, 2, 3]),
      (.insertion([9], at: 3), [1, 2, 3, 9]),
      (.removal([1, 2], at: 0), [3]),
      (.replacement([2], with: [5, 6], at: 1), [1, 5, 6, 3]),
      (.replacement([1, 2, 3], with: [], at: 0), []),
      (.move(from: 0, to: 2), [2, 3, 1]),
      (.move(from: 2, to: 0), [3, 1, 2]),
    ] as [(ArrayChange<Int>, [Int])])
  func `each change yields its array, and its inverse the one before`(_ change: ArrayChange<Int>, _ result: [Int]) {
    var array = [1, 2, 3]
    array.apply(change)
    expect(array, equals: result)
    array.apply(change.inverted)
    expect(array, equals: [1, 2, 3])
  }

  @Test func `several changes are applied in order, and their inverse in reverse order`() {
    let changes: [ArrayChange<String>] = [
      .insertion(["a", "b", "c"], at: 0), .move(from: 0, to: 2), .removal(["b"], at: 0),
    ]
    var array: [String] = []
    array.apply(changes)
    expect(array, equals: ["c", "a"])
    array.apply(changes.inverted())
    expect(array, equals: [])
  }

  /// Many changes are applied in another way than a few.
  @Test(arguments: 1...UInt64(repetitions(20, quick: 4)))
  func `many changes of a long array yield what they yield one by one`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let former = Array(0..<3_000)
    var (array, expected) = (former, former)
    var changes: [ArrayChange<Int>] = []
    for number in 0..<1_000 {
      let index = random.number(in: 0...expected.count - 3)
      let change: ArrayChange<Int> =
        switch random.number(in: 0...5) {
        case 0: .insertion([number, -number], at: index)
        case 1: .removal([expected[index]], at: index)
        case 2: .replacement([expected[index], expected[index + 1]], with: [number], at: index)
        default: .move(from: index, to: random.number(in: 0...expected.count - 1))
        }
      expected.apply(change)
      changes.append(change)
    }
    array.apply(changes)
    expect(array, equals: expected)
    array.apply(changes.inverted())
    expect(array, equals: former)
  }

  @Test func `the description of a change`() {
    let changes: [ArrayChange<Int>] = [
      .insertion([1, 2], at: 0), .removal([3], at: 4), .replacement([5], with: [6, 7], at: 8), .move(from: 9, to: 0),
    ]
    expect("\(changes)", equals: "[insert [1, 2] at 0, remove [3] at 4, replace [5] with [6, 7] at 8, move 9 to 0]")
  }

  @Test func `one of many changes that can't be applied stops the program with the same message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var array = Array(0..<2_000)
      array.apply(Array(repeating: .move(from: 0, to: 1), count: 2_000) + [.move(from: 0, to: 2_000)])
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("'move 0 to 2000' can't be applied to an array of 2000: apply each change once,"))
  }

  @Test func `a change that can't be applied stops the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var array = [1]
      array.apply(.insertion([2], at: 2))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(
      message.contains("'insert [2] at 2' can't be applied to an array of 1: apply each change once, in their order,"))
  }
}
