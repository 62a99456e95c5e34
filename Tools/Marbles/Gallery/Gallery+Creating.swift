import Foundation
import Signals

extension Gallery {
  static let creating: [Drawing] = [
    Drawing(
      "SignalInput", of: "SignalInput", showing: "let clicks = SignalInput<String>()",
      hint: "A late subscriber begins with the next value."
    ) { run in
      let clicks = SignalInput<String>()
      run.send("-a--b--c|", to: clicks, "clicks.send")
      run.output(clicks.signal, "first")
      run.output(clicks.signal, "second", during: "---^")
    },
    Drawing("from", of: "from(_:)", showing: "Signal.from(1...3)") { run in
      run.output(Signal.from(1...3))
    },
    Drawing("of", of: "of(_:)", showing: #"Signal.of("a", "b", "c")"#) { run in
      run.output(Signal.of("a", "b", "c"))
    },
    Drawing("just", of: "just(_:)", showing: #"Signal.just("a")"#) { run in
      run.output(Signal.just("a"))
    },
    Drawing("empty", of: "empty()", showing: "Signal<Int>.empty()") { run in
      run.output(Signal<Int>.empty())
    },
    Drawing("never", of: "never()", showing: "Signal<Int>.never()") { run in
      run.output(Signal<Int>.never())
    },
    Drawing("failed", of: "failed(_:)", showing: "Signal<Int>.failed(Trouble.offline)") { run in
      run.output(Signal<Int>.failed(Trouble.offline))
    },
    Drawing(
      "after", of: "after(_:_:on:)", "after(_:on:)", showing: #"Signal.after(.seconds(3), "ready", on: clock)"#
    ) { run in
      let clock = run.clock
      run.output(Signal.after(.seconds(3), "ready", on: clock))
    },
    Drawing(
      "timer", of: "timer(every:leeway:on:)", showing: "Signal.timer(every: .seconds(2), on: clock)",
      hint: "Each subscription has a count of its own."
    ) { run in
      let clock = run.clock
      let timer = Signal.timer(every: .seconds(2), on: clock)
      run.output(timer, "first", during: "^------!")
      run.output(timer, "second", during: "---^")
    },
    Drawing(
      "timer-after", of: "timer(after:every:leeway:on:)",
      showing: "Signal.timer(after: .seconds(1), every: .seconds(3), on: clock)",
      hint: "The first number has its own delay."
    ) { run in
      let clock = run.clock
      run.output(Signal.timer(after: .seconds(1), every: .seconds(3), on: clock))
    },
    Drawing(
      "deferred", of: "deferred(_:)", showing: "Signal.deferred { .just(counter.next()) }",
      hint: "Each subscription creates a signal of its own."
    ) { run in
      let counter = Counter(run.notes("counter.next"))
      let answer = Signal.deferred { .just(counter.next()) }
      run.output(answer, "first", during: "--^")
      run.output(answer, "second", during: "------^")
    },
    Drawing(
      "generate", of: "generate(_:)",
      showing: """
        Signal<Int>.generate { emitter in
          sensor.start { emitter.send($0) }
          emitter.whenEnded { sensor.stop() }
        }
        """,
      hint: "The sensor is on while there is a subscription."
    ) { run in
      let sensor = Sensor(run)
      let values = Signal<Int>.generate { emitter in
        sensor.start { emitter.send($0) }
        emitter.whenEnded { sensor.stop() }
      }
      run.output(values, during: "-^------!")
    },
    Drawing(
      "future", of: "future(_:)", showing: "Signal<String>.future { complete in loader.load(complete) }",
      hint: "Each subscription calls the loader. Its result is the only value."
    ) { run in
      let loader = Loader(run)
      run.output(Signal<String>.future { complete in loader.load(complete) }, during: "-^")
    },
    Drawing(
      "using", of: "using(_:signal:release:)",
      showing: """
        Signal.using { file.open() }
          signal: { file in file.lines }
          release: { file in file.close() }
        """,
      hint: "The file is closed when the subscription ends."
    ) { run in
      let file = File(run)
      let lines = Signal.using {
        file.open()
      } signal: { file in
        file.lines
      } release: { file in
        file.close()
      }
      run.output(lines, during: "-^")
    },
  ]

  static let interop: [Drawing] = [
    Drawing(
      "notifications", of: "NotificationCenter.signal(for:object:_:)", "NotificationCenter.signal(for:object:)",
      showing: #"center.signal(for: .saved) { $0.userInfo?["title"] as? String }"#
    ) { run in
      let center = NotificationCenter()
      let posts = run.notes("center.post")
      for (frame, title) in [(1, "a"), (4, "b"), (7, "c")] {
        run.at(frame) {
          posts.write(title)
          center.post(name: .saved, object: nil, userInfo: ["title": title])
        }
      }
      run.output(center.signal(for: .saved) { $0.userInfo?["title"] as? String }, during: "--^")
    }
  ]
}

extension Notification.Name {
  fileprivate static let saved = Notification.Name("saved")
}
