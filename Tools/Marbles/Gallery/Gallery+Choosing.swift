import Signals

extension Gallery {
  /// Operators that keep or drop each value.
  static let choosing: [Drawing] = [
    Drawing("filter", of: "filter(_:)", showing: "numbers.filter { $0 % 2 == 0 }") { run in
      let numbers = run.numbers("-1-2-3-4|")
      run.output(numbers.filter { $0 % 2 == 0 })
    },
    Drawing("removeDuplicates", of: "removeDuplicates()", showing: "letters.removeDuplicates()") { run in
      let letters = run.letters("-a-a-b-a|")
      run.output(letters.removeDuplicates())
    },
    Drawing(
      "removeDuplicates-by", of: "removeDuplicates(by:)",
      showing: "letters.removeDuplicates { $0.lowercased() == $1.lowercased() }"
    ) { run in
      let letters = run.letters("-a-A-B-b|")
      run.output(letters.removeDuplicates { $0.lowercased() == $1.lowercased() })
    },
    Drawing(
      "removeDuplicates-on", of: "removeDuplicates(on:)", showing: #"words.removeDuplicates(on: \.count)"#
    ) { run in
      let words: Signal<String> = run.input(
        "words", "-a-b--c-|", values: ["a": "one", "b": "two", "c": "three"])
      run.output(words.removeDuplicates(on: \.count))
    },
    Drawing("uniqued", of: "uniqued()", showing: "letters.uniqued()") { run in
      let letters = run.letters("-a-b-a-c|")
      run.output(letters.uniqued())
    },
    Drawing("uniqued-on", of: "uniqued(on:)", showing: "letters.uniqued { $0.lowercased() }") { run in
      let letters = run.letters("-a-b-A-c|")
      run.output(letters.uniqued { $0.lowercased() })
    },
    Drawing(
      "uniqued-until", of: "uniqued(until:)", showing: "letters.uniqued(until: reset)",
      hint: "A value of the other signal clears the set of seen values."
    ) { run in
      let letters = run.letters("-a-b-a-a|")
      let reset = run.numbers("----1---", "reset")
      run.output(letters.uniqued(until: reset))
    },
    Drawing(
      "uniqued-on-until", of: "uniqued(on:until:)",
      showing: "letters.uniqued(on: { $0.lowercased() }, until: reset)"
    ) { run in
      let letters = run.letters("-a-A-a-A|")
      let reset = run.numbers("----1---", "reset")
      run.output(letters.uniqued(on: { $0.lowercased() }, until: reset))
    },
    Drawing("compact", of: "compact()", showing: "numbers.compact()") { run in
      let numbers: Signal<Int?> = run.input("numbers", "-1-n--2-|", values: ["1": 1, "n": nil, "2": 2])
      run.output(numbers.compact())
    },
    Drawing("ofType", of: "ofType(_:)", showing: "things.ofType(Int.self)") { run in
      let things: Signal<any Sendable> = run.input("things", "-1-a--2-|", values: ["1": 1, "a": "text", "2": 2])
      run.output(things.ofType(Int.self))
    },
    Drawing("stride", of: "stride(by:)", showing: "letters.stride(by: 2)") { run in
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.stride(by: 2))
    },
    Drawing("ignoreValues", of: "ignoreValues()", showing: "letters.ignoreValues()") { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.ignoreValues())
    },
  ]
}
