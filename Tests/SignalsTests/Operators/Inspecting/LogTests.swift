import Signals
import SignalsTesting
import Testing

@Suite("log", .leavesNothing) struct LogTests {
  private let lines = Log<String>()

  @Test func `writes every event before it is passed on, after the label`() {
    let input = SignalInput<Int>()
    let endpoint = input.signal.log("numbers", to: lines.append).subscribe { [lines] in lines.append("handler \($0)") }
    input.send(1)
    input.fail(Failure("e"))
    endpoint.cancel()
    let expected = ["numbers: value(1)", "handler value(1)", "numbers: failed(e)", "handler failed(e)"]
    expect(lines.entries, equals: expected)
  }

  @Test func `writes a cancel, be it from the endpoint or from below`() {
    Signal<Int>.never().log("never", to: lines.append).subscribe { _ in }.cancel()
    expect(history(of: [1, 2]) { $0.log("first", to: lines.append).prefix(1) }, equals: ["1", "|"])
    expect(lines.entries, equals: ["never: cancelled", "first: value(1)", "first: cancelled"])
  }

  @Test func `without a label it writes the place of the call`() {
    let line = #line + 1
    expect(history(of: [1]) { $0.log(to: lines.append) }, equals: ["1", "|"])
    expect(
      lines.entries,
      equals: [
        "SignalsTests/LogTests.swift:\(line): value(1)", "SignalsTests/LogTests.swift:\(line): finished",
      ])
  }

  @Test func `without a label it writes the name of the signal above`() {
    expect(history(of: [1]) { $0.named("far").named("near").log(to: lines.append) }, equals: ["1", "|"])
    let through = history(of: [2]) { [lines] in
      $0.named("source").filter { _ in true }.scan(0) { $0 + $1 }.log(to: lines.append)
    }
    expect(through, equals: ["2", "|"])
    expect(history(of: [3]) { $0.named("name").log("label", to: lines.append) }, equals: ["3", "|"])
    let expected = [
      "near: value(1)", "near: finished", "source: value(2)", "source: finished", "label: value(3)", "label: finished",
    ]
    expect(lines.entries, equals: expected)
  }

  @Test func `the name reaches it also where the graph is recorded`() {
    let recorder = GraphRecorder()
    let log = recorder.record { history(of: [1]) { $0.named("name").map { $0 }.log(to: lines.append) } }
    expect(log, equals: ["1", "|"])
    expect(lines.entries, equals: ["name: value(1)", "name: finished"])
  }

  @Test func `a name is for one of several that write`() {
    let endpoint = Signal.of(1).named("above").log(to: lines.append).map { $0 + 1 }.log("below", to: lines.append)
      .subscribe { _ in }
    withExtendedLifetime(endpoint) {}
    expect(lines.entries, equals: ["above: value(1)", "below: value(2)", "above: finished", "below: finished"])
  }

  @Test func `a handler's sends and cancel inside`() {
    expect(history(of: [1], sendingInside: [2]) { $0.log("a", to: lines.append) }, equals: ["1", "2", "|"])
    expect(history(cancelledInside: [1, 2]) { $0.log("b", to: lines.append) }, equals: ["1"])
    expect(lines.entries, equals: ["a: value(1)", "a: value(2)", "a: finished", "b: value(1)", "b: cancelled"])
  }

  @Test func `nothing waits`() throws {
    let clock = VirtualScheduler()
    let source = Signal<String>.timeline("-a-b--#", on: clock)
    try timeline(of: source.log("source", to: lines.append), on: clock).expect("-a-b--#")
    expect(lines.entries.count, equals: 3)
  }

  @Test func `prints by default`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      withExtendedLifetime(Signal.of(1).log("numbers").subscribe { _ in }) {}
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    expect(said.contains("numbers: value(1)\nnumbers: finished\n"))
  }
}
