import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// C6: debug builds report an endpoint that is released in the turn in which it was made.
@Suite("C6 Endpoints that are released at once", .leavesNothing) struct EarlyReleaseTests {
  private static func reported(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("was released in the turn") }
  }

  private static func sentence(_ operation: String, at line: Int) -> String {
    "SignalsTests/EarlyReleaseTests.swift:\(line): the result of \(operation) was released in the turn in which it was "
      + "made, which cancels it. Store it for as long as it has to last, for example with `store(in:)`, or call "
      + "`cancel()` to end it on purpose."
  }

  private final class Label: Sendable {
    private let shown = Guarded(0)
    var number: Int {
      get { shown.change { $0 } }
      set { shown.change { $0 = newValue } }
    }
  }

  // The calls whose lines are compared stand outside the exit tests, which are one line to the compiler.

  private static let lineOfFirst = #line + 5

  private static func subscribeInEachWay() {
    let input = SignalInput<Int>()
    let label = Label()
    _ = input.subscribe { _ in }
    _ = input.subscribeValues { _ in }
    _ = input.subscribeWhile { _ in true }
    _ = input.subscribeValues(for: label) { _, _ in }
    _ = input.subscribe(onValue: { _ in }, onEnd: { _ in })
    _ = input.subscribe(for: label, onValue: { _, _ in }, onEnd: { _, _ in })
    _ = input.assign(to: \.number, on: label)
    withExtendedLifetime((input, label)) {}
  }

  @Test func `each way to subscribe reports an endpoint that isn't stored`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Several times, since a thread that is held up between making and releasing has no report. Each place has one.
      for _ in 0..<5 { Self.subscribeInEachWay() }
    }
    let operations = [
      "subscribe", "subscribeValues", "subscribeWhile", "subscribeValues", "subscribe", "subscribe", "assign",
    ]
    let expected = operations.enumerated().map { Self.sentence($1, at: Self.lineOfFirst + $0) }
    expect(Self.reported(result).sorted(), equals: expected.sorted())
  }

  private static let lineOfLocal = #line + 3

  private static func follow(_ signal: Signal<Int>) {
    let endpoint = signal.subscribeValues { _ in }
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a local variable is reported when its function returns, also after values within the subscribing call`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let input = SignalInput<Int>()
      for _ in 0..<5 { Self.follow(input.prepend(1, 2)) }
      withExtendedLifetime(input) {}
    }
    expect(Self.reported(result), equals: [Self.sentence("subscribeValues", at: Self.lineOfLocal)])
  }

  @MainActor private final class Field { var number = 0 }

  private static let lineOfMain = #line + 5

  @MainActor
  private static func subscribeOnMain() {
    let (input, field) = (SignalInput<Int>(), Field())
    _ = input.assign(to: \.number, on: field)
    _ = input.subscribeValues { field.number = $0 }
    withExtendedLifetime(input) {}
  }

  @Test func `main-actor code is no exception`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for _ in 0..<5 { await Self.subscribeOnMain() }
    }
    let line = Self.lineOfMain
    expect(
      Self.reported(result).sorted(),
      equals: [Self.sentence("assign", at: line), Self.sentence("subscribeValues", at: line + 1)])
  }

  private static let lineOfHooked = #line + 3

  private static func releaseAtOnce(_ input: SignalInput<Int>) {
    _ = input.subscribeValues { _ in }
  }

  @Test func `the hook receives the report instead`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<EarlyRelease>()
      SignalDiagnostics.onEarlyRelease = { log.append($0) }
      let input = SignalInput<Int>()
      for _ in 0..<5 { Self.releaseAtOnce(input) }
      let expected = EarlyRelease(operation: "subscribeValues", file: #fileID, line: Self.lineOfHooked)
      precondition(!log.entries.isEmpty && log.entries.allSatisfy { $0 == expected }, "\(log.entries)")
      precondition(SignalDiagnostics.onEarlyRelease != nil)
      SignalDiagnostics.onEarlyRelease = nil
    }
  }

  @Test func `an endpoint that ended, was cancelled, was used or is kept is not reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let input = SignalInput<Int>()
      // Ended within the subscribing call.
      _ = Signal.of(1, 2).subscribeValues { _ in }
      _ = input.prepend(1).prefix(1).subscribe { _ in }
      // Cancelled on purpose, by itself and in a bag.
      input.subscribeValues { _ in }.cancel()
      let bag = CancellableBag()
      input.subscribeValues { _ in }.store(in: bag)
      bag.cancel()
      // Used before it is released.
      var used: Endpoint? = input.subscribeValues { _ in }
      input.send(1)
      used = nil
      var usedEvents: Endpoint? = input.subscribe { _ in }
      input.send(2)
      usedEvents = nil
      // Released by another thread.
      let shared = Guarded<Endpoint?>(input.subscribeValues { _ in })
      onAnotherThread { _ = shared.change { $0.take() } }
      // Of the library itself.
      _ = try? await Signal<Int>.empty().firstValue()
      _ = input.values.makeAsyncIterator()
      _ = Recorder(input.signal)
      withExtendedLifetime((used, usedEvents, input)) {}
    }
    expect(Self.reported(result), equals: [])
  }

  @MainActor
  @Test func `an endpoint that is released in a later turn of the main queue is not reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      let input = SignalInput<Int>()
      var endpoint: Endpoint? = input.subscribeValues { _ in }
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      withExtendedLifetime(endpoint) {}
      endpoint = nil
      // The next turn is another one.
      for _ in 0..<5 { _ = input.subscribe { _ in } }
    }
    expect(Self.reported(result).map { $0.contains("the result of subscribe was") }, equals: [true])
  }

  @Test func `outside the main queue, an endpoint that has lived for a tenth of a second is not reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let input = SignalInput<Int>()
      var endpoint: Endpoint? = input.subscribeValues { _ in }
      let made = DispatchTime.now()
      waitUntil { DispatchTime.now() >= made + .milliseconds(100) }
      withExtendedLifetime(endpoint) {}
      endpoint = nil
      withExtendedLifetime(input) {}
    }
    expect(Self.reported(result), equals: [])
  }
}
