import Signals

extension Gallery {
  /// Operators that hold the latest values of several signals, and emit at most once per turn (C10).
  static let joining: [Drawing] = [
    Drawing(
      "combineLatest", of: "combineLatest(_:_:)", "combineLatest(_:_:_:)", "combineLatest(_:_:_:_:)",
      "combineLatest(_:_:_:_:_:)", "combineLatest(_:)", "combineLatest(_:_:transform:)",
      "combineLatest(_:_:_:transform:)",
      "combineLatest(_:_:_:_:transform:)", "combineLatest(_:_:_:_:_:transform:)",
      "combineLatest(_:_:_:_:_:_:transform:)", "combineLatest(_:transform:)",
      showing: "combineLatest(a, b)", hint: "The framed events are one turn, which emits one pair.", together: [7]
    ) { run in
      let a = run.numbers("-1--2--3-|", "a")
      let b = run.letters("--x--y-z-|", "b")
      run.output(combineLatest(a, b))
    },
    Drawing(
      "combineLatest-diamond", of: "combineLatest(_:_:)", showing: "combineLatest(double, square)",
      hint: "Two paths from one signal meet: each number gives one consistent pair.", showsTurns: true
    ) { run in
      let numbers = run.numbers("-3--4--5-|")
      let double = run.watched(numbers.map { $0 * 2 }, "double")
      let square = run.watched(numbers.map { $0 * $0 }, "square")
      run.output(combineLatest(double, square))
    },
    Drawing(
      "combineLatest-end", of: "combineLatest(_:_:)", showing: "combineLatest(a, b)",
      hint: "It finishes when all inputs have, or at once if an input finishes without a value."
    ) { run in
      let a = run.numbers("-1--2--3-|", "a")
      let b = run.letters("----|", "b")
      run.output(combineLatest(a, b))
    },
    Drawing(
      "withLatest", of: "withLatest(from:)", "withLatest(from:_:)", "withLatest(from:_:_:)",
      "withLatest(from:transform:)",
      "withLatest(from:_:transform:)",
      showing: "clicks.withLatest(from: text)",
      hint: "The framed events are one turn: the click is paired with the new text.",
      together: [7]
    ) { run in
      let clicks = run.numbers("-1--2--3-|", "clicks")
      let text = run.letters("--x--y-z--", "text")
      run.output(clicks.withLatest(from: text))
    },
    Drawing(
      "withLatest-diamond", of: "withLatest(from:)", showing: "numbers.withLatest(from: square)",
      hint: "Each number is emitted with its own square.", showsTurns: true
    ) { run in
      let numbers = run.numbers("-3--4--5-|")
      let square = run.watched(numbers.map { $0 * $0 }, "square")
      run.output(numbers.withLatest(from: square))
    },
    Drawing(
      "sample", of: "sample(on:)", showing: "letters.sample(on: ticks)",
      hint: "A tick emits the latest value if it is new. A value of the same turn counts.", together: [8]
    ) { run in
      let letters = run.letters("-ab-----c-")
      let ticks = run.numbers("---1-2--3|", "ticks")
      run.output(letters.sample(on: ticks))
    },
    Drawing(
      "pausable", of: "pausable(by:buffering:)", showing: "letters.pausable(by: isPaused)",
      hint: "Values are buffered during a pause, and emitted when it ends."
    ) { run in
      let letters = run.letters("-a-bc-d-e|")
      let isPaused: Signal<Bool> = run.input("isPaused", "--t--f", values: ["t": true, "f": false])
      run.output(letters.pausable(by: isPaused))
    },
  ]

  static let combining: [Drawing] = [
    Drawing("merge", of: "merge(_:)", "merge(with:)", showing: "merge(a, b)") { run in
      let a = run.letters("-1--2--3|", "a")
      let b = run.letters("--x--y--z|", "b")
      run.output(merge(a, b))
    },
    Drawing(
      "zip", of: "zip(_:)", "zip(_:_:)", "zip(_:_:_:)", "zip(_:transform:)", "zip(_:_:transform:)",
      "zip(_:_:_:transform:)",
      "zip(with:)", "zip(with:transform:)", showing: "zip(a, b)"
    ) { run in
      let a = run.numbers("-1-2----3|", "a")
      let b = run.letters("---x-y--z", "b")
      run.output(zip(a, b))
    },
    Drawing(
      "combineLast", of: "combineLast(_:)", "combineLast(_:_:)", "combineLast(_:_:_:)", "combineLast(_:transform:)",
      "combineLast(_:_:transform:)", "combineLast(_:_:_:transform:)", showing: "combineLast(a, b)",
      hint: "The last values are emitted when all inputs have finished."
    ) { run in
      let a = run.numbers("-1-2|", "a")
      let b = run.letters("--x--y-|", "b")
      run.output(combineLast(a, b))
    },
    Drawing(
      "race", of: "race(_:)", "race(with:)", showing: "race(a, b)", hint: "The first signal to emit an event wins."
    ) { run in
      let a = run.letters("---x-y--|", "a")
      let b = run.letters("--1--2--3|", "b")
      run.output(race(a, b))
    },
    Drawing("concat", of: "concat(_:)", showing: "concat(a, b)") { run in
      let a: Signal<String> = run.recipe("a", "-x--y|")
      let b: Signal<String> = run.recipe("b", "-1-2|")
      run.output(concat(a, b))
    },
    Drawing("append-signal", of: "append(_:)", showing: "a.append(b)") { run in
      let a: Signal<String> = run.recipe("a", "-x--y|")
      let b: Signal<String> = run.recipe("b", "-1-2|")
      run.output(a.append(b))
    },
    Drawing("prepend-signal", of: "prepend(_:)", showing: "a.prepend(b)") { run in
      let a: Signal<String> = run.recipe("a", "-x--y|")
      let b: Signal<String> = run.recipe("b", "-1-2|")
      run.output(a.prepend(b))
    },
    Drawing(
      "sequenceEqual", of: "sequenceEqual(_:)", "sequenceEqual(_:by:)", "sequenceEqual(_:_:)", "sequenceEqual(_:_:by:)",
      showing: "a.sequenceEqual(b)",
      hint: "The times of the values don't matter."
    ) { run in
      let a = run.letters("-x-y---|", "a")
      let b = run.letters("---x-y--|", "b")
      run.output(a.sequenceEqual(b))
    },
    Drawing("sequenceEqual-different", of: "sequenceEqual(_:)", showing: "a.sequenceEqual(b)") { run in
      let a = run.letters("-x-y----|", "a")
      let b = run.letters("---x-z--|", "b")
      run.output(a.sequenceEqual(b))
    },
  ]

  /// Operators on Boolean signals.
  static let deciding: [Drawing] = [
    Drawing("not", of: "not()", showing: "isOn.not()") { run in
      let isOn: Signal<Bool> = run.input("isOn", "-1--0--1|", values: ["1": true, "0": false])
      run.output(isOn.not())
    },
    Drawing("and", of: "and(_:)", showing: "isValid.and(isOnline)") { run in
      let isValid: Signal<Bool> = run.input("isValid", "-1-----0-|", values: ["1": true, "0": false])
      let isOnline: Signal<Bool> = run.input("isOnline", "--0--1---|", values: ["1": true, "0": false])
      run.output(isValid.and(isOnline))
    },
    Drawing("or", of: "or(_:)", showing: "isLoading.or(isSaving)") { run in
      let isLoading: Signal<Bool> = run.input("isLoading", "-1-----0-|", values: ["1": true, "0": false])
      let isSaving: Signal<Bool> = run.input("isSaving", "--0--1---|", values: ["1": true, "0": false])
      run.output(isLoading.or(isSaving))
    },
  ]

  static let delivery: [Drawing] = [
    Drawing(
      "transaction", of: "transaction(_:)",
      showing: """
        transaction {
          a.send(2)
          b.send(20)
        }
        """,
      hint: "With a and b combined, a transaction emits one pair.", showsTurns: true
    ) { run in
      let a = run.sender("a")
      let b = run.sender("b")
      run.at(1) { a.send(1) }
      run.at(2) { b.send(10) }
      run.at(4) {
        transaction {
          a.send(2)
          b.send(20)
        }
      }
      run.at(7) { a.send(3) }
      run.at(7) { b.send(30) }
      run.output(combineLatest(a.signal, b.signal), "combined")
    }
  ]
}
