import Signals

extension Gallery {
  static let sharing: [Drawing] = [
    Drawing(
      "shared", of: "shared()", showing: "feed.shared()",
      hint: "One upstream subscription for both subscribers, until the last one cancels."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c-d-")
      let shared = feed.shared()
      run.output(shared, "first", during: "^-----!")
      run.output(shared, "second", during: "--^-----!")
    },
    Drawing(
      "shared-replaying", of: "shared(replaying:)", showing: "feed.shared(replaying: 1)",
      hint: "A late subscriber receives the latest value at once."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c-d|")
      let shared = feed.shared(replaying: 1)
      run.output(shared, "first")
      run.output(shared, "second", during: "----^")
    },
    Drawing(
      "shared-for", of: "shared(for:on:)", showing: "feed.shared(for: .seconds(2), on: clock)",
      hint: "The shared subscription waits two seconds for another subscriber."
    ) { run in
      let clock = run.clock
      let feed: Signal<String> = run.recipe("feed", "-a-b-c-d-")
      let shared = feed.shared(for: .seconds(2), on: clock)
      run.output(shared, "first", during: "^-!")
      run.output(shared, "second", during: "---^--!")
    },
    Drawing(
      "shared-replaying-for", of: "shared(replaying:for:on:)",
      showing: "feed.shared(replaying: 1, for: .seconds(2), on: clock)",
      hint: "A subscriber that arrives in time receives the latest value at once."
    ) { run in
      let clock = run.clock
      let feed: Signal<String> = run.recipe("feed", "-a-b-c-d-")
      let shared = feed.shared(replaying: 1, for: .seconds(2), on: clock)
      run.output(shared, "first", during: "^-!")
      run.output(shared, "second", during: "----^-!")
    },
    Drawing(
      "shared-restarting", of: "shared(replaying:restartingAfter:)",
      showing: "feed.shared(replaying: 1, restartingAfter: .finish)",
      hint: "After the finish, the next subscriber restarts the feed."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b|")
      let shared = feed.shared(replaying: 1, restartingAfter: .finish)
      run.output(shared, "first")
      run.output(shared, "second", during: "--^")
      run.output(shared, "third", during: "-----^")
    },
    Drawing(
      "continuous", of: "continuous(initial:)", "continuous()", showing: #"letters.continuous(initial: "x")"#,
      hint: "There is always a current value."
    ) { run in
      let letters = run.letters("--a--b--c|")
      let current = letters.continuous(initial: "x")
      run.output(current, "first")
      run.output(current, "second", during: "------^")
    },
    Drawing(
      "playback", of: "playback()", showing: "letters.playback()",
      hint: "A late subscriber receives every value from the beginning."
    ) { run in
      let letters = run.letters("-a-b---c|")
      let all = letters.playback()
      run.output(all, "first")
      run.output(all, "second", during: "-----^")
    },
    Drawing(
      "cacheUntilActive", of: "cacheUntilActive()", showing: "letters.cacheUntilActive()",
      hint: "Values without a subscriber are buffered for the first one."
    ) { run in
      let letters = run.letters("-a-b-c-d|")
      let messages = letters.cacheUntilActive()
      run.output(messages, "first", during: "----^")
      run.output(messages, "second", during: "------^")
    },
    Drawing(
      "multicast", of: "multicast()", "ConnectableSignal.connect()",
      showing: """
        let shared = feed.multicast()
        let connection = shared.connect()
        """,
      hint: "The feed starts for all subscribers at connect(), here at 3."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c|")
      let shared = feed.multicast()
      run.output(shared.signal, "first")
      run.output(shared.signal, "second", during: "-^")
      run.at(3) {
        let connection = shared.connect()
        run.keep(connection)
      }
    },
    Drawing(
      "autoconnect", of: "ConnectableSignal.autoconnect()", showing: "feed.multicast().autoconnect()",
      hint: "The first subscriber connects the feed."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c|")
      let shared = feed.multicast().autoconnect()
      run.output(shared, "first", during: "--^")
      run.output(shared, "second", during: "----^")
    },
  ]
}
