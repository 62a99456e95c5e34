@testable import Signals
import Testing

/// C10: the order in which the participants of a turn settle.
@Suite("C10 The queue of the participants of a turn", .leavesNothing) struct DepthQueueTests {
  private func drained(from queue: inout DepthQueue<String>) -> [String] {
    var all: [String] = []
    while let element = queue.popFirst() { all.append(element) }
    return all
  }

  @Test func `the deepest is first, and of two that are equally deep the one appended first`() {
    var queue = DepthQueue<String>()
    for (element, depth) in [("a", 2), ("b", 4), ("c", 0), ("d", 4), ("e", 3), ("f", 2), ("g", 4)] as [(String, UInt)] {
      queue.append(element, depth: depth)
    }
    expect(queue.depth, equals: 4)
    expect(drained(from: &queue), equals: ["b", "d", "g", "e", "a", "f", "c"])
    expect(queue.isEmpty)
    expect(queue.depth == nil)
  }

  @Test func `an element that is appended meanwhile follows those that are as deep as it is`() {
    var queue = DepthQueue<String>()
    for (element, depth) in [("a", 2), ("b", 3), ("c", 3), ("d", 2)] as [(String, UInt)] {
      queue.append(element, depth: depth)
    }
    expect(queue.popFirst(), equals: "b")
    queue.append("e", depth: 3)
    queue.append("f", depth: 2)
    queue.append("g", depth: 5)
    expect(drained(from: &queue), equals: ["g", "c", "e", "a", "d", "f"])
  }

  @Test(arguments: 0..<20)
  func `any sequence gives the order of a stable sort`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = DepthQueue<Int>()
    var model: [(depth: UInt, element: Int)] = []
    for element in 0..<500 {
      if Int.random(in: 0..<5, using: &random) < 3 {
        let depth = UInt.random(in: 0..<(element < 250 ? 3 : 40), using: &random)
        queue.append(element, depth: depth)
        model.insert((depth, element), at: model.firstIndex { $0.depth < depth } ?? model.endIndex)
      } else {
        expect(queue.popFirst(), equals: model.isEmpty ? nil : model.removeFirst().element)
      }
      expect(queue.isEmpty, equals: model.isEmpty)
    }
  }

  @Test func `a queue that has run empty holds little memory`() {
    var queue = DepthQueue<Int>()
    for element in 0..<10_000 { queue.append(element, depth: 2) }
    while queue.popFirst() != nil {}
    expect(queue.isCompact)
    for element in 0..<1_000 { queue.append(element, depth: UInt(element)) }
    while queue.popFirst() != nil {}
    expect(!queue.isCompact)
  }
}
