import Signals
import SignalsTesting
import Testing

@Suite("asyncMap", .leavesNothing) struct AsyncMapTests {
  /// Results that a test gives out, by the value that asks for them.
  private actor Desk {
    private var answers: [Int: CheckedContinuation<String, any Error>] = [:]
    private(set) var asked: [Int] = []
    private(set) var cancelled: [Int] = []

    func ask(_ value: Int) async throws -> String {
      asked.append(value)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { answers[value] = $0 }
      } onCancel: {
        Task { await self.cancel(value) }
      }
    }

    private func cancel(_ value: Int) {
      cancelled.append(value)
      answers.removeValue(forKey: value)?.resume(throwing: CancellationError())
    }

    func answer(_ value: Int, _ text: String) { answers.removeValue(forKey: value)?.resume(returning: text) }

    func refuse(_ value: Int) { answers.removeValue(forKey: value)?.resume(throwing: Failure("refused \(value)")) }
  }

  private let desk = Desk()
  private let input = SignalInput<Int>()
  private let log = Log<String>()

  private func follow(_ signal: Signal<String>) -> Endpoint {
    signal.subscribe { [log] event in log.append("\(event)") }
  }

  private func asked(_ values: [Int]) async { while await desk.asked != values { await letOthersGoOn() } }

  private func received(_ count: Int) async { while log.entries.count < count { await letOthersGoOn() } }

  @Test func `a function takes the place of the closure, and waits as it does`() async {
    let desk = desk
    @Sendable func ask(_ value: Int) async throws -> String { try await desk.ask(value) }
    @Sendable func describe(_ value: Int) async -> String { "\(value)" }
    let endpoint = follow(input.asyncMap(ask))
    let latest = follow(Signal.of(7).asyncMap(.latest, describe))
    input.send(1)
    input.send(2)
    await received(2)
    await asked([1])
    await desk.answer(1, "a")
    await asked([1, 2])
    await desk.answer(2, "b")
    await received(4)
    expect(log.entries.sorted(), equals: ["finished", "value(7)", "value(a)", "value(b)"])
    endpoint.cancel()
    latest.cancel()
  }

  @Test func `a value waits until the closure has returned for the one before it`() async {
    let endpoint = follow(input.asyncMap { [desk] in try await desk.ask($0) })
    for value in 1...3 { input.send(value) }
    input.finish()
    await asked([1])
    await desk.answer(1, "a")
    await asked([1, 2])
    await desk.answer(2, "b")
    await asked([1, 2, 3])
    await desk.answer(3, "c")
    await received(4)
    expect(log.entries, equals: ["value(a)", "value(b)", "value(c)", "finished"])
    endpoint.cancel()
  }

  @Test func `with merge, the results come as they are ready`() async {
    let endpoint = follow(input.asyncMap(.merge) { [desk] in try await desk.ask($0) })
    input.send(1)
    await asked([1])
    input.send(2)
    await asked([1, 2])
    await desk.answer(2, "b")
    await received(1)
    await desk.answer(1, "a")
    await received(2)
    expect(log.entries, equals: ["value(b)", "value(a)"])
    endpoint.cancel()
  }

  @Test func `with latest, a new value cancels the task of the one before it`() async {
    let endpoint = follow(input.asyncMap(.latest) { [desk] in try await desk.ask($0) })
    input.send(1)
    await asked([1])
    input.send(2)
    await asked([1, 2])
    while await desk.cancelled != [1] { await letOthersGoOn() }
    await desk.answer(2, "b")
    input.finish()
    await received(2)
    expect(log.entries, equals: ["value(b)", "finished"])
    endpoint.cancel()
  }

  @Test func `a closure that throws fails the signal, and the values that wait are dropped`() async {
    let endpoint = follow(input.asyncMap { [desk] in try await desk.ask($0) })
    input.send(1)
    input.send(2)
    await asked([1])
    await desk.refuse(1)
    await received(1)
    expect(log.entries, equals: ["failed(refused 1)"])
    expect(await desk.asked, equals: [1])
    endpoint.cancel()
  }

  @Test func `a failure from upstream doesn't wait for the closure, and cancels its task`() async {
    let endpoint = follow(input.asyncMap { [desk] in try await desk.ask($0) })
    input.send(1)
    await asked([1])
    input.fail(Failure("e"))
    expect(log.entries, equals: ["failed(e)"])
    while await desk.cancelled != [1] { await letOthersGoOn() }
    endpoint.cancel()
  }

  @Test func `a cancellation cancels the task, and its result is dropped`() async {
    let endpoint = follow(input.asyncMap { [desk] in try await desk.ask($0) })
    input.send(1)
    input.send(2)
    await asked([1])
    endpoint.cancel()
    while await desk.cancelled != [1] { await letOthersGoOn() }
    expect(log.entries, equals: [])
    expect(await desk.asked, equals: [1])
  }

  @Test func `without values there is only the end`() {
    expect(history(of: [Int]()) { $0.asyncMap { $0 } }, equals: ["|"])
    expect(history(of: [Int](), end: .failed(Failure("e"))) { $0.asyncMap { $0 } }, equals: ["#e"])
  }

  @MainActor private final class Model {
    var factor = 10
    var results: [Int] = []
    var endpoint: Endpoint?

    func follow(_ signal: Signal<Int>) {
      endpoint = signal.asyncMap { [weak self] value in
        MainActor.assertIsolated()
        await Task.yield()
        return value * (self?.factor ?? 0)
      }.subscribeValues { [weak self] in self?.results.append($0) }
    }
  }

  @MainActor
  @Test func `a closure in main-actor code runs on the main actor`() async {
    let model = Model()
    model.follow(input.signal)
    let sender = startThread { [input] in for value in 1...3 { input.send(value) } }
    while model.results.count < 3 { await letOthersGoOn() }
    sender.wait()
    expect(model.results, equals: [10, 20, 30])
    model.endpoint = nil
  }
}
