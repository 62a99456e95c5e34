import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C11, K8: the behaviours of public test suites for batches, which are transactions here, and for untracked reads.
@Suite("Conformance: transactions and untracked reads", .leavesNothing) struct ConformanceTransactionTests {
  private let runs = Runs()

  private struct Failure: Error {}

  @Test func `a transaction returns the result and rethrows the error of its closure`() {
    // P117, P118, P119, R176
    expect(transaction { 42 }, equals: 42)
    #expect(throws: Failure.self) { try transaction { throw Failure() } }
  }

  @Test func `a reaction runs once, at the end of the outermost transaction`() {
    // P120, P121, R65, R66, R71, R72, R74, R122
    let (a, b) = (source(0), source(0))
    let endpoint = runs.observed { "\(a.value) \(b.value)" }
    transaction {
      a.value = 1
      transaction {
        a.value = 2
        b.value = 1
      }
      expect(runs.take(), equals: ["0 0"])
      a.value = 3
    }
    a.value = 4
    expect(runs.take(), equals: ["3 1", "4 1"])
    endpoint.cancel()
  }

  @Test func `values are current inside a transaction`() {
    // P122, P123, P125, P126, R67, R68, R128, R149, I387
    let a = source(1)
    let b = runs.derived("b") { a.value + 1 }
    let c = runs.derived("c") { b.value * 2 }
    transaction {
      a.value = 5
      expect([a.value, c.value, b.value], equals: [5, 12, 6])
      a.value = 6
      expect(untracked { c.value }, equals: 14)
    }
    expect(runs.take(), equals: ["c", "b", "b", "c"])
    expect(c.value, equals: 14)
    expect(runs.take(), equals: [])
  }

  @Test func `a read in a transaction notifies no observers`() {
    // R129
    let a = source(0)
    let (first, second) = (a.derived { $0 + 1 }, a.derived { $0 * 2 })
    let endpoint = runs.observed { second.value }
    transaction {
      a.value = 5
      expect(first.value, equals: 6)
      expect(runs.take(), equals: ["0"])
    }
    expect(runs.take(), equals: ["10"])
    endpoint.cancel()
  }

  @Test func `a transaction that throws still settles, and later sets are delivered`() {
    // P124, P127, R69, R154
    let a = source(0)
    let endpoint = runs.observed { a.value }
    #expect(throws: Failure.self) {
      try transaction {
        a.value = 1
        throw Failure()
      }
    }
    a.value = 2
    expect(runs.take(), equals: ["0", "1", "2"])
    endpoint.cancel()
  }

  @Test func `a reaction that starts in a transaction runs at once, with the current values`() {
    // P129, R70, R126
    let a = source(0)
    var endpoint: Endpoint?
    transaction {
      a.value = 42
      endpoint = runs.observed { a.value }
      expect(runs.take(), equals: ["42"])
    }
    expect(runs.take(), equals: [])
    endpoint?.cancel()
  }

  @Test func `a computed value that is the same after a transaction is no change`() {
    // P57, R119, R125
    let (a, b) = (source(0), source(0))
    let sum = Derived { a.value + b.value }
    let endpoint = runs.observed { sum.value }
    transaction {
      a.value = 1
      b.value = -1
    }
    transaction {
      a.value = 5
      a.value = 1
    }
    expect(runs.take(), equals: ["0"])
    endpoint.cancel()
  }

  @Test func `a value with a reverted and a changed input is updated`() {
    // R131
    let (a, b) = (source(0), source(10))
    let double = a.derived { $0 * 2 }
    let sum = Derived { double.value + b.value }
    let endpoint = runs.observed { sum.value }
    transaction {
      for value in [5, 0] { a.value = value }
      b.value = 20
    }
    expect(runs.take(), equals: ["10", "20"])
    endpoint.cancel()
  }

  @Test func `a source that a transaction sets back has changed`() {
    // Differs: P55, P56, R123, R132, R147
    let a = source(0)
    let double = runs.derived("double") { a.value * 2 }
    let endpoints = [runs.observed { a.value }, runs.observed("double") { double.value }]
    _ = runs.take()
    transaction { for value in [5, 0] { a.value = value } }
    expect(runs.take().sorted(), equals: ["0", "double"])
    endpoints.cancelAll()
  }

  @Test func `a value that is read in a transaction that reverts its input is correct afterwards`() {
    // P58, P59
    let a = source("A")
    let shout = a.derived { $0 + "!" }
    expect(shout.value, equals: "A!")
    transaction {
      a.value = "B"
      expect([shout.value, untracked { shout.value }], equals: ["B!", "B!"])
      a.value = "A"
    }
    expect(shout.value, equals: "A!")
    a.value = "C"
    expect(shout.value, equals: "C!")
  }

  // MARK: - Untracked reads

  @Test func `an untracked read is a dependency of neither a reaction nor a computation`() {
    // T17, T18, P10, P11, P96, P97, P98, P99, P130, P133, R75, R76, R118, MU1, MR3
    let (a, b) = (source(0), source(10))
    let double = b.derived { $0 * 2 }
    let c = runs.derived("c") { a.value + untracked { b.value } }
    let endpoints = [runs.observed { a.value + untracked { b.value + double.value } }, runs.observed("c") { c.value }]
    expect(runs.take(), equals: ["30", "c", "c 10"])
    b.value = 20
    expect(runs.take(), equals: [])
    a.value = 1
    expect(runs.take(), equals: ["61", "c", "c 21"])
    endpoints.cancelAll()
  }

  @Test func `an untracked read is up to date`() {
    // R117
    let a = source(0)
    let b = a.derived { $0 * 2 }
    expect(b.value, equals: 0)
    a.value = 5
    expect(untracked { b.value }, equals: 10)
  }

  @Test func `a reaction that is made in an untracked closure follows its own inputs`() {
    // P131, R45
    let a = source(0)
    let kept = CancellableBag()
    let endpoint = runs.observed("outer") { untracked { kept += runs.observed("inner") { a.value } } }
    a.value = 1
    expect(runs.take(), equals: ["inner 0", "outer ()", "inner 1"])
    kept.cancel()
    endpoint.cancel()
  }

  @Test func `a set in an untracked closure works, and creates no dependency`() {
    // P132, R156
    let (a, b) = (source(0), source(0))
    let endpoint = observe { [runs] in
      runs.note("\(a.value)")
      untracked { b.value = a.value * 10 + b.value % 10 }
    }
    b.value = 3
    a.value = 1
    expect(b.value, equals: 13)
    expect(runs.take(), equals: ["0", "1"])
    endpoint.cancel()
  }

  @Test func `the reads of a handler that a reaction subscribes create no dependency`() {
    // P15, P16
    let (a, b) = (source(0), source(0))
    let kept = CancellableBag()
    let endpoint = runs.observed("outer") {
      kept += a.signal.subscribeValues { [runs] value in runs.note("handler \(value) \(b.value)") }
    }
    b.value = 1
    a.value = 1
    expect(runs.take(), equals: ["handler 0 0", "outer ()", "handler 1 1"])
    kept.cancel()
    endpoint.cancel()
  }
}
