import Signals
import SignalsTesting

extension Gallery {
  static let timing: [Drawing] = [
    Drawing(
      "debounce", of: "debounce(for:on:)", showing: "letters.debounce(for: .seconds(2), on: clock)",
      hint: "The finish isn't delayed, and emits the waiting value first."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc---d|")
      run.output(letters.debounce(for: .seconds(2), on: clock))
    },
    Drawing(
      "debounce-until", of: "debounce(until:)", showing: "letters.debounce { pause($0) }",
      hint: "Each value waits for its own signal, unless a new value replaces it."
    ) { run in
      let letters = run.letters("-ab----c-|")
      let pause = moments(in: run, "pause", ["a": "---x", "b": "---x", "c": "-x"])
      run.output(letters.debounce { pause($0) })
    },
    Drawing(
      "audit", of: "audit(for:on:)", showing: "letters.audit(for: .seconds(3), on: clock)",
      hint: "Three seconds after a value, the latest value is emitted."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc-d---|")
      run.output(letters.audit(for: .seconds(3), on: clock))
    },
    Drawing(
      "audit-until", of: "audit(until:)", showing: "letters.audit { window($0) }",
      hint: "The first value of a window creates the signal that closes it."
    ) { run in
      let letters = run.letters("-ab---c--|")
      let window = moments(in: run, "window", ["a": "---x", "c": "-x"])
      run.output(letters.audit { window($0) })
    },
    Drawing(
      "delay-until", of: "delay(until:)", showing: "letters.delay { arrival($0) }",
      hint: "Each value waits for its own signal, so a later value may overtake it."
    ) { run in
      let letters = run.letters("-ab-c|")
      let arrival = moments(in: run, "arrival", ["a": "----x", "b": "-x", "c": "--x"])
      run.output(letters.delay { arrival($0) })
    },
    Drawing(
      "delay", of: "delay(for:on:)", showing: "letters.delay(for: .seconds(2), on: clock)"
    ) { run in
      let clock = run.clock
      let letters = run.letters("-ab--c-|")
      run.output(letters.delay(for: .seconds(2), on: clock))
    },
    Drawing(
      "delay-failing", of: "delay(for:on:)", showing: "letters.delay(for: .seconds(2), on: clock)",
      hint: "A failure isn't delayed, and it discards the waiting values."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-ab--c#", error: Trouble.offline)
      run.output(letters.delay(for: .seconds(2), on: clock))
    },
    Drawing(
      "delaySubscription", of: "delaySubscription(for:on:)",
      showing: "letters.delaySubscription(for: .seconds(4), on: clock)",
      hint: "Values before that time have no subscriber."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-a-b-c-d|")
      run.output(letters.delaySubscription(for: .seconds(4), on: clock))
    },
    Drawing(
      "throttle", of: "throttle(for:latest:on:)", showing: "letters.throttle(for: .seconds(3), on: clock)",
      hint: "The first value at once, then the latest one every three seconds."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc-d---")
      run.output(letters.throttle(for: .seconds(3), on: clock))
    },
    Drawing(
      "throttle-first", of: "throttle(for:latest:on:)",
      showing: "letters.throttle(for: .seconds(3), latest: false, on: clock)",
      hint: "The first value at once, then none for three seconds."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc-d---")
      run.output(letters.throttle(for: .seconds(3), latest: false, on: clock))
    },
    Drawing(
      "throttle-until", of: "throttle(latest:until:)", showing: "letters.throttle { window($0) }",
      hint: "The first value at once, then the latest one when the window's signal emits."
    ) { run in
      let letters = run.letters("-abc----d|")
      let window = moments(in: run, "window", ["a": "---x", "c": "--x", "d": "--x"])
      run.output(letters.throttle { window($0) })
    },
    Drawing(
      "timeout-first", of: "timeout(first:each:on:customError:)",
      showing: "letters.timeout(first: .seconds(5), each: .seconds(2), on: clock)",
      hint: "The first value may take longer than the others."
    ) { run in
      let clock = run.clock
      let letters = run.letters("----a-b--c")
      run.output(letters.timeout(first: .seconds(5), each: .seconds(2), on: clock))
    },
    Drawing(
      "timeout-until", of: "timeout(first:customError:until:)", showing: "letters.timeout { limit($0) }",
      hint: "Each value has its own limit for the next one."
    ) { run in
      let letters = run.letters("-a--b---c|")
      let limit = moments(in: run, "limit", ["a": "----x", "b": "--x"])
      run.output(letters.timeout { limit($0) })
    },
    Drawing(
      "timeout", of: "timeout(_:on:customError:)", showing: "letters.timeout(.seconds(3), on: clock)"
    ) { run in
      let clock = run.clock
      let letters = run.letters("-a-b----c|")
      run.output(letters.timeout(.seconds(3), on: clock))
    },
    Drawing("measureInterval", of: "measureInterval(on:)", showing: "letters.measureInterval(on: clock)") { run in
      let clock = run.clock
      let letters = run.letters("--a-b---c|")
      run.output(letters.measureInterval(on: clock))
    },
    Drawing("timestamps", of: "timestamps(on:)", showing: "letters.timestamps(on: clock)") { run in
      let clock = run.clock
      let letters = run.letters("--a-b---c|")
      run.output(letters.timestamps(on: clock))
    },
  ]

  /// The signal that each value waits for, with a lane of its own.
  private static func moments(
    in run: Run, _ name: String, _ timelines: [String: Timeline]
  ) -> @Sendable (String) -> Signal<String> {
    { letter in run.recipe("\(name)(\(letter))", timelines[letter] ?? "-", of: letter) }
  }
}
