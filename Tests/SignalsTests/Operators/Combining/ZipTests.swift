import Signals
import SignalsTesting
import Testing

@Suite("zip", .leavesNothing) struct ZipTests {
  let a = SignalInput<Int>()
  let b = SignalInput<String>()

  func recorder() -> Recorder<(Int, String)> { Recorder(zip(a.signal, b.signal)) }

  @Test func `pairs the first values, then the second ones, however early they come`() {
    let recorder = recorder()
    for value in 1...3 { a.send(value) }
    expect(recorder.history, equals: [])
    b.send("x")
    b.send("y")
    expect(recorder.history, equals: ["(1, \"x\")", "(2, \"y\")"])
    b.send("z")
    b.send("early")
    a.send(4)
    expect(recorder.history, equals: ["(1, \"x\")", "(2, \"y\")", "(3, \"z\")", "(4, \"early\")"])
  }

  @Test func `passes on every value, in a transaction too`() {
    let recorder = recorder()
    transaction {
      a.send(1)
      a.send(2)
      b.send("x")
      b.send("y")
      expect(recorder.history, equals: ["(1, \"x\")", "(2, \"y\")"])
    }
  }

  @Test func `pairs the values of transactions that overlap as they come (C4, C11)`() {
    let recorder = recorder()
    let log = Log<[String]>()
    transaction {
      a.send(1)
      onAnotherThread { [a, b] in
        transaction {
          a.send(2)
          b.send("x")
          log.append(recorder.history)
        }
      }
      a.send(3)
      b.send("y")
      log.append(recorder.history)
      b.send("z")
    }
    expect(log.entries, equals: [["(1, \"x\")"], ["(1, \"x\")", "(2, \"y\")"]])
    expect(recorder.history, equals: ["(1, \"x\")", "(2, \"y\")", "(3, \"z\")"])
  }

  @Test func `one signal with itself`() {
    let recorder = Recorder(zip(a.signal, a.signal.map { -$0 }, a.signal.dropFirst()))
    for value in 1...3 { a.send(value) }
    a.finish()
    expect(recorder.history, equals: ["(1, -1, 2)", "(2, -2, 3)", "|"])
  }

  // MARK: - Ends

  @Test func `finishes when one has finished and nothing of it waits`() {
    let first = recorder()
    a.send(1)
    a.send(2)
    a.finish()
    b.send("x")
    expect(first.history, equals: ["(1, \"x\")"])
    b.send("y")
    expect(first.history, equals: ["(1, \"x\")", "(2, \"y\")", "|"])
  }

  @Test func `finishes at once with one of which nothing waits, though the others have values`() {
    let log = Log<String>()
    let recorder = Recorder(zip(a.signal.keeping("other", log), b.signal))
    a.send(1)
    b.finish()
    expect(recorder.history, equals: ["|"])
    expect(log.entries, equals: ["other released"])
  }

  @Test func `fails with the first failing input, in spite of waiting values`() {
    let recorder = recorder()
    a.send(1)
    a.send(2)
    b.send("x")
    a.fail(Failure("e"))
    b.send("y")
    expect(recorder.history, equals: ["(1, \"x\")", "#e"])
  }

  @Test func `one that has finished doesn't keep another's failure away`() {
    let recorder = recorder()
    a.send(1)
    a.finish()
    b.fail(Failure("e"))
    expect(recorder.history, equals: ["#e"])
  }

  // MARK: - Signals that bring everything at once

  @Test func `signals that bring everything at once`() {
    expect(Recorder(zip(.of(1, 2, 3), .of("x", "y"))).history, equals: ["(1, \"x\")", "(2, \"y\")", "|"])
    expect(Recorder(zip(.of(1), .of("x", "y"))).history, equals: ["(1, \"x\")", "|"])
    expect(Recorder(zip(.of(1), Signal<Int>.empty())).history, equals: ["|"])
    expect(Recorder(zip(.of(1), Signal<Int>.failed(Failure("e")))).history, equals: ["#e"])
    expect(Recorder(zip(.of(1), Signal<Int>.never())).history, equals: [])
    expect(Recorder(zip(.of(1, 2), .from(10...))).history, equals: ["(1, 10)", "(2, 11)", "|"])
  }

  @Test func `one that ends at once keeps the others from being subscribed to`() {
    let log = Log<String>()
    let other = Signal<Int> { _, _ in log.append("subscribed") }
    expect(Recorder(zip(Signal<Int>.empty(), other)).history, equals: ["|"])
    expect(Recorder(zip(Signal<Int>.failed(Failure("e")), other, other, other).map { $0.0 }).history, equals: ["#e"])
    expect(Recorder(zip([.empty(), other])).history, equals: ["|"])
    expect(log.entries, equals: [])
  }

  // MARK: - Any number of them

  @Test func `two, three and more, of any types, and as a method`() {
    let two = Recorder(Signal.of(1).zip(.of("x")))
    let three = Recorder(zip(.of(1), .of("x"), .of(true)))
    let five = Recorder(zip(.of(1), .of("x"), .of(true), .of([1]), Signal<Int?>.of(nil)))
    expect(two.history, equals: ["(1, \"x\")", "|"])
    expect(three.history, equals: ["(1, \"x\", true)", "|"])
    expect(five.history, equals: ["(1, \"x\", true, [1], nil)", "|"])
  }

  @Test func `a closure gets the values of all signals of a collection`() {
    let inputs = (0..<2).map { _ in SignalInput<Int>() }
    let sums = Recorder(
      zip(inputs) { values in
        if values.contains(9) { throw Failure("nine") }
        return values.reduce(0, +)
      })
    for value in [1, 2, 9] { for input in inputs { input.send(value) } }
    expect(sums.history, equals: ["2", "4", "#nine"])
  }

  @Test func `a collection, also of one and of none`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let recorder = Recorder(zip(inputs.map(\.signal)))
    inputs[2].send(2)
    inputs[2].send(5)
    inputs[2].finish()
    inputs[0].send(0)
    inputs[1].send(1)
    inputs[0].send(3)
    expect(recorder.history, equals: ["[0, 1, 2]"])
    inputs[1].send(4)
    expect(recorder.history, equals: ["[0, 1, 2]", "[3, 4, 5]", "|"])
    expect(Recorder(zip([Signal.of(1, 2)])).history, equals: ["[1]", "[2]", "|"])
    expect(Recorder(zip([Signal<Int>]())).history, equals: ["|"])
    expect(Recorder(zip(Signal.of(1, 2))).history, equals: ["1", "2", "|"])
  }

  @Test func `one of a collection that fails`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let recorder = Recorder(zip(inputs.map(\.signal)))
    inputs[0].send(1)
    inputs[1].fail(Failure("e"))
    expect(recorder.history, equals: ["#e"])
  }

  // MARK: - Thousands of them

  private static let many = 4_000

  private func thousands() -> (inputs: [SignalInput<Int>], recorder: Recorder<[Int]>) {
    let inputs = (0..<Self.many).map { _ in SignalInput<Int>() }
    return (inputs, Recorder(zip(inputs.map(\.signal))))
  }

  @Test func `the values that wait in many inputs come in order when the last input brings its own`() {
    let (inputs, recorder) = thousands()
    for input in inputs.dropFirst() { for round in 1...3 { input.send(round) } }
    expect(recorder.values, equals: [])
    for round in 1...3 { inputs[0].send(-round) }
    expect(recorder.values, equals: (1...3).map { [-$0] + Array(repeating: $0, count: Self.many - 1) })
  }

  @Test func `many inputs complete one array after the other, in any order of theirs`() {
    let (inputs, recorder) = thousands()
    for round in 0..<3 {
      let order = round == 1 ? Array((0..<Self.many).reversed()) : Array(0..<Self.many)
      for index in order.dropLast() { inputs[index].send(round * Self.many + index) }
      expect(recorder.values.count, equals: round)
      if let last = order.last { inputs[last].send(round * Self.many + last) }
    }
    expect(recorder.values, equals: (0..<3).map { round in (0..<Self.many).map { round * Self.many + $0 } })
  }

  @Test func `one of many inputs that ends with values waiting ends the result when they are used up`() {
    let (inputs, recorder) = thousands()
    inputs[7].send(1)
    inputs[7].send(2)
    inputs[7].finish()
    for input in inputs { input.send(1) }
    expect(recorder.values.count, equals: 1)
    expect(recorder.end == nil)
    for input in inputs { input.send(2) }
    expect(recorder.values.map { $0[7] }, equals: [1, 2])
    expect(recorder.end != nil)
  }

  @Test func `one of many inputs that ends without a value waiting ends the result at once`() {
    let (inputs, recorder) = thousands()
    for input in inputs { input.send(1) }
    for input in inputs.dropLast() { input.send(2) }
    inputs.last?.finish()
    expect(recorder.values, equals: [Array(repeating: 1, count: Self.many)])
    expect(recorder.end != nil)
  }

  @Test func `one of many inputs that fails ends the result, in spite of waiting values`() {
    let (inputs, recorder) = thousands()
    for input in inputs.dropFirst() { input.send(1) }
    inputs.last?.fail(Failure("e"))
    inputs[0].send(1)
    expect(recorder.history, equals: ["#e"])
  }

  // MARK: - How it reads

  @Test func `closures with and without parameter names, of one statement and of several`() {
    let two = zip(.of(1), .of("x"))
    let three = zip(.of(1), .of("x"), .of(true))
    let twos = [
      Recorder(two.map { left, right in "\(left)\(right)" }),
      Recorder(two.map { "\($0)\($1)" }),
      Recorder(two.map { "\($0.0)\($0.1)" }),
      Recorder(
        two.map {
          let left = $0.0
          return "\(left)\($0.1)"
        }),
      Recorder(
        two.map { left, right in
          let text = "\(left)"
          return "\(text)\(right)"
        }),
    ]
    let threes = [
      Recorder(three.map { one, two, three in "\(one)\(two)\(three)" }),
      Recorder(three.map { "\($0.0)\($0.1)\($0.2)" }),
      Recorder(
        three.map {
          let one = $0.0
          return "\(one)\($0.1)\($0.2)"
        }),
    ]
    for two in twos { expect(two.history, equals: ["1x", "|"]) }
    for three in threes { expect(three.history, equals: ["1xtrue", "|"]) }
  }

  @Test func `single values and closures of two and three signals`() {
    let (numbers, letters, factors) = (Signal.of(1, 2), Signal.of("x", "y"), Signal.of(10, 20))
    expect(Recorder(zip(numbers, letters).map { $0.0 }).history, equals: ["1", "2", "|"])
    expect(Recorder(zip(numbers, letters).map { $0.1 }).history, equals: ["x", "y", "|"])
    expect(Recorder(zip(numbers, letters).map { _, letter in letter }).history, equals: ["x", "y", "|"])
    expect(Recorder(zip(numbers, letters) { "\($0)\($1)" }).history, equals: ["1x", "2y", "|"])
    expect(Recorder(zip(numbers, letters, factors).map { $0.0 * $0.2 }).history, equals: ["10", "40", "|"])
    expect(Recorder(zip(numbers, numbers, factors) { ($0 + $1) * $2 - 1 }).history, equals: ["19", "79", "|"])
    expect(
      Recorder(zip(numbers.map { -$0 }, letters) { number, _ in try checked(number) }).history, equals: ["#negative"])
    let log = Log<String>()
    let endpoint = zip(numbers, letters).subscribeValues { log.append("\($0.0) \($0.1)") }
    expect(log.entries, equals: ["1 x", "2 y"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `arrays are zipped by the standard library`() {
    let pairs = zip([1, 2], ["x", "y"])
    let texts = zip(1..., ["x", "y"]).map { "\($0.0)\($0.1)" }
    expect(Array(pairs.map { $0.1 }), equals: ["x", "y"])
    expect(texts, equals: ["1x", "2y"])
    // An array of signals, and not the values of a signal.
    let signals = zip([Signal.of(1)], [Signal.of("x")]).map { Recorder(zip($0, $1)).history }
    expect(signals, equals: [["(1, \"x\")", "|"]])
  }

  // MARK: - In the handler

  @Test func `a handler's send comes after the event, in pairs`() {
    let log = Log<String>()
    let endpoint = zip(a.signal, b.signal).subscribe { [a, b] event in
      log.append("\(event)")
      guard log.entries.count == 1 else { return }
      a.send(2)
      a.send(3)
      b.send("y")
      b.finish()
      expect(log.entries.count, equals: 1)
    }
    a.send(1)
    b.send("x")
    expect(log.entries, equals: ["value((1, \"x\"))", "value((2, \"y\"))", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `cancelled in the handler nothing follows`() {
    expect(history(cancelledInside: [1, 2]) { zip($0, $0) }, equals: ["(1, 1)"])
    expect(history(cancelledInside: [1, 2]) { zip($0, .of(1)) }, equals: ["(1, 1)"])
  }

  // MARK: - Releasing

  @Test(arguments: ["cancel", "finish", "failure", "error below"], [false, true])
  func `waiting values are released when it is cancelled, and when it ends`(_ ending: String, _ collected: Bool) {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let other = SignalInput<Tracked>()
    let throwing: @Sendable (Bool) throws -> Void = { if $0 { throw Failure() } }
    let isThrowing = ending == "error below"
    let endpoint =
      collected
      ? zip([tracked.signal, other.signal]).map { _ in try throwing(isThrowing) }.subscribeValues { _ in }
      : zip(tracked.signal, other.signal).map { _ in try throwing(isThrowing) }.subscribeValues { _ in }
    for index in 1...3 { tracked.send(Tracked("\(index)", log)) }
    expect(log.entries, equals: [])
    switch ending {
    case "cancel": endpoint.cancel()
    case "failure": tracked.fail(Failure())
    case "error below": other.send(Tracked {})
    default: other.finish()
    }
    expect(log.entries.sorted(), equals: ["1 released", "2 released", "3 released"])
    expect(!endpoint.isActive)
  }

  @Test func `paired values are released`() {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let endpoint = zip(tracked.signal, a.signal).subscribeValues { _ in log.append("handled") }
    tracked.send(Tracked("held", log))
    a.send(1)
    expect(log.entries, equals: ["handled", "held released"])
    withExtendedLifetime(endpoint) {}
  }

  // MARK: - With a closure

  @Test func `zip(with:) and the method without a label are the same`() {
    expect(Recorder(Signal.of(1, 2).zip(with: .of("x", "y"))).history, equals: ["(1, \"x\")", "(2, \"y\")", "|"])
    expect(Recorder(Signal.of(1).zip(with: .of("x")) { "\($0)\($1)" }).history, equals: ["1x", "|"])
    expect(Recorder(Signal.of(1).zip(.of("x")) { "\($0)\($1)" }).history, equals: ["1x", "|"])
    let several = Signal.of(1).zip(with: .of("x")) { number, text -> String in
      let number = number + 1
      return "\(number)\(text)"
    }
    expect(Recorder(several).history, equals: ["2x", "|"])
  }

  @Test func `a closure receives the values of two to five signals`() {
    let (one, two, three) = (Signal.of(1, 2), Signal.of("x", "y"), Signal.of(true, false))
    expect(Recorder(zip(one, two) { "\($0)\($1)" }).history, equals: ["1x", "2y", "|"])
    expect(Recorder(zip(one, two, three) { "\($0)\($1)\($2)" }).history, equals: ["1xtrue", "2yfalse", "|"])
    expect(
      Recorder(zip(one, two, three, one) { "\($0)\($1)\($2)\($3)" }).history, equals: ["1xtrue1", "2yfalse2", "|"])
    let five = zip(one, two, three, one, two) { a, b, c, d, e -> String in
      let left = "\(a)\(b)\(c)"
      return left + "\(d)\(e)"
    }
    expect(Recorder(five).history, equals: ["1xtrue1x", "2yfalse2y", "|"])
  }

  @Test func `a closure that throws fails the signal`() {
    let two = zip(Signal.of(1, -1, 2), Signal.of(10, 0, 20)) { try checked($0 + $1) }
    expect(Recorder(two).history, equals: ["11", "#negative"])
    expect(
      Recorder(Signal.of(1, -1).zip(with: .of(10, 0)) { try checked($0 + $1) }).history, equals: ["11", "#negative"])
    expect(Recorder(Signal.of(1, -1).zip(.of(10, 0)) { try checked($0 + $1) }).history, equals: ["11", "#negative"])
  }
}
