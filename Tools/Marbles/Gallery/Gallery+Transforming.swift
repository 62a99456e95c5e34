import Signals

extension Gallery {
  static let transforming: [Drawing] = [
    Drawing("map", of: "map(_:)", showing: "numbers.map { $0 * 10 }") { run in
      let numbers = run.numbers("-1-2--3-|")
      run.output(numbers.map { $0 * 10 })
    },
    Drawing(
      "map-properties", of: "map(_:_:)", "map(_:_:_:)", showing: #"words.map(\.self, \.count)"#
    ) { run in
      let words: Signal<String> = run.input("words", "-a-b--c-|", values: ["a": "one", "b": "two", "c": "three"])
      run.output(words.map(\.self, \.count))
    },
    Drawing("compactMap", of: "compactMap(_:)", showing: "letters.compactMap { Int($0) }") { run in
      let letters = run.letters("-1-a--2-b|")
      run.output(letters.compactMap { Int($0) })
    },
    Drawing("scan", of: "scan(_:_:)", showing: #"letters.scan("") { $0 + $1 }"#) { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.scan("") { $0 + $1 })
    },
    Drawing(
      "scan-first", of: "scan(_:)", showing: "numbers.scan { $0 + $1 }", hint: "The first value is the first result."
    ) { run in
      let numbers = run.numbers("-1-2--3-|")
      run.output(numbers.scan { $0 + $1 })
    },
    Drawing(
      "scan-into", of: "scan(into:_:)", showing: "letters.scan(into: []) { $0.append($1) }"
    ) { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.scan(into: []) { $0.append($1) })
    },
    Drawing("reduce", of: "reduce(_:_:)", showing: "numbers.reduce(0) { $0 + $1 }") { run in
      let numbers = run.numbers("-1-2--3-|")
      run.output(numbers.reduce(0) { $0 + $1 })
    },
    Drawing("reduce-into", of: "reduce(into:_:)", showing: "letters.reduce(into: []) { $0.append($1) }") { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.reduce(into: []) { $0.append($1) })
    },
    Drawing("reduce-first", of: "reduce(_:)", showing: "numbers.reduce { max($0, $1) }") { run in
      let numbers = run.numbers("-1-3--2-|")
      run.output(numbers.reduce { max($0, $1) })
    },
    Drawing("enumerated", of: "enumerated()", showing: "letters.enumerated()") { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.enumerated())
    },
    Drawing("pairwise", of: "pairwise()", showing: "letters.pairwise()") { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.pairwise())
    },
    Drawing("prepend", of: "prepend(_:)", "prepend(contentsOf:)", showing: #"letters.prepend("x", "y")"#) { run in
      let letters = run.letters("---a--b-|")
      run.output(letters.prepend("x", "y"))
    },
    Drawing("append", of: "append(_:)", "append(contentsOf:)", showing: #"letters.append("x", "y")"#) { run in
      let letters = run.letters("-a--b-|")
      run.output(letters.append("x", "y"))
    },
    Drawing("replaceEmpty", of: "replaceEmpty(with:)", showing: "numbers.replaceEmpty(with: 0)") { run in
      let numbers = run.numbers("------|")
      run.output(numbers.replaceEmpty(with: 0))
    },
    Drawing(
      "ifEmpty", of: "ifEmpty(switchTo:)", showing: "letters.ifEmpty(switchTo: others)",
      hint: "The other signal is subscribed to only if letters finishes without a value."
    ) { run in
      let letters = run.letters("---|")
      let others: Signal<String> = run.recipe("others", "-x-y|")
      run.output(letters.ifEmpty(switchTo: others))
    },
    Drawing(
      "ifEmpty-failing", of: "ifEmpty(failWith:)", showing: "letters.ifEmpty(failWith: Trouble.denied)"
    ) { run in
      let letters = run.letters("-----|")
      run.output(letters.ifEmpty(failWith: Trouble.denied))
    },
    Drawing(
      "repeat", of: "repeat(_:)", showing: "letters.repeat(2)", hint: "Each run is a subscription of its own."
    ) { run in
      let letters: Signal<String> = run.recipe("letters", "-a-b|")
      run.output(letters.repeat(2))
    },
    Drawing("replaceNil", of: "replaceNil(with:)", showing: "numbers.replaceNil(with: 0)") { run in
      let numbers: Signal<Int?> = run.input("numbers", "-1-n--2-|", values: ["1": 1, "n": nil, "2": 2])
      run.output(numbers.replaceNil(with: 0))
    },
    Drawing(
      "materialize", of: "materialize()", showing: "numbers.materialize()", hint: "The failure becomes a value."
    ) { run in
      let numbers = run.numbers("-1---2--#", error: Trouble.offline)
      run.output(numbers.materialize())
    },
    Drawing(
      "dematerialize", of: "dematerialize()", showing: "events.dematerialize()",
      hint: "A value that contains an end ends the signal."
    ) { run in
      let events: Signal<Event<Int>> = run.input(
        "events", "-1---2--e", values: ["1": .value(1), "2": .value(2), "e": .end(.finished)])
      run.output(events.dematerialize())
    },
  ]

  static let gathering: [Drawing] = [
    Drawing("collect", of: "collect()", showing: "letters.collect()") { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.collect())
    },
    Drawing(
      "collect-count", of: "collect(_:)", showing: "letters.collect(2)", hint: "The finish emits the rest."
    ) { run in
      let letters = run.letters("-a-b-c-de|")
      run.output(letters.collect(2))
    },
    Drawing(
      "collect-every", of: "collect(every:on:)", showing: "letters.collect(every: .seconds(3), on: clock)"
    ) { run in
      let clock = run.clock
      let letters = run.letters("-ab-c---d|")
      run.output(letters.collect(every: .seconds(3), on: clock))
    },
    Drawing(
      "collect-orEvery", of: "collect(_:orEvery:on:)", showing: "letters.collect(2, orEvery: .seconds(3), on: clock)"
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc----d|")
      run.output(letters.collect(2, orEvery: .seconds(3), on: clock))
    },
    Drawing(
      "collect-when", of: "collect(when:)", showing: "letters.collect { .after(.seconds(3), on: clock) }",
      hint: "Each array has a signal of its own, which closes it."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-ab-c---d|")
      run.output(letters.collect { .after(.seconds(3), on: clock) })
    },
    Drawing(
      "collect-from-to", of: "collect(from:to:)",
      showing: "letters.collect(from: openings) { _ in .after(.seconds(3), on: clock) }",
      hint: "Arrays may overlap."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abcdefg-|")
      let openings: Signal<String> = run.input("openings", "--x-y", values: ["x": "x", "y": "y"])
      run.output(letters.collect(from: openings) { _ in .after(.seconds(3), on: clock) })
    },
    Drawing(
      "collect-step", of: "collect(_:step:)", showing: "letters.collect(3, step: 2)",
      hint: "Every second value starts an array. Partial arrays are emitted at the finish."
    ) { run in
      let letters = run.letters("-a-b-c-de|")
      run.output(letters.collect(3, step: 2))
    },
    Drawing("slidingWindow", of: "slidingWindow(count:)", showing: "letters.slidingWindow(count: 3)") { run in
      let letters = run.letters("-a-b-c-d-|")
      run.output(letters.slidingWindow(count: 3))
    },
    Drawing(
      "windows", of: "windows(every:on:)",
      showing: "letters.windows(every: .seconds(3), on: clock).flatMap { $0.count() }",
      hint: "Each window is a signal of its own. Its count is emitted when it finishes."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-ab-c---d|")
      run.output(letters.windows(every: .seconds(3), on: clock).flatMap { $0.count() })
    },
    Drawing(
      "groupBy", of: "groupBy(_:)", showing: #"numbers.groupBy { $0 % 2 == 0 ? "even" : "odd" }"#,
      hint: "Each group is a signal of its own."
    ) { run in
      let numbers = run.numbers("-1-2-3-4-|")
      run.output(numbers.groupBy { $0 % 2 == 0 ? "even" : "odd" })
    },
  ]
}
