import Signals

extension Gallery {
  static let failing: [Drawing] = [
    Drawing("catch", of: "catch(_:)", showing: "letters.catch { _ in spare }") { run in
      let letters = run.letters("-a-b#", error: Trouble.offline)
      let spare: Signal<String> = run.recipe("spare", "-x-y|")
      run.output(letters.catch { _ in spare })
    },
    Drawing(
      "resume", of: "resume(with:)", showing: "letters.resume(with: others)",
      hint: "The second signal follows a failure as well as a finish."
    ) { run in
      let letters = run.letters("-a-b#", error: Trouble.offline)
      let others: Signal<String> = run.recipe("others", "-x-#", error: Trouble.denied)
      run.output(letters.resume(with: others))
    },
    Drawing("mapError", of: "mapError(_:)", showing: "letters.mapError { _ in Trouble.denied }") { run in
      let letters = run.letters("-a-b-#", error: Trouble.offline)
      run.output(letters.mapError { _ in Trouble.denied })
    },
    Drawing("replaceError", of: "replaceError(with:)", showing: #"letters.replaceError(with: "x")"#) { run in
      let letters = run.letters("-a-b-#", error: Trouble.offline)
      run.output(letters.replaceError(with: "x"))
    },
    Drawing(
      "retry", of: "retry(_:resetsAfterValue:delay:on:)", showing: "request.retry(2, delay: .seconds(1), on: clock)",
      hint: "After two more subscriptions, the failure is passed on."
    ) { run in
      let clock = run.clock
      let request: Signal<String> = run.recipe("request", "-a#", error: Trouble.offline)
      run.output(request.retry(2, delay: .seconds(1), on: clock))
    },
    Drawing(
      "retry-policy", of: "retry(_:on:)",
      showing: """
        let policy = RetryPolicy(delay: .seconds(1), factor: 2)
        request.retry(policy, on: clock)
        """,
      hint: "Each delay is twice as long as the previous one."
    ) { run in
      let clock = run.clock
      let request: Signal<String> = run.recipe("request", "-#", error: Trouble.offline)
      let policy = RetryPolicy(delay: .seconds(1), factor: 2)
      run.output(request.retry(policy, on: clock))
    },
    Drawing(
      "retry-when", of: "retry(when:)",
      showing: "request.retry { errors in errors.delay(for: .seconds(2), on: clock) }",
      hint: "Each value of the signal made from the errors starts the next attempt."
    ) { run in
      let clock = run.clock
      let request: Signal<String> = run.recipe("request", "-a#", error: Trouble.offline)
      run.output(request.retry { errors in errors.delay(for: .seconds(2), on: clock) })
    },
    Drawing(
      "assertNoFailure", of: "assertNoFailure(_:)", showing: "letters.assertNoFailure()",
      hint: "It passes every event on. A failure would stop the program."
    ) { run in
      let letters = run.letters("-a-b--c-|")
      run.output(letters.assertNoFailure())
    },
  ]
}
