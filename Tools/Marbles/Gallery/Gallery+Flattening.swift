import Signals
import SignalsTesting

extension Gallery {
  static let flattening: [Drawing] = [
    Drawing(
      "flatMap-merge", of: "flatMap(_:)", showing: "letters.flatMap { search($0) }",
      hint: "By default, all searches run concurrently."
    ) { run in
      let letters = run.letters("-a-b---|")
      let search = search(in: run, ["a": "-1---2-|", "b": "--3--4|"])
      run.output(letters.flatMap { search($0) })
    },
    Drawing(
      "flatMap-limit", of: "flatMap(_:_:)", showing: "letters.flatMap(.merge(limit: 2)) { search($0) }",
      hint: "At most two searches run: the third waits until one has finished."
    ) { run in
      let letters = run.letters("abc|")
      let search = search(in: run, ["a": "---1-|", "b": "---2---|", "c": "--3|"])
      run.output(letters.flatMap(.merge(limit: 2)) { search($0) })
    },
    Drawing(
      "flatMap-concat", of: "flatMap(_:_:)", showing: "letters.flatMap(.concat) { search($0) }",
      hint: "One search at a time: the second waits until the first has finished."
    ) { run in
      let letters = run.letters("-a-b---|")
      let search = search(in: run, ["a": "-1--2|", "b": "-3-|"])
      run.output(letters.flatMap(.concat) { search($0) })
    },
    Drawing(
      "flatMap-latest", of: "flatMap(_:_:)", showing: "letters.flatMap(.latest) { search($0) }",
      hint: "A new search cancels the previous one."
    ) { run in
      let letters = run.letters("-a--b---|")
      let search = search(in: run, ["a": "--1--2|", "b": "--3-|"])
      run.output(letters.flatMap(.latest) { search($0) })
    },
    Drawing(
      "flatMap-first", of: "flatMap(_:_:)", showing: "letters.flatMap(.first) { search($0) }",
      hint: "While a search runs, other values are dropped: b has no search."
    ) { run in
      let letters = run.letters("-a-b--c-|")
      let search = search(in: run, ["a": "-1--|", "b": "-2-|", "c": "--3|"])
      run.output(letters.flatMap(.first) { search($0) })
    },
    Drawing(
      "flatScan", of: "flatScan(_:_:_:)", "flatScan(_:_:)",
      showing: "numbers.flatScan(0, .concat) { .after(.seconds(2), $0 + $1, on: clock) }",
      hint: "Each step starts with the previous result."
    ) { run in
      let clock = run.clock
      let numbers = run.numbers("-12--3-|")
      run.output(numbers.flatScan(0, .concat) { .after(.seconds(2), $0 + $1, on: clock) })
    },
    Drawing(
      "expand", of: "expand(limit:_:)",
      showing: """
        numbers.expand { number in
          number < 8 ? .after(.seconds(2), number * 2, on: clock) : .empty()
        }
        """,
      hint: "Each value is expanded into a signal, and so are the values of that signal."
    ) { run in
      let clock = run.clock
      let numbers = run.numbers("-1|")
      run.output(
        numbers.expand { number in
          number < 8 ? .after(.seconds(2), number * 2, on: clock) : .empty()
        })
    },
    Drawing(
      "switchToLatest", of: "switchToLatest()", showing: "letters.map { search($0) }.switchToLatest()"
    ) { run in
      let letters = run.letters("-a--b---|")
      let search = search(in: run, ["a": "--1--2|", "b": "--3-|"])
      run.output(letters.map { search($0) }.switchToLatest())
    },
  ]

  /// The inner signal of each letter, with a lane of its own.
  private static func search(
    in run: Run, _ answers: [String: Timeline]
  ) -> @Sendable (String) -> Signal<String> {
    { letter in run.recipe("search(\(letter))", answers[letter] ?? "|", of: letter) }
  }
}
