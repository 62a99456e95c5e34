import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: the behaviours of public test suites for computed graphs: lazy values that change their inputs.
@Suite("Conformance: evaluation", .leavesNothing) struct ConformanceEvaluationTests {
  private let runs = Runs()

  @Test func `a value is computed when it is read, and kept until an input changes`() {
    // T1, T5, T6, T7, T9, T10, P69, P71, P72, P73, R17, R18, R19
    let (a, other) = (source(0), source(0))
    let double = runs.derived("double") { a.value * 2 }
    expect(runs.take(), equals: [])
    expect([double.value, double.value], equals: [0, 0])
    expect(runs.take(), equals: ["double"])
    a.value = 5
    other.value = 1
    expect(runs.take(), equals: [])
    expect([double.value, double.value], equals: [10, 10])
    expect(runs.take(), equals: ["double"])
  }

  @Test func `a source has the value of its last set`() {
    // T13, P1, P8, P9, P90, I348, I357, I367, I377
    let a = Property([1, 2])
    expect(a.value, equals: [1, 2])
    a.value = [3]
    a.modify { $0.append(4) }
    expect(a.value, equals: [3, 4])
    expect(untracked { a.value }, equals: [3, 4])
    expect(Recorder(a.signal).history, equals: ["[3, 4]"])
  }

  @Test func `a value without inputs is computed once`() {
    // R25
    let constant = runs.derived("constant") { 42 }
    expect([constant.value, constant.value], equals: [42, 42])
    expect(runs.take(), equals: ["constant"])
  }

  @Test func `a chain computes each value once`() {
    // T11, R22, R21
    let a = source(1)
    let b = runs.derived("b") { a.value }
    let c = runs.derived("c") { b.value }
    let d = runs.derived("d") { a.value == 1 ? c.value : b.value }
    expect(d.value, equals: 1)
    _ = runs.take()
    a.value = 3
    expect(d.value, equals: 3)
    expect(runs.take(), equals: ["d", "b"])
  }

  @Test func `nil is a value like any other`() {
    // P83, R145
    let a = source(0)
    let c = runs.derived("c") { a.value == 0 ? nil : a.value }
    expect([c.value, c.value], equals: [nil, nil])
    a.value = 1
    expect(c.value, equals: 1)
    a.value = 0
    expect(c.value == nil)
    expect(runs.take(), equals: ["c", "c", "c"])
  }

  @Test func `a value that is not read does not run, observed or not`() {
    // P108, P109, R15, R187, P89, P88
    let a = source("a")
    let b = runs.derived("b") { a.value }
    let c = runs.derived("c") { b.value }
    let unread = runs.derived("unread") { a.value }
    let endpoint = runs.observed { c.value }
    _ = runs.take()
    a.value = "aa"
    expect(runs.take(), equals: ["b", "c", "aa"])
    endpoint.cancel()
    a.value = "aaa"
    expect(runs.take(), equals: [])
    expect(c.value, equals: "aaa")
    expect(unread.value, equals: "aaa")
    expect(runs.take(), equals: ["b", "c", "unread"])
  }

  @Test func `sources and values may be made in a computation`() {
    // R115, R214, I487, I499, I513
    let a = source(1)
    let c = Derived {
      let inner = Property(a.value)
      let next = inner.derived { $0 + 1 }
      inner.value = a.value * 10 + 5
      return next.value
    }
    expect(c.value, equals: 16)
    a.value = 3
    expect(c.value, equals: 36)
  }

  // MARK: - Inputs that change

  @Test(arguments: [false, true]) func `a value depends on the inputs of its last run only`(isObserved: Bool) {
    // T31, T32, T49, T50, T51, T52, P80, R12, R13, R166, I836, I853, I1236, I1222, I1229
    let (usesA, a, b) = (source(true), source("a"), source("b"))
    let c = runs.derived("c") { usesA.value ? a.value : b.value }
    let recorder = isObserved ? Recorder(c.signal) : nil
    var seen: [String] = []
    for set in [
      { b.value = "b1" }, { a.value = "a1" }, { usesA.value = false }, { a.value = "a2" }, { b.value = "b2" },
    ] {
      _ = c.value
      _ = runs.take()
      set()
      seen.append("\(c.value) \(runs.take().count)")
    }
    usesA.value = true
    expect(c.value, equals: "a2")
    expect(seen, equals: ["a 0", "a1 1", "b1 1", "b1 0", "b2 1"])
    if let recorder { expect(recorder.history, equals: ["a", "a1", "b1", "b2", "a2"]) }
  }

  @Test func `an input that is read for the first time is up to date`() {
    // T53, R14, R159
    let (a, b, usesC) = (source(1), source(10), source(false))
    let c = runs.derived("c") { a.value }
    let d = Derived { usesC.value ? c.value : b.value }
    expect(d.value, equals: 10)
    expect(c.value, equals: 1)
    usesC.value = true
    a.value = 2
    expect(d.value, equals: 2)
  }

  @Test func `a branch that is no longer taken does not run`() {
    // T8, P37, P38, P115, R16, R188, R189, R193, I1253
    let (a, b, c) = (source(1), source(1), source(1))
    let d = runs.derived("d") { c.value }
    let e = runs.derived("e") { a.value > 0 ? b.value + d.value : b.value }
    let endpoint = runs.observed { e.value }
    _ = runs.take()
    transaction { for source in [a, b, c] { source.value = 2 } }
    expect(runs.take(), equals: ["e", "d", "4"])
    transaction { for source in [c, b, a] { source.value = -1 } }
    expect(runs.take(), equals: ["e", "-1"])
    endpoint.cancel()
  }

  @Test func `the other readers of a dropped input still follow it`() {
    // R165, R160, R161, P87, R116
    let (isOn, state) = (source(true), source(1))
    let first = Derived { isOn.value ? state.value : 111 }
    let second = state.derived { $0 }
    let endpoints = [runs.observed("first") { first.value }, runs.observed("second") { second.value }]
    isOn.value = false
    state.value = 2
    endpoints[1].cancel()
    state.value = 3
    expect([first.value, second.value], equals: [111, 3])
    expect(runs.take(), equals: ["first 1", "second 1", "first 111", "second 2"])
    endpoints[0].cancel()
  }

  @Test(arguments: [false, true]) func `a chain of conditions follows repeated changes`(isObserved: Bool) {
    // R194, R195
    let items = source([Int]?.none)
    let isLoaded = items.derived { $0 != nil }
    let message = isLoaded.derived { $0 ? "loaded" : "not loaded" }
    let recorder = isObserved ? Recorder(message.signal) : nil
    var read: [String] = []
    for set in [nil, [1, 2, 3], [4, 5], nil] {
      items.value = set
      if !isObserved { _ = isLoaded.value }
      read.append(message.value)
    }
    expect(read, equals: ["not loaded", "loaded", "loaded", "not loaded"])
    if let recorder { expect(recorder.history, equals: ["not loaded", "loaded", "not loaded"]) }
  }

  @Test func `a value may switch between a derived value and the input of that`() {
    // I1043
    let (usesSecond, a) = (source(false), source(13))
    let first = runs.derived("first") { a.value + 1 }
    let second = runs.derived("second") { first.value + 1 }
    let chosen = Derived { usesSecond.value ? second.value : first.value }
    let recorder = Recorder(chosen.signal)
    usesSecond.value = true
    expect(runs.take(), equals: ["first", "second"])
    recorder.cancel()
    a.value = 14
    expect(runs.take(), equals: [])
    expect(recorder.history, equals: ["14", "15"])
  }

  @Test func `a value that reads a chain of another length in each run is correct`() {
    // I916, I959, I1074, I936, I878
    let length = source(0)
    let chain = (0..<50).reduce(into: [length.derived { $0 }]) { chain, index in
      let before = chain[index]
      chain.append(before.derived { $0 + 1 })
    }
    let end = Derived { chain[length.value].value }
    let recorder = Recorder(end.signal)
    for value in [50, 1, 30, 2] { length.value = value }
    expect(recorder.history, equals: ["0", "100", "2", "60", "4"])
  }

  // MARK: - Equality

  @Test func `the comparison of a source or a computation defines its changes`() {
    // T3, T15, T26, T27, R28, MR11, MR12, MR14, I3872, I3878, I3886, I3904, I3922, I3942
    let exact = Property(0, isSame: { $0 / 10 == $1 / 10 })
    let coarse = Derived(isSame: { $0 / 100 == $1 / 100 }) { exact.value }
    let recorders = [Recorder(exact.signal), Recorder(coarse.signal)]
    for value in [5, 15, 16, 115, 99, 90] { exact.value = value }
    expect(recorders.map(\.history), equals: [["0", "15", "115", "99"], ["0", "115", "99"]])
    let always = Property(0, isSame: { _, _ in true })
    let never = Derived(isSame: { _, _ in false }) { exact.value % 2 }
    let others = [Recorder(always.signal), Recorder(never.signal)]
    always.value = 1
    exact.value = 1
    exact.value = 11
    expect(others.map(\.history), equals: [["0"], ["1", "1", "1"]])
  }

  @Test func `a comparison that reads values creates no dependency`() {
    // T28
    let (exact, epsilon, unrelated) = (source(1.0), source(0.1), source(1))
    let inner = Derived(isSame: { abs($0 - $1) < epsilon.value }) { [runs] in
      runs.note("inner")
      return exact.value
    }
    let outer = runs.derived("outer") { Double(unrelated.value) + inner.value }
    expect(outer.value, equals: 2)
    exact.value = 2
    unrelated.value = 2
    expect(outer.value, equals: 4)
    _ = runs.take()
    epsilon.value = 0.2
    expect(outer.value, equals: 4)
    expect(runs.take(), equals: [])
    exact.value = 2.15
    unrelated.value = 3
    expect(outer.value, equals: 5)
    expect(runs.take(), equals: ["outer", "inner"])
  }

  @Test func `the comparison of a source that a reaction sets creates no dependency`() {
    // T28
    let (tolerance, input) = (source(1), source(0))
    let output = Property(0, isSame: { abs($0 - $1) < tolerance.value })
    let endpoint = observe { [runs] in
      runs.note("\(input.value)")
      output.value = input.value
    }
    tolerance.value = 5
    expect(runs.take(), equals: ["0"])
    endpoint.cancel()
  }

  @Test func `a NaN result is the same as a former NaN result`() {
    // T2, R167, MR13
    let text = source("a")
    let number = runs.derived("number") { Double(text.value) ?? .nan }
    let next = runs.derived("next") { number.value + 1 }
    let recorder = Recorder(next.signal)
    for value in ["b", "c", "1", "d"] { text.value = value }
    expect(recorder.history, equals: ["nan", "2.0", "nan"])
    expect(runs.take().filter { $0 == "next" }.count, equals: 3)
  }

  @Test func `a source compares NaN and objects with its own comparison`() {
    // T14, R29, R30
    final class Box: Sendable {}
    let number = source(Double.nan)
    let known = Property(Double.nan, isSame: { $0 == $1 || $0.isNaN && $1.isNaN })
    let box = Property(Box(), isSame: { $0 === $1 })
    let endpoints = [
      runs.observed("number") { number.value }, runs.observed("known") { known.value },
      runs.observed("box") { _ = box.value },
    ]
    _ = runs.take()
    number.value = .nan
    known.value = .nan
    box.value = untracked { box.value }
    expect(runs.take(), equals: ["number nan"])
    box.value = Box()
    expect(runs.take(), equals: ["box ()"])
    endpoints.cancelAll()
  }

  @Test func `the comparison is called for later results only`() {
    // MR15
    let a = source("A")
    let compared = Log<String>()
    let lower = Derived(
      isSame: { old, new in
        compared.append("\(old) \(new)")
        return old == new
      }) { a.value.lowercased() }
    expect(lower.value, equals: "a")
    expect(compared.take(), equals: [])
    a.value = "a"
    a.value = "B"
    expect(lower.value, equals: "b")
    expect(compared.take(), equals: ["a b"])
  }

  // MARK: - Lifetime

  @Test func `a value is released with its last reference, read or not`() {
    // P100, P101, R99
    let a = source(1)
    weak var released: Derived<Int>?
    do {
      let b = a.derived { $0 * 2 }
      released = b
      expect(b.value, equals: 2)
      let recorder = Recorder(b.signal)
      recorder.cancel()
    }
    expect(released == nil)
    a.value = 2
  }

  @Test func `a value without observers is read as before`() {
    // R26, T25, P85, P93, R190, R191, I1074
    let a = source(1)
    let b = a.derived { $0 * 2 }
    expect(b.value, equals: 2)
    a.value = 2
    let recorder = Recorder(b.signal)
    a.value = 3
    recorder.cancel()
    a.value = 4
    expect(b.value, equals: 8)
    expect(recorder.history, equals: ["4", "6"])
  }
}
