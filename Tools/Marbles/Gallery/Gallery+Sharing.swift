import Signals

extension Gallery {
  static let sharing: [Drawing] = [
    Drawing(
      "shared", of: "shared()", showing: "feed.shared()",
      hint: "One subscription above for two below; it goes when the last has gone."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c-d-")
      let shared = feed.shared()
      run.output(shared, "first", during: "^-----!")
      run.output(shared, "second", during: "--^-----!")
    },
    Drawing(
      "shared-replaying", of: "shared(replaying:)", showing: "feed.shared(replaying: 1)",
      hint: "Who comes late gets the last value at once."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c-d|")
      let shared = feed.shared(replaying: 1)
      run.output(shared, "first")
      run.output(shared, "second", during: "----^")
    },
    Drawing(
      "shared-for", of: "shared(for:on:)", showing: "feed.shared(for: .seconds(2), on: clock)",
      hint: "The subscription outlasts the first subscriber by two seconds, and the second one joins it."
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
      hint: "A subscriber that comes in time receives the last value at once."
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
      hint: "After the finish, the next subscriber makes it begin anew."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b|")
      let shared = feed.shared(replaying: 1, restartingAfter: .finish)
      run.output(shared, "first")
      run.output(shared, "second", during: "--^")
      run.output(shared, "third", during: "-----^")
    },
    Drawing(
      "continuous", of: "continuous(initial:)", "continuous()", showing: #"letters.continuous(initial: "x")"#,
      hint: "There always is a current value."
    ) { run in
      let letters = run.letters("--a--b--c|")
      let current = letters.continuous(initial: "x")
      run.output(current, "first")
      run.output(current, "second", during: "------^")
    },
    Drawing(
      "playback", of: "playback()", showing: "letters.playback()",
      hint: "Who comes late gets everything from the beginning."
    ) { run in
      let letters = run.letters("-a-b---c|")
      let all = letters.playback()
      run.output(all, "first")
      run.output(all, "second", during: "-----^")
    },
    Drawing(
      "cacheUntilActive", of: "cacheUntilActive()", showing: "letters.cacheUntilActive()",
      hint: "What comes while nobody is there is kept for the first who comes."
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
      hint: "It begins when it is connected, here at 3, for all who are there by then."
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
      hint: "It is connected with the first who comes."
    ) { run in
      let feed: Signal<String> = run.recipe("feed", "-a-b-c|")
      let shared = feed.multicast().autoconnect()
      run.output(shared, "first", during: "--^")
      run.output(shared, "second", during: "----^")
    },
  ]
}
