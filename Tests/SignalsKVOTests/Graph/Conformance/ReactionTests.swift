import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8, C4–C6: the behaviours of public test suites for effects, which are `observe { }` here.
@Suite("Conformance: reactions", .leavesNothing) struct ConformanceReactionTests {
  private let runs = Runs()

  // MARK: - Running

  @Test func `a reaction runs at once, and after each change of its inputs`() {
    // P21, P22, P23, R35, R36, R53, R55, R56
    let (a, b) = (source("a"), source("x"))
    let c = a.derived { $0 }
    let endpoint = runs.observed { c.value + b.value }
    a.value = "b"
    b.value = "y"
    expect(runs.take(), equals: ["ax", "bx", "by"])
    endpoint.cancel()
  }

  @Test func `two reads of one source cause one run`() {
    // R46, I903
    let a = source(0)
    let same = Derived { a.value == 0 ? a.value : a.value }
    let endpoint = runs.observed { a.value + a.value + same.value }
    a.value = 1
    expect(runs.take(), equals: ["0", "3"])
    endpoint.cancel()
  }

  @Test func `a reaction does not run if the new results of its inputs are equal`() {
    // P36, R192, R170
    let a = source(0)
    let parity = runs.derived("parity") { a.value % 2 }
    let endpoint = runs.observed { parity.value }
    a.value = 2
    expect(runs.take(), equals: ["parity", "0", "parity"])
    endpoint.cancel()
  }

  @Test func `a reaction has run before a value is read after the set`() {
    // R23
    let a = source(0)
    let c = a.derived { $0 }.derived { $0 }
    let endpoint = runs.observed { c.value }
    a.value = 1
    expect(runs.take(), equals: ["0", "1"])
    expect(c.value, equals: 1)
    endpoint.cancel()
  }

  @Test func `a reaction follows the inputs of its last run only`() {
    // P30, P31, R198, R199
    let (usesA, a) = (source(false), source("a"))
    let endpoint = runs.observed { usesA.value ? a.value : "other" }
    a.value = "b"
    usesA.value = true
    a.value = "c"
    usesA.value = false
    a.value = "d"
    expect(runs.take(), equals: ["other", "b", "c", "other"])
    endpoint.cancel()
  }

  @Test func `each of two reactions follows its own changing inputs`() {
    // R200
    let (a, b, c) = (source(1), source(2), source(0))
    let outputs = [source(0), source(0)]
    let endpoints = [
      observe { outputs[0].value = (c.value < 2 ? a.value : 0) + (c.value > 1 ? b.value : 0) },
      observe {
        runs.note("second")
        outputs[1].value = (c.value > 1 ? a.value : 0) + (c.value < 3 ? b.value : 0) + outputs[0].value
      },
    ]
    expect(outputs.map(\.value), equals: [1, 3])
    _ = runs.take()
    b.value = 3
    expect(outputs.map(\.value), equals: [1, 4])
    expect(runs.take(), equals: ["second"])
    c.value = 2
    expect(outputs.map(\.value), equals: [3, 7])
    endpoints.cancelAll()
  }

  // MARK: - The end

  @Test func `a cancelled reaction does not run any more, and others do`() {
    // P7, P24, P27, P50, R110, R143, R217, I3106, I3229
    let a = source(0)
    let endpoints = ["1", "2", "3"].map { name in runs.observed(name) { a.value } }
    _ = runs.take()
    endpoints[1].cancel()
    endpoints[1].cancel()
    a.value = 1
    let new = runs.observed("4") { a.value }
    a.value = 2
    expect(runs.take(), equals: ["1 1", "3 1", "4 1", "1 2", "3 2", "4 2"])
    endpoints.cancelAll()
    new.cancel()
    a.value = 3
    expect(runs.take(), equals: [])
  }

  @Test func `a reaction may cancel itself, and its later reads have no effect`() {
    // P25, P26, P28, P29, P52, R108, R141, MA1, MR6, MR7
    let (a, b) = (source(0), source(0))
    let bag = CancellableBag()
    bag += runs.observed {
      let value = a.value
      if value == 1 { bag.cancel() }
      return "\(value) \(b.value)"
    }
    for source in [a, b, a] { source.value += 1 }
    expect(runs.take(), equals: ["0 0", "1 0"])
  }

  @Test func `a reaction may cancel itself in its first run`() {
    // MA2
    let a = source(1)
    let bag = CancellableBag()
    bag += runs.observed {
      bag.cancel()
      return a.value
    }
    a.value = 2
    expect(runs.take(), equals: ["1"])
    expect(a.observerCount, equals: 0)
  }

  @Test func `a reaction that is cancelled in a transaction does not run at its end`() {
    // P53, P54, R42, R124, R127, I3165
    let a = source(0)
    let endpoint = runs.observed { a.value }
    transaction {
      a.value = 1
      endpoint.cancel()
      a.value = 2
    }
    expect(runs.take(), equals: ["0"])
  }

  @Test func `a computation may cancel a reaction that reads it, and others run`() {
    // R201, R202, R203
    let s = source(0)
    let bag = CancellableBag()
    let a = runs.derived("a") {
      if s.value == 1 { bag.cancel() }
      return s.value
    }
    bag += runs.observed("first") { a.value }
    let second = runs.observed("second") { a.value }
    for value in [1, 2] { s.value = value }
    expect(runs.take(), equals: ["a", "first 0", "second 0", "a", "second 1", "a", "second 2"])
    second.cancel()
  }

  @Test func `the release of the endpoint ends a reaction`() {
    // P51, MR26, I3120
    let a = source(0)
    do { withExtendedLifetime(runs.observed { a.value }) { a.value = 1 } }
    a.value = 2
    expect(runs.take(), equals: ["0", "1"])
    expect(a.observerCount, equals: 0)
  }

  // MARK: - Reactions within reactions

  /// A reaction that makes new ones in each run, and keeps them until the next run.
  private func nesting(_ input: Property<Int>, _ name: String, _ make: @escaping () -> [Endpoint]) -> Endpoint {
    let inner = Kept()
    return observe { [runs] in
      runs.note("\(name) \(input.value)")
      inner.endpoints = make()
    }
  }

  private final class Kept { var endpoints: [Endpoint] = [] }

  @Test func `an inner reaction follows its own inputs without running the outer one`() {
    // P60, R43, R48, R164, R226, R228
    let (a, b) = (source(0), source(0))
    let endpoint = nesting(a, "outer") { [runs.observed("inner") { b.value }] }
    for value in 1...3 { b.value = value }
    a.value = 1
    b.value = 4
    expect(
      runs.take(), equals: ["outer 0", "inner 0", "inner 1", "inner 2", "inner 3", "outer 1", "inner 3", "inner 4"])
    endpoint.cancel()
  }

  @Test func `inner reactions that the next run replaces have ended`() {
    // R210, R227
    let (a, b, c) = (source(0), source(0), source(0))
    let endpoint = nesting(a, "outer") { [runs.observed("b") { b.value }, runs.observed("c") { c.value }] }
    a.value = 1
    _ = runs.take()
    b.value = 1
    c.value = 1
    expect(runs.take(), equals: ["b 1", "c 1"])
    a.value = 2
    expect(runs.take(), equals: ["outer 2", "b 1", "c 1"])
    endpoint.cancel()
  }

  @Test func `the end of a reaction ends the reactions that it keeps, across three levels`() {
    // R209
    let a = source(0)
    let endpoint = nesting(a, "outer") { [runs] in
      [nesting(a, "middle") { [runs.observed("inner") { a.value }] }]
    }
    expect(runs.take(), equals: ["outer 0", "middle 0", "inner 0"])
    endpoint.cancel()
    a.value = 1
    expect(runs.take(), equals: [])
  }

  @Test func `a source that is made and set in a reaction runs the inner reaction only`() {
    // R163
    let a = source(0)
    let endpoint = nesting(a, "outer") { [runs] in
      let own = source(0)
      let inner = runs.observed("inner") { own.value }
      own.value = 1
      return [inner]
    }
    a.value = 1
    expect(runs.take(), equals: ["outer 0", "inner 0", "inner 1", "outer 1", "inner 0", "inner 1"])
    endpoint.cancel()
  }

  // MARK: - Setting

  @Test func `a reaction may set other sources, and reads the new values`() {
    // R50, R54, R174, ME7, ME9
    let (a, b, list) = (source(0), source(0), source([Int]()))
    let endpoint = observe { [runs] in
      b.value = a.value * 2
      runs.note("\(b.value)")
      if a.value > 4 { list.modify { $0.append(a.value) } }
    }
    for value in [5, 6, 2] { a.value = value }
    expect(runs.take(), equals: ["0", "10", "12", "4"])
    expect(list.value, equals: [5, 6])
    endpoint.cancel()
  }

  @Test func `a reaction that sets its own input runs until that stays the same`() {
    // P39, R47, R61, R113, MA7, ME17
    let a = source(1)
    let endpoint = observe { [runs] in
      runs.note("\(a.value)")
      if a.value < 4 { a.value += 1 }
    }
    a.value = 3
    expect(runs.take(), equals: ["1", "2", "3", "4", "3", "4"])
    endpoint.cancel()
  }

  enum OwnChange: Codable, CaseIterable { case inFirstRun, later, throughDerivedValue }

  @Test(arguments: OwnChange.allCases.prefix(repetitions(3, quick: 1)))
  func `a reaction that changes its own input in every run stops the program with a message`(kind: OwnChange) async {
    // P48, ME10, ME15, R62, R63
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [kind] in
      let (isOn, a) = (Property(kind != .later), Property([2, 1]))
      let reversed = a.derived { Array($0.reversed()) }
      // From the second run on, the new value equals the former one.
      let endpoint = observe {
        if isOn.value { a.value = kind == .throughDerivedValue ? reversed.value : a.value.sorted() }
      }
      if kind == .later { isOn.value = true }
      withExtendedLifetime(endpoint) {}
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("changed a value that it reads"))
  }

  @Test func `a reaction may set its own input many times in one run`() {
    let (isOn, a) = (source(false), Property(0))
    let endpoint = observe {
      if isOn.value, a.value == 0 { for _ in 0..<2_000 { a.value = untracked { a.value } + 1 } }
    }
    isOn.value = true
    expect(a.value, equals: 2_000)
    endpoint.cancel()
  }

  @Test func `a reaction that resets a source through a computation does so for each set`() {
    // R49, R180, R212, R213
    let s = source(1)
    let c = s.derived { $0 }
    let endpoint = observe { [runs] in
      runs.note("\(c.value)")
      if c.value > 0 { s.value = 0 }
    }
    for value in [2, 3] { s.value = value }
    expect(s.value, equals: 0)
    expect(runs.take(), equals: ["1", "0", "2", "0", "3", "0"])
    endpoint.cancel()
  }

  @Test func `the last run of each reaction sees the sets of the others`() {
    // R114, R133, R134
    let a = source(0)
    let endpoints = [
      observe { if a.value == 1 { a.value = 10 } },
      runs.observed { a.value },
    ]
    a.value = 1
    expect(a.value, equals: 10)
    expect(runs.take().last, equals: "10")
    endpoints.cancelAll()
  }

  @Test func `a reaction that runs after another one's set sees the new value`() {
    // R173, R130
    let (a, b) = (source(false), source(0))
    let endpoints = [
      observe { if a.value { b.value = 1 } },
      runs.observed { a.value ? b.value : -1 },
    ]
    a.value = true
    expect(runs.take(), equals: ["-1", "1"])
    endpoints.cancelAll()
  }

  @Test func `two reactions that set each other's input settle`() {
    // R64, ME16
    let (a, b) = (source(0), source(0))
    let endpoints = [
      observe { if a.value < 100 { b.value = a.value } },
      observe { if b.value < 100 { a.value = b.value + 1 } },
    ]
    expect([a.value, b.value], equals: [100, 99])
    endpoints.cancelAll()
  }

  @Test func `the sets of a transaction in a reaction are one change`() {
    // R235
    let (a, b) = (source(0), source(0))
    let endpoints = [
      observe {
        _ = a.value
        transaction { for step in [10, 1] { b.value = untracked { b.value } + step } }
      }, runs.observed { b.value },
    ]
    a.value = 1
    expect(runs.take(), equals: ["11", "22"])
    endpoints.cancelAll()
  }

  @Test func `the sets of a reaction outside of a transaction are a change each`() {
    // Differs: P32, R175, MA6
    let (a, b, c) = (source(0), source(0), source(0))
    let sum = Derived { b.value + c.value }
    let endpoints = [
      observe {
        b.value = a.value + 1
        c.value = a.value + 2
      }, runs.observed { sum.value },
    ]
    a.value = 10
    expect(runs.take(), equals: ["3", "13", "23"])
    endpoints.cancelAll()
  }

  @Test func `a reaction keeps exactly one item selected`() {
    // MC1, MC2, MC4
    let items = (0..<3).map { _ in source(false) }
    let selection = source(Int?.none)
    let previous = Guarded(Int?.none)
    let endpoint = observe {
      let new = selection.value
      let old = previous.change { swapped(&$0, with: new) }
      if let old { items[old].value = false }
      if let new { items[new].value = true }
    }
    var states: [[Bool]] = []
    for index in [0, 2, nil] {
      selection.value = index
      states.append(items.map(\.value))
    }
    expect(states, equals: [[true, false, false], [false, false, true], [false, false, false]])
    endpoint.cancel()
  }

  @Test func `a reaction that replaces a missing value runs once more for it`() {
    // MC3
    let title = source(String?.none)
    let endpoint = runs.observed {
      if title.value == nil { title.value = "HELLO" }
      return title.value ?? ""
    }
    for value in ["WORLD", nil, "WORLD"] { title.value = value }
    expect(runs.take(), equals: ["HELLO", "HELLO", "WORLD", "HELLO", "HELLO", "WORLD"])
    endpoint.cancel()
  }

  // MARK: - Computations that set

  @Test func `a computation may set a source that no running computation has read`() {
    // R52, R57, R112, R135, R136, R137, R138, R181, R182, R183, R184, I401, I446, I464, ME6, ME8
    let (isOn, input, side) = (source(true), source(0), source(-1))
    let writer = Derived {
      side.value = input.value * 10
      return input.value
    }
    let reader = side.derived { $0 + 1 }
    let branch = Derived { isOn.value ? writer.value : 999 }
    let endpoint = runs.observed { side.value }
    expect([writer.value, side.value, reader.value], equals: [0, 0, 1])
    transaction {
      input.value = 2
      expect([branch.value, side.value, reader.value], equals: [2, 20, 21])
    }
    isOn.value = false
    input.value = 3
    expect([branch.value, side.value], equals: [999, 20])
    expect(runs.take(), equals: ["-1", "0", "20"])
    endpoint.cancel()
  }

  @Test func `a reaction sees the set of a computation in its own run`() {
    // R186
    let (input, side) = (source(0), source(0))
    let writer = Derived {
      side.value = input.value
      return input.value
    }
    let endpoint = runs.observed { writer.value + side.value }
    input.value = 5
    expect(runs.take().last, equals: "10")
    endpoint.cancel()
  }

  @Test func `a computation may set a source and then read what follows from it`() {
    let (input, scratch) = (source(1), source(0))
    let double = scratch.derived { $0 * 2 }
    let computation = runs.derived("run") {
      scratch.value = input.value
      return double.value
    }
    expect(computation.value, equals: 2)
    input.value = 5
    expect(computation.value, equals: 10)
    expect(computation.value, equals: 10)
    expect(runs.take(), equals: ["run", "run"])
  }

  @Test func `a computation that sets a value from which its input follows stops the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let a = Property(0)
      let double = a.derived { $0 * 2 }
      let c = Derived {
        let present = double.value
        a.value += 1
        return present
      }
      _ = c.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("sets a value that it reads"))
  }

  @Test func `a computation that sets a value that it has read stops the program`() async {
    // P49. Differs: T12, T62, P74, R172, R179
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let a = Property(0)
      let c = Derived {
        a.value += 1
        return a.value
      }
      _ = c.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("sets a value that it reads"))
  }

  @Test func `a comparison that sets an input stops the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let a = Property(0)
      let c = Derived(isSame: { one, other in
        a.value = 7
        return one == other
      }) { a.value }
      _ = c.value
      a.value = 1
      _ = c.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("Let it and its comparison compute and nothing else"))
  }
}
