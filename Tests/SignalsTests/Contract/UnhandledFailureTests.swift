import Dispatch
import Signals
import SignalsTesting
import Testing

/// C14: the failure of a signal whose subscriber takes only the values is reported.
@Suite("C14 Unhandled failures", .leavesNothing) struct UnhandledFailureTests {
  /// The reports that the process printed, each without the place of the subscriber's module.
  private func printed(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("ignores the failure") }
  }

  private func sentence(_ subscriber: String, _ signal: String, at line: Int, failure: String = "boom") -> String {
    "SignalsTests/UnhandledFailureTests.swift:\(line): \(subscriber) ignores the failure of \(signal): \(failure). "
      + "Handle it with `subscribe(onValue:onEnd:)`, or before with `catch` or `replaceError(with:)`."
  }

  private final class Label: Sendable {
    private let shown = Guarded(0)
    var number: Int {
      get { shown.change { $0 } }
      set { shown.change { $0 = newValue } }
    }
  }

  // The calls whose lines are compared stand outside the exit tests, which are one line to the compiler.

  private static let lineOfMap = #line + 3

  private static func failInMap() {
    let failing: Signal<Int> = Signal.of(1, 2).map { _ in throw Failure("boom") }
    let endpoint = failing.subscribeValues { _ in }
    if endpoint.isActive { preconditionFailure("The signal has failed.") }
  }

  @Test func `a debug build prints the failure, the signal and the place of the subscriber, and goes on`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { Self.failInMap() }
    let line = Self.lineOfMap
    expect(
      printed(result),
      equals: [
        sentence("subscribeValues", "map (SignalsTests/UnhandledFailureTests.swift:\(line))", at: line + 1)
      ])
  }

  private static let lineOfFirst = #line + 5

  private static func failInEachWay() {
    let failing = Signal<Int>.failed(Failure("boom"))
    let label = Label()
    _ = failing.subscribeValues { _ in }
    _ = failing.subscribeValues(for: label) { _, _ in }
    _ = failing.subscribeWhile { _ in true }
    _ = failing.assign(to: \.number, on: label)
    withExtendedLifetime(label) {}
  }

  @Test func `each way to subscribe to the values alone reports`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.failInEachWay()
    }
    let line = Self.lineOfFirst
    let origin = "failed (SignalsTests/UnhandledFailureTests.swift:\(line - 2))"
    expect(
      printed(result),
      equals: [
        sentence("subscribeValues", origin, at: line), sentence("subscribeValues", origin, at: line + 1),
        sentence("subscribeWhile", origin, at: line + 2), sentence("assign", origin, at: line + 3),
      ])
  }

  @Test func `the hook receives the failure instead, also on the main actor`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      SignalDiagnostics.onUnhandledFailure = { failure in
        log.append("\(failure.error) \(failure.signal) \(failure.subscriber) \(failure.file) \(failure.line > 0)")
      }
      await MainActor.run {
        let input = SignalInput<Int>()
        var last = 0
        let endpoint = input.subscribeValues { last = $0 }
        input.send(1)
        input.fail(Failure("boom"))
        precondition(!endpoint.isActive && last == 1)
      }
      precondition(
        log.entries == ["boom a Signal<Int> subscribeValues SignalsTests/UnhandledFailureTests.swift true"],
        "\(log.entries)")
      precondition(SignalDiagnostics.onUnhandledFailure != nil)
      SignalDiagnostics.onUnhandledFailure = nil
    }
  }

  @Test func `an empty hook silences a debug build, and a set hook is released when another replaces it`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let log = Log<String>()
      do {
        let captured = Tracked("captured", log)
        SignalDiagnostics.onUnhandledFailure = { _ in captured.touch() }
      }
      SignalDiagnostics.onUnhandledFailure = { _ in }
      precondition(log.entries == ["captured released"])
      _ = Signal<Int>.failed(Failure()).subscribeValues { _ in }
    }
    expect(printed(result), equals: [])
  }

  @Test func `the signal is called by its name, also below a queue and a filter`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      SignalDiagnostics.onUnhandledFailure = { log.append($0.signal) }
      let failing = Signal<Int>.failed(Failure()).named("prices")
      _ = failing.subscribeValues { _ in }
      _ = failing.filter { $0 > 0 }.subscribeValues { _ in }
      let queue = DispatchQueue(label: "delivery")
      let endpoint = failing.deliver(on: queue).subscribeValues { _ in }
      queue.settle()
      await MainActor.run {
        let shown = Log<Int>()
        _ = failing.subscribeValues { @MainActor in shown.append($0) }
      }
      precondition(!endpoint.isActive)
      precondition(log.entries == Array(repeating: "\"prices\"", count: 4), "\(log.entries)")
    }
  }

  @Test func `a failure that is handled, or that nothing waits for any more, is not reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let failing = Signal<Int>.failed(Failure())
      _ = failing.subscribe { _ in }
      _ = failing.subscribe(onValue: { _ in }, onEnd: { _ in })
      _ = failing.catch { _ in .just(1) }.subscribeValues { _ in }
      _ = Signal<Int>.empty().subscribeValues { _ in }
      _ = try? await failing.firstValue()
      do { for try await _ in failing.values {} } catch {}

      let input = SignalInput<Int>()
      let cancelled = input.subscribeValues { _ in }
      var label: Label? = Label()
      let ownerless = label.map { input.subscribeValues(for: $0) { _, _ in } }
      let assigned = label.map { input.assign(to: \.number, on: $0) }
      let satisfied = input.subscribeWhile { _ in false }
      label = nil
      cancelled.cancel()
      input.send(1)
      input.fail(Failure())
      withExtendedLifetime((ownerless, assigned, satisfied)) {}
    }
    expect(printed(result), equals: [])
  }

  @Test func `the object of the main actor that is assigned to is gone, so nothing is reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      final class Field { var number = 0 }
      let input = SignalInput<Int>()
      var field: Field? = Field()
      let endpoint = field.map { input.assign(to: \.number, on: $0) }
      field = nil
      input.fail(Failure())
      precondition(endpoint?.isActive == false)
    }
    expect(printed(result), equals: [])
  }

  @Test func `a cancelled operation is no failure`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = Signal<Int>.failed(CancellationError()).subscribeValues { _ in }
    }
    expect(printed(result), equals: [])
  }

  private static let lineOfNumbers = #line + 3

  private static func failInTwoLines() {
    _ = Signal<Int>.failed(Failure("one\ntwo")).named("numbers").subscribeValues { _ in }
  }

  @Test func `a report is one line, for any description of the error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Self.failInTwoLines()
    }
    let line = Self.lineOfNumbers
    expect(printed(result), equals: [sentence("subscribeValues", "\"numbers\"", at: line, failure: "one two")])
  }

  @Test func `the hook may send to the source that has failed, and subscribe`() async {
    await #expect(processExitsWith: .success) {
      let input = SignalInput<Int>()
      let seen = Log<String>()
      let bag = CancellableBag()
      SignalDiagnostics.onUnhandledFailure = { [input] _ in
        seen.append("\(input.send(2))")
        bag += input.subscribe { seen.append("\($0)") }
      }
      let endpoint = input.subscribeValues { _ in }
      input.fail(Failure("boom"))
      precondition(seen.entries == ["ended", "failed(boom)"], "\(seen.entries)")
      withExtendedLifetime(endpoint) {}
      SignalDiagnostics.onUnhandledFailure = nil
    }
  }
}
