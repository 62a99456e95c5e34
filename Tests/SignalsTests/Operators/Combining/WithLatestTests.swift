import Signals
import SignalsTesting
import Testing

@Suite("withLatest", .leavesNothing) struct WithLatestTests {
  let button = SignalInput<String>()
  let form = SignalInput<Int>()

  func recorder() -> Recorder<(String, Int)> { Recorder(button.signal.withLatest(from: form.signal)) }

  @Test func `emits only its own values, each with the other's latest value`() {
    let recorder = recorder()
    form.send(1)
    form.send(2)
    button.send("a")
    button.send("b")
    form.send(3)
    expect(recorder.history, equals: ["(\"a\", 2)", "(\"b\", 2)"])
    button.send("c")
    expect(recorder.history, equals: ["(\"a\", 2)", "(\"b\", 2)", "(\"c\", 3)"])
  }

  @Test func `drops its own values until the other has one`() {
    let recorder = recorder()
    button.send("a")
    form.send(1)
    expect(recorder.history, equals: [])
    button.send("b")
    expect(recorder.history, equals: ["(\"b\", 1)"])
  }

  // MARK: - Ends

  @Test func `ends with its own end, in any way`() {
    for end in [End.finished, .failed(Failure("e"))] {
      let button = SignalInput<String>()
      let recorder = Recorder(button.signal.withLatest(from: form.signal))
      form.send(1)
      button.send("a")
      button.send(.end(end))
      form.send(2)
      if case .finished = end {
        expect(recorder.history, equals: ["(\"a\", 1)", "|"])
      } else {
        expect(recorder.history, equals: ["(\"a\", 1)", "#e"])
      }
    }
  }

  @Test func `the other's finish ends nothing, and its last value stays`() {
    let recorder = recorder()
    form.send(1)
    form.finish()
    button.send("a")
    button.finish()
    expect(recorder.history, equals: ["(\"a\", 1)", "|"])
  }

  @Test func `the other's finish without a value ends nothing either`() {
    let recorder = recorder()
    form.finish()
    button.send("a")
    expect(recorder.history, equals: [])
    button.finish()
    expect(recorder.history, equals: ["|"])
  }

  @Test func `fails with the other, and cancels its own`() {
    let log = Log<String>()
    let recorder = Recorder(button.signal.keeping("own", log).withLatest(from: form.signal))
    form.send(1)
    button.send("a")
    form.fail(Failure("e"))
    button.send("b")
    expect(recorder.history, equals: ["(\"a\", 1)", "#e"])
    expect(log.entries, equals: ["own released"])
  }

  @Test(arguments: [(End.finished, "|"), (.failed(Failure("e")), "#e")])
  func `values and its own end in one turn: the values, then the end`(_ end: End, _ text: String) {
    let recorder = recorder()
    form.send(1)
    transaction {
      button.send("a")
      button.send("b")
      if case .failed(let error) = end { button.fail(error) } else { button.finish() }
      form.send(2)
    }
    expect(recorder.history, equals: ["(\"a\", 2)", "(\"b\", 2)", text])
  }

  @Test func `values in the turn in which another fails are dropped, since they may not belong to its latest value`() {
    let recorder = recorder()
    form.send(1)
    transaction {
      button.send("a")
      form.fail(Failure("e"))
      button.fail(Failure("own"))
    }
    expect(recorder.history, equals: ["#e"])
  }

  @Test func `a further attempt of its own signal emits its values before its failure`() {
    let attempt = Signal.of(1, 2).append(.failed(Failure("e")))
    let recorder = Recorder(attempt.withLatest(from: Signal.just("x")) { "\($0)\($1)" }.retry(1))
    expect(recorder.history, equals: ["1x", "2x", "1x", "2x", "#e"])
  }

  @Test func `a transaction that ends before one that began in the middle of it keeps the order of values (C4, C11)`() {
    let recorder = Recorder(button.signal.withLatest(from: form.signal).map { $0.0 })
    form.send(0)
    let (isSent, mayEnd) = (Gate(), Gate())
    let hasEnded = transaction {
      button.send("1")
      let hasEnded = startThread { [button] in
        transaction {
          button.send("2")
          isSent.open()
          mayEnd.wait()
        }
      }
      isSent.wait()
      button.send("3")
      return hasEnded
    }
    // The third value waits for the second one, whose transaction is still open.
    expect(recorder.history, equals: ["1"])
    mayEnd.open()
    hasEnded.wait()
    expect(recorder.history, equals: ["1", "2", "3"])
  }

  // MARK: - Signals that bring everything at once

  @Test func `signals that bring everything at once: the other comes first`() {
    expect(
      Recorder(Signal.of("a", "b").withLatest(from: .of(1, 2))).history, equals: ["(\"a\", 2)", "(\"b\", 2)", "|"])
    expect(Recorder(Signal.of("a").withLatest(from: Signal<Int>.empty())).history, equals: ["|"])
    expect(Recorder(Signal.of("a").withLatest(from: Signal<Int>.never())).history, equals: ["|"])
    expect(Recorder(Signal.of("a").withLatest(from: Signal<Int>.failed(Failure("e")))).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).withLatest(from: .just(1))).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.empty().withLatest(from: .just(1))).history, equals: ["|"])
    expect(Recorder(Signal<Int>.never().withLatest(from: .just(1))).history, equals: [])
    expect(
      Recorder(Signal.from(1...).withLatest(from: .just("x")).prefix(2).map { $0.0 }).history, equals: ["1", "2", "|"])
  }

  @Test func `another that fails at once keeps this one from being subscribed to`() {
    let log = Log<String>()
    let own = Signal<Int> { _, _ in log.append("subscribed") }
    expect(Recorder(own.withLatest(from: Signal<Int>.failed(Failure("e")))).history, equals: ["#e"])
    expect(log.entries, equals: [])
  }

  // MARK: - Any number of others

  @Test func `two, three and more others, of any types, in one flat tuple`() {
    let flag = SignalInput<Bool>()
    let list = SignalInput<[Int]>()
    let nothing = SignalInput<Double?>()
    let two = Recorder(button.signal.withLatest(from: form.signal, flag.signal))
    let three = Recorder(button.signal.withLatest(from: form.signal, flag.signal, list.signal))
    let four = Recorder(button.signal.withLatest(from: form.signal, flag.signal, list.signal, nothing.signal))
    form.send(1)
    flag.send(true)
    button.send("a")
    list.send([1])
    nothing.send(nil)
    button.send("b")
    form.send(2)
    form.finish()
    button.send("c")
    button.finish()
    expect(two.history, equals: ["(\"a\", 1, true)", "(\"b\", 1, true)", "(\"c\", 2, true)", "|"])
    expect(three.history, equals: ["(\"b\", 1, true, [1])", "(\"c\", 2, true, [1])", "|"])
    expect(four.history, equals: ["(\"b\", 1, true, [1], nil)", "(\"c\", 2, true, [1], nil)", "|"])
  }

  @Test func `one of many that fails, or finishes without a value`() {
    let others = (0..<4).map { _ in SignalInput<Int>() }
    let recorder = Recorder(
      button.signal.withLatest(from: others[0].signal, others[1].signal, others[2].signal, others[3].signal)
        .map { own, _, _, _, _ in own })
    let collected = Recorder(button.signal.withLatest(from: others.map(\.signal)).map { $0.0 })
    others[0].finish()
    button.send("a")
    expect(recorder.history, equals: [])
    let failing = Recorder(button.signal.withLatest(from: others[1].signal, others[2].signal).map { $0.0 })
    others[1].fail(Failure("e"))
    expect(failing.history, equals: ["#e"])
    button.finish()
    expect(recorder.history, equals: ["#e"])
    expect(collected.history, equals: ["#e"])
  }

  @Test func `a collection of others, also of one and of none`() {
    let others = (0..<3).map { _ in SignalInput<Int>() }
    let recorder = Recorder(button.signal.withLatest(from: others.map(\.signal)))
    for (index, other) in others.enumerated() { other.send(index) }
    button.send("a")
    others[1].send(9)
    button.send("b")
    expect(recorder.history, equals: ["(\"a\", [0, 1, 2])", "(\"b\", [0, 9, 2])"])
    expect(Recorder(Signal.of(1).withLatest(from: [Signal.just(2)])).history, equals: ["(1, [2])", "|"])
    expect(Recorder(Signal.of(1, 2).withLatest(from: [Signal<Int>]())).history, equals: ["(1, [])", "(2, [])", "|"])
  }

  // MARK: - How it reads

  @Test func `closures with and without parameter names, of one statement and of several`() {
    let own = Signal.of("a")
    let one = own.withLatest(from: .just(1))
    let two = own.withLatest(from: .just(1), .just(true))
    let three = own.withLatest(from: .just(1), .just(true), .just(2.5))
    let four = own.withLatest(from: .just(1), .just(true), .just(2.5), .just("z"))
    let ones = [
      Recorder(one.map { own, other in "\(own) \(other)" }),
      Recorder(one.map { "\($0.0) \($0.1)" }),
      Recorder(one.map { "\($0) \($1)" }),
      Recorder(
        one.map {
          let own = $0.0
          return "\(own) \($0.1)"
        }),
    ]
    let twos = [
      Recorder(two.map { own, first, second in "\(own) \(first) \(second)" }),
      Recorder(two.map { "\($0.0) \($0.1) \($0.2)" }),
      Recorder(two.map { "\($0) \($1) \($2)" }),
      Recorder(
        two.map {
          let own = $0.0
          return "\(own) \($0.1) \($0.2)"
        }),
      Recorder(
        two.map { own, first, second in
          let text = "\(own) \(first)"
          return "\(text) \(second)"
        }),
    ]
    let threes = [
      Recorder(three.map { own, first, second, third in "\(own) \(first) \(second) \(third)" }),
      Recorder(three.map { "\($0.0) \($0.1) \($0.2) \($0.3)" }),
      Recorder(
        three.map {
          let own = $0.0
          return "\(own) \($0.1) \($0.2) \($0.3)"
        }),
    ]
    let fours = [
      Recorder(four.map { own, first, second, third, fourth in "\(own) \(first) \(second) \(third) \(fourth)" }),
      Recorder(
        four.map { own, first, second, third, fourth in
          let text = "\(own) \(first) \(second)"
          return "\(text) \(third) \(fourth)"
        }),
    ]
    for one in ones { expect(one.history, equals: ["a 1", "|"]) }
    for two in twos { expect(two.history, equals: ["a 1 true", "|"]) }
    for three in threes { expect(three.history, equals: ["a 1 true 2.5", "|"]) }
    for four in fours { expect(four.history, equals: ["a 1 true 2.5 z", "|"]) }
  }

  // MARK: - In the handler

  @Test func `cancelled in the handler nothing follows, though several values have come in the turn`() {
    let log = Log<String>()
    let bag = CancellableBag()
    button.signal.withLatest(from: form.signal).map { value in
      log.append("mapped \(value.0)")
      return value
    }.subscribe { event in
      log.append("\(event)")
      bag.cancel()
    }.store(in: bag)
    form.send(1)
    transaction {
      button.send("a")
      button.send("b")
    }
    button.send("c")
    expect(log.entries, equals: ["mapped a", "value((\"a\", 1))"])
  }

  @Test func `an operator below that has had enough hears nothing more of the turn`() {
    let log = Log<String>()
    let recorder = Recorder(
      button.signal.withLatest(from: form.signal).map { value in
        log.append(value.0)
        return value.0
      }.prefix(1))
    form.send(1)
    transaction {
      button.send("a")
      button.send("b")
      button.finish()
    }
    expect(recorder.history, equals: ["a", "|"])
    expect(log.entries, equals: ["a"])
  }

  @Test func `a handler's send comes after the event`() {
    let log = Log<String>()
    let endpoint = button.signal.withLatest(from: form.signal).subscribe { [button, form] event in
      log.append("\(event)")
      guard log.entries.count == 1 else { return }
      form.send(2)
      button.send("b")
      form.send(3)
      button.finish()
    }
    form.send(1)
    button.send("a")
    expect(log.entries, equals: ["value((\"a\", 1))", "value((\"b\", 3))", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an error below is the end`() {
    let recorder = Recorder(form.signal.withLatest(from: button.signal).map { try checked($0.0) })
    button.send("a")
    form.send(1)
    transaction {
      form.send(2)
      form.send(-1)
      form.send(3)
    }
    expect(recorder.history, equals: ["1", "2", "#negative"])
  }

  // MARK: - Releasing

  @Test(arguments: ["cancel", "finish", "own failure", "failure", "error below"])
  func `the held values are released when it is cancelled, and when it ends`(_ ending: String) {
    let log = Log<String>()
    let tracked = SignalInput<Tracked>()
    let own = SignalInput<Int>()
    let endpoint = own.signal.withLatest(from: tracked.signal).map { try checked($0.0) }.subscribeValues { _ in }
    tracked.send(Tracked("held", log))
    own.send(1)
    expect(log.entries, equals: [])
    switch ending {
    case "cancel": endpoint.cancel()
    case "own failure": own.fail(Failure())
    case "failure": tracked.fail(Failure())
    case "error below": own.send(-1)
    default: own.finish()
    }
    expect(log.entries, equals: ["held released"])
    expect(!endpoint.isActive)
  }

  // MARK: - With a closure

  @Test func `a closure makes the value of its own and the others' latest`() {
    let recorder = Recorder(button.withLatest(from: form) { _, form in form })
    let texts = Recorder(
      button.withLatest(from: form) { button, form -> String in
        let form = form * 10
        return "\(button)\(form)"
      })
    button.send("early")
    form.send(1)
    button.send("a")
    form.send(2)
    button.send("b")
    button.finish()
    expect(recorder.history, equals: ["1", "2", "|"])
    expect(texts.history, equals: ["a10", "b20", "|"])
  }

  @Test func `a closure receives the values of two to four others`() {
    let (a, b) = (Signal.just(1), Signal.just(true))
    let own = Signal.of("x", "y")
    expect(Recorder(own.withLatest(from: a, b) { "\($0)\($1)\($2)" }).history, equals: ["x1true", "y1true", "|"])
    expect(
      Recorder(own.withLatest(from: a, b, a) { "\($0)\($1)\($2)\($3)" }).history, equals: ["x1true1", "y1true1", "|"])
    let four = own.withLatest(from: a, b, a, b) { own, a, b, c, d -> String in
      let others = "\(a)\(b)\(c)\(d)"
      return own + others
    }
    expect(Recorder(four).history, equals: ["x1true1true", "y1true1true", "|"])
  }

  @Test func `a closure that throws fails the signal`() {
    expect(
      Recorder(Signal.of(1, -1, 2).withLatest(from: .just(0)) { try checked($0 + $1) }).history,
      equals: ["1", "#negative"])
    expect(
      Recorder(Signal.of(1, -1, 2).withLatest(from: .just(0), .just(0)) { try checked($0 + $1 + $2) }).history,
      equals: ["1", "#negative"])
    let three = Signal.of(1, -1).withLatest(from: .just(0), .just(0), .just(0)) { try checked($0 + $1 + $2 + $3) }
    expect(Recorder(three).history, equals: ["1", "#negative"])
  }

  @Test func `a closure sees one turn's values together (C10)`() {
    let recorder = Recorder(form.withLatest(from: form.map { $0 * $0 }) { "\($0): \($1)" })
    for value in 1...3 { form.send(value) }
    expect(recorder.history, equals: ["1: 1", "2: 4", "3: 9"])
  }
}
