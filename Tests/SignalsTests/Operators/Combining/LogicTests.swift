import Signals
import SignalsTesting
import Testing

@Suite("not, and, or", .leavesNothing) struct LogicTests {
  let a = SignalInput<Bool>()
  let b = SignalInput<Bool>()

  @Test func `not emits the opposite of each value, and passes on the end`() {
    expect(history(of: [true, false, false]) { $0.not() }, equals: ["false", "true", "true", "|"])
    expect(history(of: [true], end: .failed(Failure("e"))) { $0.not() }, equals: ["false", "#e"])
  }

  @Test func `and is true while the latest values of both are`() {
    let recorder = Recorder(a.and(b))
    a.send(true)
    expect(recorder.history, equals: [])
    b.send(false)
    b.send(true)
    a.send(false)
    b.send(false)
    expect(recorder.history, equals: ["false", "true", "false", "false"])
  }

  @Test func `or is true while the latest value of either is`() {
    let recorder = Recorder(a.or(b))
    a.send(true)
    expect(recorder.history, equals: [])
    b.send(false)
    a.send(false)
    b.send(true)
    a.send(true)
    expect(recorder.history, equals: ["true", "false", "true", "true"])
  }

  @Test func `they finish with the last of both, and fail with the first`() {
    let and = Recorder(a.and(b))
    let or = Recorder(a.or(b))
    a.send(true)
    b.send(true)
    a.finish()
    expect(and.history, equals: ["true"])
    b.fail(Failure("e"))
    expect(and.history, equals: ["true", "#e"])
    expect(or.history, equals: ["true", "#e"])
    expect(Recorder(Signal.of(true).and(Signal.of(false))).history, equals: ["false", "|"])
    expect(Recorder(Signal.of(true).or(Signal.of(false))).history, equals: ["true", "|"])
    expect(Recorder(Signal<Bool>.empty().or(Signal.of(true))).history, equals: ["|"])
  }

  @Test func `an event that reaches both emits once (C10)`() {
    let never = Recorder(a.and(a.not()))
    let always = Recorder(a.or(a.not()))
    for value in [true, false, true] { a.send(value) }
    expect(never.history, equals: ["false", "false", "false"])
    expect(always.history, equals: ["true", "true", "true"])
  }

  @Test func `a longer expression of them`() {
    let recorder = Recorder(a.and(b.not()).or(a.not().and(b)).removeDuplicates())
    transaction {
      a.send(true)
      b.send(true)
    }
    a.send(false)
    b.send(false)
    a.send(true)
    expect(recorder.history, equals: ["false", "true", "false", "true"])
  }

  @Test func `nothing follows a cancellation in the handler`() {
    expect(history(cancelledInside: [1, 2]) { $0.map { $0 > 1 }.not() }, equals: ["true"])
    expect(history(cancelledInside: [1, 2]) { $0.map { $0 > 1 }.or(.just(true)) }, equals: ["true"])
  }
}
