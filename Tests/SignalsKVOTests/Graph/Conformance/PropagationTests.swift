import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C10: the behaviours of public test suites for computed graphs: each node runs once, in order, and only if an
/// input has changed.
@Suite("Conformance: propagation", .leavesNothing) struct ConformancePropagationTests {
  private let runs = Runs()

  @Test func `a diamond runs its lower node once`() {
    // T37, P104, R1
    let a = source("a")
    let (b, c) = (runs.derived("b") { a.value }, runs.derived("c") { a.value })
    let d = runs.derived("d") { "\(b.value) \(c.value)" }
    expect(d.value, equals: "a a")
    expect(runs.take(), equals: ["d", "b", "c"])
    a.value = "aa"
    expect(d.value, equals: "aa aa")
    expect(runs.take(), equals: ["b", "d", "c"])
  }

  @Test func `the tail of a diamond runs once`() {
    // T38, P105, R2
    let a = source("a")
    let (b, c) = (a.derived { $0 }, a.derived { $0 })
    let d = runs.derived("d") { "\(b.value) \(c.value)" }
    let e = runs.derived("e") { d.value }
    expect(e.value, equals: "a a")
    _ = runs.take()
    a.value = "aa"
    expect(e.value, equals: "aa aa")
    expect(runs.take(), equals: ["d", "e"])
  }

  @Test func `the tails of a diamond with sides of unequal length run once, after it`() {
    // T40, P107, R3, R4
    let a = source("a")
    let b = runs.derived("b") { a.value }
    let c = runs.derived("c") { a.value }
    let d = runs.derived("d") { c.value }
    let e = runs.derived("e") { "\(b.value) \(d.value)" }
    let (f, g) = (runs.derived("f") { e.value }, runs.derived("g") { e.value })
    expect([f.value, g.value], equals: ["a a", "a a"])
    _ = runs.take()
    a.value = "b"
    expect([e.value, f.value, g.value], equals: ["b b", "b b", "b b"])
    let again = runs.take()
    expect(again.sorted(), equals: ["b", "c", "d", "e", "f", "g"])
    expect(again.suffix(2), equals: ["f", "g"])
  }

  @Test func `a node that reads a source and a value derived from it runs once`() {
    // T36, P103, R5
    let a = source(2)
    let b = a.derived { $0 - 1 }
    let c = Derived { a.value + b.value }
    let d = runs.derived("d") { "d: \(c.value)" }
    expect(d.value, equals: "d: 3")
    a.value = 4
    expect(d.value, equals: "d: 7")
    expect(runs.take(), equals: ["d", "d"])
  }

  @Test func `an unchanged input holds back no change of another one`() {
    // T41, T42, P110, P111, R6, R157, R196
    let a = source("a")
    let b = runs.derived("b") { a.value }
    let constants = ["c", "d"].map { name in
      runs.derived(name) {
        _ = a.value
        return name
      }
    }
    let e = runs.derived("e") { ([b] + constants).map(\.value).joined(separator: " ") }
    let reversed = runs.derived("r") { (constants + [b]).map(\.value).joined(separator: " ") }
    expect([e.value, reversed.value], equals: ["a c d", "c d a"])
    _ = runs.take()
    a.value = "aa"
    expect([e.value, reversed.value], equals: ["aa c d", "c d aa"])
    expect(runs.take().sorted(), equals: ["b", "c", "d", "e", "r"])
  }

  @Test func `a node does not run if none of its inputs has changed`() {
    // T39, T57, P106, P116, R7, R34, T64
    let a = source(1)
    let signs = ["b", "c"].map { name in runs.derived(name) { a.value.signum() } }
    let d = runs.derived("d") { signs[0].value + signs[1].value }
    let e = runs.derived("e") { d.value }
    expect(e.value, equals: 2)
    expect(runs.take(), equals: ["e", "d", "b", "c"])
    a.value = 7
    expect(e.value, equals: 2)
    expect(runs.take(), equals: ["b", "c"])
  }

  @Test(arguments: [false, true]) func `a change goes no further than to the first equal result`(isObserved: Bool) {
    // T46, T64, T65, R27, R169, R197
    let a = source(0)
    let clamped = runs.derived("clamped") { min(10, max(0, a.value)) }
    let next = runs.derived("next") { clamped.value + 1 }
    let endpoint = isObserved ? runs.observed("seen") { next.value } : nil
    expect(next.value, equals: 1)
    _ = runs.take()
    for value in [-1, -2, 5, 10, 11, 20] {
      a.value = value
      expect(next.value, equals: min(10, max(0, value)) + 1)
    }
    expect(
      runs.take(),
      equals: (isObserved
        ? [
          "clamped", "clamped", "clamped", "next", "seen 6", "clamped", "next", "seen 11", "clamped", "clamped",
        ] : ["clamped", "clamped", "clamped", "next", "clamped", "next", "clamped", "clamped"]))
    endpoint?.cancel()
  }

  @Test func `inputs run before the nodes that read them`() {
    // T43, T55, T56, R8, R95, R158
    let a = source(0)
    let b = Derived { [runs] in
      defer { runs.note("b") }
      return a.value + 1
    }
    let c = Derived { [runs] in
      defer { runs.note("c") }
      return b.value + 1
    }
    let d = Derived { [runs] in
      defer { runs.note("d") }
      return a.value + b.value + c.value
    }
    expect(d.value, equals: 3)
    _ = runs.take()
    a.value = 10
    expect(d.value, equals: 33)
    expect(runs.take(), equals: ["b", "c", "d"])
    expect([b.value, c.value], equals: [11, 12])
    expect(runs.take(), equals: [])
  }

  @Test func `converging chains run each node once`() {
    // T44, T45, R9, R10, R97
    let a = source(0)
    var level: [ObservableValue<Int>] = [a, runs.derived("1") { a.value }]
    for index in 2...12 {
      let (before, last) = (level[index - 2], level[index - 1])
      level.append(runs.derived("\(index)") { before.value + last.value })
    }
    expect(level[12].value, equals: 0)
    _ = runs.take()
    a.value = 1
    expect(level[12].value, equals: 233)
    expect(runs.take().sorted(), equals: (1...12).map { "\($0)" }.sorted())
  }

  @Test func `a lower node of a wide layer runs once`() {
    // T44, T45, R205, R206, R208
    let (a, b) = (source(1), source(10))
    let c = runs.derived("c") { a.value + b.value }
    let d = runs.derived("d") { a.value * b.value }
    let e = runs.derived("e") { c.value + d.value }
    let (f, g) = (e.derived { $0 }, e.derived { -$0 })
    let deep = (0..<3).reduce(f) { value, _ in value.derived { $0 } }
    let h = runs.derived("h") { deep.value + g.value + e.value }
    expect(h.value, equals: 21)
    _ = runs.take()
    a.value = 2
    b.value = 20
    expect(h.value, equals: 62)
    expect(runs.take(), equals: ["c", "e", "d", "h"])
  }

  @Test func `each of several observed nodes of one source reacts once, in the order of their creation`() {
    // T47, R207, R216, R24
    let a = source(0)
    let nodes = (0..<6).map { index in a.derived { $0 + index } }
    let endpoints = nodes.map { node in runs.observed { node.value } }
    _ = runs.take()
    a.value = 1
    a.value = 2
    expect(runs.take(), equals: ["1", "2", "3", "4", "5", "6", "2", "3", "4", "5", "6", "7"])
    endpoints.cancelAll()
  }

  @Test func `all dirty nodes see the change, in any order of reads`() {
    // T48, T54, R94, P86
    let a = source(1)
    let b = runs.derived("b") { a.value + 1 }
    let c = runs.derived("c") { b.value > 0 ? a.value : -1 }
    let d = runs.derived("d") { b.value + c.value }
    expect(d.value, equals: 3)
    _ = runs.take()
    a.value = 5
    expect([b.value, d.value, c.value], equals: [6, 11, 5])
    expect(runs.take(), equals: ["b", "d", "c"])
  }

  @Test func `a change of several sources before a read is one run`() {
    // P102, R146, R204
    let (a, b) = (source("a"), source("b"))
    let c = runs.derived("c") { a.value + b.value }
    expect(c.value, equals: "ab")
    a.value = "aa"
    b.value = "bb"
    expect(c.value, equals: "aabb")
    expect(runs.take(), equals: ["c", "c"])
  }

  @Test func `a chain of sums that read their input twice runs each node once`() {
    // I959, I822
    let a = source(1)
    var node: Derived<Int> = runs.derived("0") { a.value }
    for index in 1...20 {
      let before = node
      node = runs.derived("\(index)") { before.value + before.value }
    }
    expect(node.value, equals: 1 << 20)
    _ = runs.take()
    for value in 2...10 {
      a.value = value
      expect(node.value, equals: value << 20)
      expect(runs.take().count, equals: 21)
    }
  }
}
