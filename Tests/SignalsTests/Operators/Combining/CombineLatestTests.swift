import Signals
import SignalsTesting
import Testing

@Suite("combineLatest", .leavesNothing) struct CombineLatestTests {
  let a = SignalInput<Int>()
  let b = SignalInput<String>()

  func recorder() -> Recorder<(Int, String)> { Recorder(combineLatest(a.signal, b.signal)) }

  @Test func `emits what all hold, as soon as all have a value`() {
    let recorder = recorder()
    a.send(1)
    a.send(2)
    expect(recorder.history, equals: [])
    b.send("x")
    a.send(3)
    b.send("y")
    expect(recorder.history, equals: ["(2, \"x\")", "(3, \"x\")", "(3, \"y\")"])
  }

  @Test func `emits for an equal value, too`() {
    let recorder = recorder()
    a.send(1)
    b.send("x")
    b.send("x")
    expect(recorder.history, equals: ["(1, \"x\")", "(1, \"x\")"])
  }

  @Test func `a value may be nil`() {
    let optional = SignalInput<Int?>()
    let recorder = Recorder(combineLatest(optional.signal, b.signal))
    b.send("x")
    optional.send(nil)
    optional.send(1)
    expect(recorder.history, equals: ["(nil, \"x\")", "(Optional(1), \"x\")"])
  }

  // MARK: - Ends

  @Test func `finishes when all have, and goes on with the last value of those that have before`() {
    let recorder = recorder()
    a.send(1)
    a.finish()
    b.send("x")
    b.send("y")
    b.finish()
    expect(recorder.history, equals: ["(1, \"x\")", "(1, \"y\")", "|"])
  }

  @Test func `the order in which they finish makes no difference`() {
    let recorder = recorder()
    a.send(1)
    b.send("x")
    b.finish()
    a.send(2)
    expect(recorder.history, equals: ["(1, \"x\")", "(2, \"x\")"])
    a.finish()
    expect(recorder.history, equals: ["(1, \"x\")", "(2, \"x\")", "|"])
  }

  @Test func `finishes at once when one has finished without a value, and cancels the others`() {
    let log = Log<String>()
    let recorder = Recorder(combineLatest(a.signal, b.signal.keeping("other", log)))
    b.send("x")
    a.finish()
    expect(recorder.history, equals: ["|"])
    expect(log.entries, equals: ["other released"])
  }

  @Test func `fails with the first that fails, whether all have values or not`() {
    for values in 0...2 {
      for failsFirst in [true, false] {
        let a = SignalInput<Int>()
        let b = SignalInput<Int>()
        let recorder = Recorder(combineLatest(a.signal, b.signal))
        if values > 0 { a.send(1) }
        if values > 1 { b.send(2) }
        if failsFirst { a.fail(Failure("e")) } else { b.fail(Failure("e")) }
        a.send(3)
        b.send(4)
        b.fail(Failure("later"))
        expect(recorder.history, equals: (values == 2 ? ["(1, 2)", "#e"] : ["#e"]))
      }
    }
  }

  @Test func `one that has finished doesn't keep another's failure away`() {
    let recorder = recorder()
    a.send(1)
    a.finish()
    b.fail(Failure("e"))
    expect(recorder.history, equals: ["#e"])
  }

  // MARK: - Signals that bring everything at once

  @Test func `signals that bring everything at once are taken one after the other`() {
    expect(Recorder(combineLatest(.of(1, 2), .of("x", "y"))).history, equals: ["(2, \"x\")", "(2, \"y\")", "|"])
    expect(Recorder(combineLatest(.just(1), Signal<Int>.empty())).history, equals: ["|"])
    expect(Recorder(combineLatest(Signal<Int>.empty(), .just(1))).history, equals: ["|"])
    expect(Recorder(combineLatest(.just(1), Signal<Int>.failed(Failure("e")))).history, equals: ["#e"])
    expect(Recorder(combineLatest(Signal<Int>.failed(Failure("e")), .just(1))).history, equals: ["#e"])
    expect(Recorder(combineLatest(.just(1), Signal<Int>.never())).history, equals: [])
    expect(Recorder(combineLatest(Signal<Int>.never(), Signal<Int>.empty())).history, equals: ["|"])
    expect(Recorder(combineLatest(.just(1), .from(1...)).prefix(2)).history, equals: ["(1, 1)", "(1, 2)", "|"])
  }

  @Test func `one that ends at once keeps the others from being subscribed to`() {
    let log = Log<String>()
    let other = Signal<Int> { _, _ in log.append("subscribed") }
    expect(Recorder(combineLatest(Signal<Int>.empty(), other)).history, equals: ["|"])
    expect(Recorder(combineLatest(Signal<Int>.failed(Failure("e")), other)).history, equals: ["#e"])
    expect(Recorder(combineLatest([.empty(), other])).history, equals: ["|"])
    expect(Recorder(combineLatest(Signal<Int>.empty(), other, other, other).map { $0.0 }).history, equals: ["|"])
    expect(log.entries, equals: [])
  }

  @Test func `one that holds its value and one that is sent to`() {
    let recorder = Recorder(combineLatest(.just(0), a.signal.prepend(1), b.signal))
    b.send("x")
    a.send(2)
    a.finish()
    b.finish()
    expect(recorder.history, equals: ["(0, 1, \"x\")", "(0, 2, \"x\")", "|"])
  }

  // MARK: - Any number of them

  @Test func `two, three and more, of any types`() {
    let c = SignalInput<Bool>()
    let d = SignalInput<[Int]>()
    let e = SignalInput<Double?>()
    let two = Recorder(a.signal.combineLatest(b.signal))
    let three = Recorder(combineLatest(a.signal, b.signal, c.signal))
    let four = Recorder(combineLatest(a.signal, b.signal, c.signal, d.signal))
    let five = Recorder(combineLatest(a.signal, b.signal, c.signal, d.signal, e.signal))
    a.send(1)
    b.send("x")
    c.send(true)
    d.send([1])
    e.send(nil)
    a.send(2)
    expect(two.history, equals: ["(1, \"x\")", "(2, \"x\")"])
    expect(three.history, equals: ["(1, \"x\", true)", "(2, \"x\", true)"])
    expect(four.history, equals: ["(1, \"x\", true, [1])", "(2, \"x\", true, [1])"])
    expect(five.history, equals: ["(1, \"x\", true, [1], nil)", "(2, \"x\", true, [1], nil)"])
    b.finish()
    c.finish()
    d.finish()
    e.finish()
    expect(five.history.count, equals: 2)
    a.finish()
    expect([two.history.last, three.history.last, four.history.last, five.history.last], equals: ["|", "|", "|", "|"])
  }

  @Test func `more than three end as two do`() {
    let inputs = (0..<4).map { _ in SignalInput<Int>() }
    let many = combineLatest(inputs[0].signal, inputs[1].signal, inputs[2].signal, inputs[3].signal)
    let recorder = Recorder(many)
    inputs[3].send(1)
    inputs[3].finish()
    expect(recorder.history, equals: [])
    expect(Recorder(many).history, equals: ["|"])
    inputs[0].finish()
    expect(recorder.history, equals: ["|"])
  }

  @Test func `a collection of them`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let recorder = Recorder(combineLatest(inputs.map(\.signal)))
    for (index, input) in inputs.enumerated() { input.send(index) }
    inputs[1].send(9)
    inputs[0].finish()
    inputs[2].finish()
    inputs[1].send(8)
    inputs[1].finish()
    expect(recorder.history, equals: ["[0, 1, 2]", "[0, 9, 2]", "[0, 8, 2]", "|"])
  }

  @Test func `a collection of one, or of none`() {
    expect(Recorder(combineLatest([Signal.of(1, 2)])).history, equals: ["[1]", "[2]", "|"])
    expect(Recorder(combineLatest([Signal<Int>]())).history, equals: ["|"])
    expect(Recorder(combineLatest(Signal.of(1, 2))).history, equals: ["1", "2", "|"])
    expect(Recorder(combineLatest([1, 2, 3].lazy.map { Signal.just($0) })).history, equals: ["[1, 2, 3]", "|"])
  }

  @Test func `a closure gets the values of all signals of a collection`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let sums = Recorder(
      combineLatest(inputs) { values in
        if values.contains(9) { throw Failure("nine") }
        return values.reduce(0, +)
      })
    for input in inputs { input.send(1) }
    inputs[1].send(5)
    inputs[2].send(9)
    expect(sums.history, equals: ["3", "7", "#nine"])
  }

  @Test func `one that fails in a collection`() {
    let inputs = (0..<3).map { _ in SignalInput<Int>() }
    let recorder = Recorder(combineLatest(inputs.map(\.signal)))
    inputs[2].fail(Failure("e"))
    inputs[0].finish()
    expect(recorder.history, equals: ["#e"])
  }

  // MARK: - How it reads

  @Test func `closures with and without parameter names, of one statement and of several`() {
    let first = SignalInput<String>()
    let last = SignalInput<String>()
    let age = SignalInput<Int>()
    let city = SignalInput<String>()
    let two = combineLatest(first.signal, last.signal)
    let three = combineLatest(first.signal, last.signal, age.signal)
    let four = combineLatest(first.signal, last.signal, age.signal, city.signal)
    let names = [
      Recorder(two.map { first, last in "\(first) \(last)" }),
      Recorder(two.map { "\($0) \($1)" }),
      Recorder(two.map { "\($0.0) \($0.1)" }),
      Recorder(
        two.map {
          let name = "\($0.0) \($0.1)"
          return name
        }),
    ]
    let persons = [
      Recorder(three.map { first, last, age in "\(first) \(last), \(age)" }),
      Recorder(three.map { "\($0.0) \($0.1), \($0.2)" }),
      Recorder(three.map { "\($0) \($1), \($2)" }),
      Recorder(
        three.map { first, last, age in
          let name = "\(first) \(last)"
          return "\(name), \(age)"
        }),
      Recorder(
        three.map {
          let name = "\($0.0) \($0.1)"
          return "\(name), \($0.2)"
        }),
      Recorder(four.map { first, last, age, _ in "\(first) \(last), \(age)" }),
      Recorder(
        four.map { first, last, age, _ in
          let name = "\(first) \(last)"
          return "\(name), \(age)"
        }),
    ]
    let log = Log<String>()
    let endpoints = [
      three.subscribeValues { first, last, age in log.append("\(first) \(last), \(age)") },
      three.subscribeValues { log.append("\($0.0) \($0.1), \($0.2)") },
      three.filter { $0.2 > 18 }.subscribeValues { value in
        let (first, last, age) = value
        log.append("\(first) \(last), \(age)")
      },
      four.filter { _, _, age, _ in age > 18 }.subscribeValues { first, last, age, _ in
        log.append("\(first) \(last), \(age)")
      },
    ]
    transaction {
      first.send("Ada")
      last.send("Lovelace")
      age.send(36)
      city.send("London")
    }
    for name in names { expect(name.history, equals: ["Ada Lovelace"]) }
    for person in persons { expect(person.history, equals: ["Ada Lovelace, 36"]) }
    expect(log.entries, equals: Array(repeating: "Ada Lovelace, 36", count: 4))
    endpoints.forEach { $0.cancel() }
  }

  // MARK: - In the handler

  @Test func `cancelled in the handler nothing follows, and everything is released`() {
    let log = Log<String>()
    let bag = CancellableBag()
    combineLatest(a.signal, b.signal).keeping("below", log).subscribe { event in
      log.append("\(event)")
      bag.cancel()
    }.store(in: bag)
    a.send(1)
    transaction {
      b.send("x")
      a.send(2)
    }
    a.send(3)
    b.finish()
    expect(log.entries, equals: ["value((2, \"x\"))", "below released"])
  }

  @Test func `a handler's sends to the inputs come after the event, each as an emission`() {
    let log = Log<String>()
    let endpoint = combineLatest(a.signal, b.signal).subscribeValues { [a, b] value in
      log.append("\(value)")
      guard value == (1, "x") else { return }
      a.send(2)
      b.send("y")
      expect(log.entries.count, equals: 1)
    }
    b.send("x")
    a.send(1)
    // The source of `b` is idle, and the one of `a` still has to deliver its event to all observers.
    expect(log.entries, equals: ["(1, \"x\")", "(1, \"y\")", "(2, \"y\")"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `inputs that the handler ends have been heard before`() {
    let log = Log<String>()
    let endpoint = combineLatest(a.signal, b.signal).subscribe { [a, b] event in
      log.append("\(event)")
      guard log.entries.count == 1 else { return }
      b.send("y")
      b.finish()
      a.finish()
    }
    b.send("x")
    a.send(1)
    expect(log.entries, equals: ["value((1, \"x\"))", "value((1, \"y\"))", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  // MARK: - Releasing

  @Test(arguments: ["cancel", "finish", "failure", "error below", "prefix"])
  func `the held values are released when it is cancelled, and when it ends`(_ ending: String) {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let other = SignalInput<Int>()
    let endpoint = combineLatest(tracked.signal, other.signal).map { try checked($0.1) }.prefix(2)
      .subscribeValues { _ in }
    tracked.send(Tracked("first", log))
    tracked.send(Tracked("second", log))
    expect(log.entries, equals: ["first released"])
    other.send(1)
    switch ending {
    case "cancel": endpoint.cancel()
    case "failure": other.fail(Failure())
    case "error below": other.send(-1)
    case "prefix": other.send(2)
    default:
      other.finish()
      tracked.finish()
    }
    expect(log.entries, equals: ["first released", "second released"])
    expect(!endpoint.isActive)
  }

  // MARK: - With a closure

  @Test func `a closure receives the values of two to six signals`() {
    let (one, two, three) = (Signal.just(1), Signal.just("x"), Signal.just(true))
    expect(Recorder(combineLatest(one, two) { "\($0)\($1)" }).history, equals: ["1x", "|"])
    expect(Recorder(one.combineLatest(two) { "\($0)\($1)" }).history, equals: ["1x", "|"])
    expect(Recorder(combineLatest(one, two, three) { "\($0)\($1)\($2)" }).history, equals: ["1xtrue", "|"])
    expect(Recorder(combineLatest(one, two, three, one) { "\($0)\($1)\($2)\($3)" }).history, equals: ["1xtrue1", "|"])
    expect(
      Recorder(combineLatest(one, two, three, one, two) { "\($0)\($1)\($2)\($3)\($4)" }).history,
      equals: ["1xtrue1x", "|"])
    expect(
      Recorder(combineLatest(one, one, one, one, one, one) { $0 + $1 + $2 + $3 + $4 * $5 }.map { Double($0) / 2 })
        .history,
      equals: ["2.5", "|"])
  }

  @Test func `closures of several statements`() {
    let recorders = [
      Recorder(
        combineLatest(a, b) { number, text -> String in
          let number = number * 2
          return "\(number)\(text)"
        }),
      Recorder(
        combineLatest(a, b, a) { one, text, other -> String in
          let number = one + other
          return "\(number)\(text)"
        }),
      Recorder(
        combineLatest(a, a, b, a.map { -$0 }, a) { one, other, text, negative, third -> String in
          let number = one + other + negative + third
          return "\(number)\(text)"
        }),
    ]
    b.send("x")
    a.send(1)
    a.send(2)
    for recorder in recorders { expect(recorder.history, equals: ["2x", "4x"]) }
  }

  @Test func `signals, values of a collection and closures in one chain`() {
    let recorder = Recorder(
      combineLatest(a, b) { "\($0)\($1)" }.filter { $0.count > 1 }.combineLatest(a) { "\($0) \($1)" }.map { $0.count })
    a.send(1)
    b.send("x")
    expect(recorder.history, equals: ["4"])
  }

  @Test func `a closure that throws fails the signal`() {
    let two = Recorder(combineLatest(a, a.map { $0 * 2 }) { try checked($0 + $1) })
    let three = Recorder(combineLatest(a, a, a) { try checked($0 + $1 + $2) })
    let four = Recorder(combineLatest(a, a, a, a) { try checked($0 + $1 + $2 + $3) })
    let method = Recorder(a.combineLatest(a) { try checked($0 + $1) })
    for value in [1, -1, 2] { a.send(value) }
    expect(two.history, equals: ["3", "#negative"])
    expect(three.history, equals: ["3", "#negative"])
    expect(four.history, equals: ["4", "#negative"])
    expect(method.history, equals: ["2", "#negative"])
  }

  @Test func `a closure never sees a mixture (C10)`() {
    let sums = Recorder(combineLatest(a, a.map { -$0 }) { $0 + $1 })
    let many = Recorder(combineLatest(a, a.map { -$0 }, a, a.map { -$0 }) { $0 + $1 + $2 + $3 })
    for value in 1...3 { a.send(value) }
    expect(sums.history, equals: ["0", "0", "0"])
    expect(many.history, equals: ["0", "0", "0"])
  }

  @Test func `formulas of four and five signals, with and without names (C10)`() {
    let amount = SignalInput<Double>()
    let (rate, years, fee, paid) = (Signal.just(0.5), Signal.just(2.0), Signal.just(20.0), Signal.just(100.0))
    let recorders = [
      Recorder(
        combineLatest(amount, rate, years, fee) { amount, rate, years, fee in amount * (1 + rate * years) + fee }),
      Recorder(combineLatest(amount, rate, years, fee) { $0 * (1 + $1 * $2) + $3 }),
      Recorder(
        combineLatest(amount, rate, years, fee).map { amount, rate, years, fee in amount * (1 + rate * years) + fee }),
      Recorder(combineLatest(amount, rate, years, fee).map { $0.0 * (1 + $0.1 * $0.2) + $0.3 }),
      Recorder(combineLatest(amount, rate, years, fee, paid) { $0 * (1 + $1 * $2) + $3 - $4 + 100 }),
      Recorder(combineLatest(amount, rate, years, fee, paid).map { $0 * (1 + $1 * $2) + $3 - $4 + 100 }),
      Recorder(combineLatest(amount, rate, years, fee, paid).map { $0.0 * (1 + $0.1 * $0.2) + $0.3 - $0.4 + 100 }),
    ]
    amount.send(1000)
    amount.send(500)
    amount.finish()
    for recorder in recorders { expect(recorder.history, equals: ["2020.0", "1020.0", "|"]) }
  }

  @Test func `single values of four and five signals`() {
    let (one, two, three) = (Signal.just(1), Signal.just("x"), Signal.just(true))
    expect(Recorder(combineLatest(one, two, three, one).map { $0.1 }).history, equals: ["x", "|"])
    expect(Recorder(combineLatest(one, two, three, one).map { $0.0 + $0.3 }).history, equals: ["2", "|"])
    expect(Recorder(combineLatest(one, two, three, one).map { values in values.2 }).history, equals: ["true", "|"])
    expect(Recorder(combineLatest(one, two, three, one, two).map { $0.4 }).history, equals: ["x", "|"])
    expect(Recorder(combineLatest(one, two, three, one, two).map { $1 + $4 }).history, equals: ["xx", "|"])
  }

  @Test func `six signals, of which one fails in the closure`() {
    let six = combineLatest(a, a.map { -$0 }, b, .just(true), .just(1), .just([1]))
    let recorder = Recorder(six)
    let sums = Recorder(
      combineLatest(a, a, a, a, a, a) { one, two, _, _, _, six -> Int in try checked(one + two + six) })
    b.send("x")
    for value in [1, -1] { a.send(value) }
    a.finish()
    b.finish()
    expect(recorder.history, equals: ["(1, -1, \"x\", true, 1, [1])", "(-1, 1, \"x\", true, 1, [1])", "|"])
    expect(sums.history, equals: ["3", "#negative"])
  }
}
