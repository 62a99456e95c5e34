import Signals

extension Gallery {
  /// Operators that drop the beginning or the end.
  static let cutting: [Drawing] = [
    Drawing("dropFirst", of: "dropFirst(_:)", showing: "letters.dropFirst(2)") { run in
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.dropFirst(2))
    },
    Drawing(
      "dropLast", of: "dropLast(_:)", showing: "letters.dropLast(1)",
      hint: "The newest value waits until another one follows."
    ) { run in
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.dropLast(1))
    },
    Drawing("drop-while", of: "drop(while:)", showing: "numbers.drop { $0 < 3 }") { run in
      let numbers = run.numbers("-1-2-3-1|")
      run.output(numbers.drop { $0 < 3 })
    },
    Drawing("drop-until", of: "drop(untilOutputFrom:)", showing: "letters.drop(untilOutputFrom: start)") { run in
      let letters = run.letters("-a-b-c-d|")
      let start = run.numbers("----1-2", "start")
      run.output(letters.drop(untilOutputFrom: start))
    },
    Drawing(
      "dropFirst-for", of: "dropFirst(for:on:)", showing: "letters.dropFirst(for: .seconds(4), on: clock)"
    ) { run in
      let clock = run.clock
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.dropFirst(for: .seconds(4), on: clock))
    },
    Drawing("prefix", of: "prefix(_:)", showing: "letters.prefix(2)") { run in
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.prefix(2))
    },
    Drawing("prefix-while", of: "prefix(while:)", showing: "numbers.prefix { $0 < 3 }") { run in
      let numbers = run.numbers("-1-2-3-1|")
      run.output(numbers.prefix { $0 < 3 })
    },
    Drawing("prefix-through", of: "prefix(through:)", showing: "numbers.prefix(through: { $0 < 3 })") { run in
      let numbers = run.numbers("-1-2-3-1|")
      run.output(numbers.prefix(through: { $0 < 3 }))
    },
    Drawing("prefix-until", of: "prefix(untilOutputFrom:)", showing: "letters.prefix(untilOutputFrom: stop)") { run in
      let letters = run.letters("-a-b-c-d|")
      let stop = run.numbers("----1-2", "stop")
      run.output(letters.prefix(untilOutputFrom: stop))
    },
    Drawing(
      "prefix-for", of: "prefix(for:on:)", showing: "letters.prefix(for: .seconds(4), on: clock)"
    ) { run in
      let clock = run.clock
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.prefix(for: .seconds(4), on: clock))
    },
    Drawing("first", of: "first()", showing: "letters.first()") { run in
      let letters = run.letters("--a-b-c-|")
      run.output(letters.first())
    },
    Drawing("first-where", of: "first(where:)", showing: "numbers.first { $0 > 1 }") { run in
      let numbers = run.numbers("-1-2-3-1|")
      run.output(numbers.first { $0 > 1 })
    },
    Drawing("last", of: "last()", showing: "letters.last()") { run in
      let letters = run.letters("-a-b-c-|")
      run.output(letters.last())
    },
    Drawing("last-where", of: "last(where:)", showing: "numbers.last { $0 > 1 }") { run in
      let numbers = run.numbers("-1-2-3-1|")
      run.output(numbers.last { $0 > 1 })
    },
    Drawing("suffix", of: "suffix(_:)", showing: "letters.suffix(2)") { run in
      let letters = run.letters("-a-b-c-|")
      run.output(letters.suffix(2))
    },
    Drawing("element", of: "element(at:)", showing: "letters.element(at: 1)") { run in
      let letters = run.letters("-a-b-c-|")
      run.output(letters.element(at: 1))
    },
    Drawing("single", of: "single()", showing: "letters.single()") { run in
      let letters = run.letters("---a---|")
      run.output(letters.single())
    },
    Drawing(
      "single-failing", of: "single()", showing: "letters.single()", hint: "It fails unless there is exactly one value."
    ) { run in
      let letters = run.letters("-a---b-|")
      run.output(letters.single())
    },
  ]

  /// Operators that reduce all values to one result.
  static let answering: [Drawing] = [
    Drawing("firstIndex", of: "firstIndex(of:)", showing: "numbers.firstIndex(of: 3)") { run in
      let numbers = run.numbers("-1-2-3-4|")
      run.output(numbers.firstIndex(of: 3))
    },
    Drawing("firstIndex-where", of: "firstIndex(where:)", showing: "numbers.firstIndex { $0 > 1 }") { run in
      let numbers = run.numbers("-1-2-3-4|")
      run.output(numbers.firstIndex { $0 > 1 })
    },
    Drawing("contains", of: "contains(_:)", showing: "numbers.contains(2)") { run in
      let numbers = run.numbers("-1-2-3-|")
      run.output(numbers.contains(2))
    },
    Drawing("contains-where", of: "contains(where:)", showing: "numbers.contains { $0 > 5 }") { run in
      let numbers = run.numbers("-1-2-3-|")
      run.output(numbers.contains { $0 > 5 })
    },
    Drawing("allSatisfy", of: "allSatisfy(_:)", showing: "numbers.allSatisfy { $0 < 3 }") { run in
      let numbers = run.numbers("-1-2-3-1|")
      run.output(numbers.allSatisfy { $0 < 3 })
    },
    Drawing("count", of: "count()", showing: "letters.count()") { run in
      let letters = run.letters("-a-b-c-|")
      run.output(letters.count())
    },
    Drawing("min", of: "min()", "min(by:)", showing: "numbers.min()") { run in
      let numbers = run.numbers("-2-1-3-|")
      run.output(numbers.min())
    },
    Drawing("max", of: "max()", "max(by:)", showing: "numbers.max()") { run in
      let numbers = run.numbers("-2-3-1-|")
      run.output(numbers.max())
    },
  ]
}
