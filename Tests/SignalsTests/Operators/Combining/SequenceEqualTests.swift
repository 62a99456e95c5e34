import Signals
import SignalsTesting
import Testing

@Suite("sequenceEqual", .leavesNothing) struct SequenceEqualTests {
  let a = SignalInput<Int>()
  let b = SignalInput<Int>()

  func recorder() -> Recorder<Bool> { Recorder(a.signal.sequenceEqual(b.signal)) }

  @Test func `answers true when both have finished with the same values, however far one was ahead`() {
    for aFirst in [true, false] {
      let (a, b) = (SignalInput<Int>(), SignalInput<Int>())
      let recorder = Recorder(a.signal.sequenceEqual(b.signal))
      for value in 1...3 { (aFirst ? a : b).send(value) }
      (aFirst ? a : b).finish()
      for value in 1...3 { (aFirst ? b : a).send(value) }
      expect(recorder.history, equals: [])
      (aFirst ? b : a).finish()
      expect(recorder.history, equals: ["true", "|"])
    }
  }

  @Test func `answers false as soon as two differ, and cancels both`() {
    let log = Log<String>()
    let recorder = Recorder(a.signal.keeping("a", log).sequenceEqual(b.signal.keeping("b", log)))
    a.send(1)
    a.send(2)
    b.send(1)
    expect(recorder.history, equals: [])
    b.send(3)
    expect(recorder.history, equals: ["false", "|"])
    expect(log.entries.sorted(), equals: ["a released", "b released"])
  }

  @Test func `answers false as soon as one is longer`() {
    let first = recorder()
    a.send(1)
    b.send(1)
    b.finish()
    expect(first.history, equals: [])
    a.send(2)
    expect(first.history, equals: ["false", "|"])
    let (c, d) = (SignalInput<Int>(), SignalInput<Int>())
    let second = Recorder(c.signal.sequenceEqual(d.signal))
    c.send(1)
    c.send(2)
    d.send(1)
    d.finish()
    expect(second.history, equals: ["false", "|"])
  }

  @Test func `fails with either input, in spite of waiting values`() {
    let first = recorder()
    a.send(1)
    b.fail(Failure("e"))
    expect(first.history, equals: ["#e"])
    let second = Recorder(a.signal.sequenceEqual(.of(1)))
    a.fail(Failure("e"))
    expect(second.history, equals: ["#e"])
  }

  @Test func `signals that bring everything at once`() {
    expect(Recorder(Signal.of(1, 2).sequenceEqual(.of(1, 2))).history, equals: ["true", "|"])
    expect(Recorder(Signal.of(1, 2).sequenceEqual(.of(1, 3))).history, equals: ["false", "|"])
    expect(Recorder(Signal.of(1, 2).sequenceEqual(.of(1))).history, equals: ["false", "|"])
    expect(Recorder(Signal.of(1).sequenceEqual(.of(1, 2))).history, equals: ["false", "|"])
    expect(Recorder(Signal.of(1).sequenceEqual(.from(1...))).history, equals: ["false", "|"])
    expect(Recorder(Signal<Int>.empty().sequenceEqual(.empty())).history, equals: ["true", "|"])
    expect(Recorder(Signal<Int>.empty().sequenceEqual(.of(1))).history, equals: ["false", "|"])
    expect(Recorder(Signal<Int>.empty().sequenceEqual(.never())).history, equals: [])
    expect(Recorder(Signal.of(1).sequenceEqual(.failed(Failure("e")))).history, equals: ["#e"])
    expect(Recorder(Signal<Int>.failed(Failure("e")).sequenceEqual(.of(1))).history, equals: ["#e"])
  }

  @Test func `the caller's comparison applies to any types`() {
    let same: @Sendable (Int, String) throws -> Bool = { "\(try checked($0))" == $1 }
    expect(Recorder(Signal.of(1, 2).sequenceEqual(.of("1", "2"), by: same)).history, equals: ["true", "|"])
    expect(Recorder(Signal.of(1, 2).sequenceEqual(.of("1", "3"), by: same)).history, equals: ["false", "|"])
    expect(Recorder(Signal.of(1, -2).sequenceEqual(.of("1", "2"), by: same)).history, equals: ["#negative"])
  }

  @Test func `a handler's send comes too late`() {
    let log = Log<String>()
    let endpoint = a.signal.sequenceEqual(b.signal).subscribe { [a, b] event in
      log.append("\(event)")
      a.send(3)
      b.finish()
    }
    a.send(1)
    b.send(2)
    expect(log.entries, equals: ["value(false)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `cancelled in the handler there is no end`() {
    expect(history(cancelledInside: [1, 2]) { $0.sequenceEqual($0) }, equals: ["true"])
  }

  @Test func `waiting values are released when it is cancelled, when it ends, and when they have been compared`() {
    for ending in ["cancel", "failure", "answer"] {
      let log = Log<String>()
      let tracked = SignalInput<Tracked>()
      let other = SignalInput<Int>()
      let endpoint = tracked.signal.sequenceEqual(other.signal) { _, value in value == 0 }.subscribeValues { _ in }
      for index in 1...3 { tracked.send(Tracked("\(index)", log)) }
      other.send(0)
      expect(log.entries, equals: ["1 released"])
      switch ending {
      case "cancel": endpoint.cancel()
      case "failure": other.fail(Failure())
      default: other.send(1)
      }
      expect(log.entries.sorted(), equals: ["1 released", "2 released", "3 released"], "\(ending)")
    }
  }

  @Test func `the function is the same as the method`() {
    expect(Recorder(sequenceEqual(Signal.of(1, 2), Signal.of(1, 2))).history, equals: ["true", "|"])
    expect(Recorder(sequenceEqual(Signal.of(1, 2), Signal.of(1, 3))).history, equals: ["false", "|"])
    expect(
      Recorder(sequenceEqual(Signal.of(1, 2), Signal.of("1", "2")) { "\($0)" == $1 }).history, equals: ["true", "|"])
    let several = sequenceEqual(Signal.of(1, -2), Signal.of("1", "2")) { number, text in
      let number = try checked(number)
      return "\(number)" == text
    }
    expect(Recorder(several).history, equals: ["#negative"])
    let recorder = Recorder(sequenceEqual(a, b))
    a.send(1)
    b.send(2)
    expect(recorder.history, equals: ["false", "|"])
  }
}
