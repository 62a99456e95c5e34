import Signals
import SignalsTesting
import Testing

/// Timelines as sources, and as results.
@Suite("Sources from timelines") struct TimelineSourceTests {
  private let clock = VirtualScheduler()

  @Test func `the source of a timeline records the same timeline`() throws {
    for text in ["-a--b|", "a(bc)-#", "-(a|)", "#", "|", "--a"] {
      let drawn = timeline(of: Signal<String>.timeline(Timeline(text), on: clock), on: clock)
      try drawn.expect(Timeline(text))
      #expect(clock.pending == 0)
    }
  }

  @Test func `digits are numbers, letters characters, and a table says the rest`() {
    let numbers = Recorder(Signal<Int>.timeline("-1-2|", on: clock).map { $0 * 10 })
    let characters = Recorder(Signal<Character>.timeline("-ab", on: clock))
    let answers = Recorder(
      Signal.timeline("-y-n#", values: ["y": true, "n": false], error: Failure("lost"), on: clock))
    clock.run()
    #expect(numbers.history == ["10", "20", "|"])
    #expect(characters.values == ["a", "b"])
    #expect(answers.history == ["true", "false", "#lost"])
  }

  @Test func `a failure without a name has one`() {
    let recorder = Recorder(Signal<Int>.timeline("#", on: clock))
    clock.run()
    #expect(recorder.history == ["#failure"])
  }

  @Test func `a source of a timeline begins anew with each subscription`() throws {
    let signal = Signal<String>.timeline("-a-b|", on: clock)
    let first = Recorder(signal, on: clock)
    clock.advance(by: .seconds(2))
    let second = Recorder(signal, on: clock)
    clock.run()
    try first.expect("-a-b|")
    try second.expect("-a-b|")
    #expect(second.timedEvents.map(\.description).first == "value(a) at 1.0 seconds")
  }

  @Test func `nothing happens within the subscribing call`() {
    let recorder = Recorder(Signal<String>.timeline("(ab|)", on: clock))
    #expect(recorder.history == [])
    clock.advance(by: .zero)
    #expect(recorder.history == ["a", "b", "|"])
  }

  @Test func `a frame is as long as the tick`() {
    let recorder = Recorder(
      Signal<String>.timeline("-a-b|", tick: .milliseconds(20), on: clock), on: clock, tick: .milliseconds(10))
    clock.run()
    #expect("\(recorder.timeline)" == "--a---b-|")
    #expect(clock.elapsed == .milliseconds(80))
  }

  @Test func `a source that begins when it is made goes on without a subscriber`() throws {
    let source = TimelineSource<String>("-a-b-c|", on: clock, begins: .whenMade)
    clock.advance(by: .seconds(2))
    try timeline(of: source.signal, on: clock).expect("-b-c|")
    #expect(source.subscriptions == ["--^---!"])
  }

  @Test func `events before the subscription mark have happened already`() throws {
    try timeline(of: Signal<String>.timeline("-a-^-b-c|", on: clock, begins: .whenMade), on: clock).expect("--b-c|")
  }

  @Test func `a source without an end doesn't end, also when it is released`() {
    let anew = Recorder(Signal<String>.timeline("-a", on: clock))
    let fromNow = Recorder(Signal<String>.timeline("-a", on: clock, begins: .whenMade))
    clock.advance(by: .seconds(10))
    #expect(anew.history == ["a"])
    #expect(fromNow.history == ["a"])
  }

  @Test func `a source records its subscription, cancellation and completion`() {
    let source = TimelineSource<String>("-a-b--c|", on: clock)
    let first = Recorder(source.signal, on: clock)
    let second = Recorder(source.signal.prefix(2), on: clock, during: "--^")
    let third = Recorder(source.signal, on: clock, during: "-^--!")
    #expect(source.subscriptions == ["^"])
    clock.run()
    #expect(source.subscriptions == ["^------!", "-^--!", "--^--!"])
    #expect("\(first.timeline)" == "-a-b--c|")
    #expect("\(second.timeline)" == "--^a-(b|)")
    #expect("\(third.timeline)" == "-^a-!")
  }

  @Test func `no timer is left after a cancel, wherever it comes from`() {
    let source = TimelineSource<String>("-a-b--c|", on: clock)
    let recorder = Recorder(source.signal)
    #expect(clock.pending == 4)
    recorder.cancel()
    #expect(clock.pending == 0)

    let first = Recorder(source.signal.prefix(1))
    clock.advance(by: .seconds(1))
    #expect(clock.pending == 0)
    #expect(first.history == ["a", "|"])
    #expect(source.subscriptions == ["(^!)", "^!"])
  }

  @Test func `a subscription that is over holds nothing`() {
    let log = Journal()
    let signal = Signal<String>.timeline("-a", on: clock)
    let endpoint = signal.subscribeValues { [token = Token { log.append("released") }] _ in token.touch() }
    clock.advance(by: .seconds(5))
    #expect(log.entries == [])
    endpoint.cancel()
    #expect(log.entries == ["released"])
  }

  @Test func `events of the timeline come before actions of operators in the same frame`() {
    let log = Journal()
    let endpoint = Signal<String>.timeline("-a-b", on: clock).subscribeValues { [clock] value in
      log.append(value)
      _ = clock.schedule(after: .seconds(2)) { log.append("two seconds after \(value)") }
    }
    clock.run()
    #expect(log.entries == ["a", "b", "two seconds after a", "two seconds after b"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: [
    (0, "The timeline \"-^-a\" begins anew with each subscription, so it can't contain a \"^\": leave it out"),
    (1, "The timeline \"-a-!\" has a \"!\", which a source can't send: write values and an end."),
    (2, "The timeline \"-a-b\" has no value for \"b\": add it to `values`."),
    (3, "A tick of 0.0 seconds is no length of a frame: pass a tick greater than zero."),
    (4, "The timeline \"^-a\" can't be the span of a recording: write only \"^\" to subscribe and \"!\" to cancel."),
    (5, "This recorder records no times: make it with a scheduler, Recorder(signal, on: clock)."),
    (6, "Time doesn't go back: advance by zero or more, not by -1.0 seconds."),
    (7, "10 actions have run and more are scheduled: cancel the action that repeats forever, or limit the time"),
    (8, "The timeline \"a|b\" has \"b\" as character 3, after the end"),
    (9, "Time doesn't go back: advance by zero or more, not by -1.0 seconds."),
  ])
  func `a mistake is stopped by a sentence that names the mend and the place of the call`(
    _ mistake: Int, _ sentence: String
  ) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      Self.make(mistake)
    }
    let line = Self.firstLine + mistake
    #expect(said(result).contains("SignalsTestingTests/TimelineSourceTests.swift:\(line): Fatal error: \(sentence)"))
  }

  // Outside the exit test, which is one line to the compiler.
  private static let firstLine = #line + 7

  private static func make(_ mistake: Int) {
    let (clock, text) = (VirtualScheduler(), "a|b")
    for _ in 0..<11 { _ = clock.schedule(after: .seconds(1)) {} }
    // Each case has one line, in the order of the cases.
    switch mistake {
    case 0: _ = Signal<String>.timeline("-^-a", on: clock)
    case 1: _ = Signal<String>.timeline("-a-!", on: clock)
    case 2: _ = Signal.timeline("-a-b", values: ["a": true], on: clock)
    case 3: _ = Signal<String>.timeline("-a-b", tick: .zero, on: clock)
    case 4: _ = Recorder(Signal<Int>.empty(), on: clock, during: "^-a")
    case 5: _ = Recorder(Signal<Int>.empty()).timeline
    case 6: clock.advance(by: .seconds(-1))
    case 7: clock.run(atMost: 10)
    case 8: _ = Timeline(text)
    default: _ = timeline(of: Signal<Int>.never(), on: clock, for: .seconds(-1))
    }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
