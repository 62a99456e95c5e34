import Signals

extension Gallery {
  static let timing: [Drawing] = [
    Drawing(
      "debounce", of: "debounce(for:on:)", showing: "letters.debounce(for: .seconds(2), on: clock)",
      hint: "The finish doesn't wait, and what waits comes before it."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc---d|")
      run.output(letters.debounce(for: .seconds(2), on: clock))
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
      hint: "A failure is not delayed, and what still waits is lost."
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
      hint: "The first at once, then the last of each three seconds at their end."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc-d---")
      run.output(letters.throttle(for: .seconds(3), on: clock))
    },
    Drawing(
      "throttle-first", of: "throttle(for:latest:on:)",
      showing: "letters.throttle(for: .seconds(3), latest: false, on: clock)",
      hint: "The first at once, then nothing for three seconds."
    ) { run in
      let clock = run.clock
      let letters = run.letters("-abc-d---")
      run.output(letters.throttle(for: .seconds(3), latest: false, on: clock))
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
}
