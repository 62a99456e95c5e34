import Signals
import SignalsTesting
import Testing

@Suite("future", .leavesNothing) struct FutureTests {
  typealias Completion = @Sendable (Result<Int, any Error>) -> Void

  /// A future whose completions can be called from outside.
  private static func future(_ completions: Log<Completion>) -> Signal<Int> {
    .future { completions.append($0) }
  }

  @Test func `a result at once is emitted within the subscribing call`() {
    expect(Recorder(Signal<Int>.future { $0(.success(1)) }).history, equals: ["1", "|"])
    expect(Recorder(Signal<Int>.future { $0(.failure(Failure("e"))) }).history, equals: ["#e"])
  }

  @Test func `a later result is emitted when it arrives, from any thread`() {
    let completions = Log<Completion>()
    let recorder = Recorder(Self.future(completions))
    expect(recorder.history, equals: [])
    onAnotherThread { completions.entries[0](.success(7)) }
    expect(recorder.history, equals: ["7", "|"])
  }

  @Test func `each subscription calls the function anew`() {
    let completions = Log<Completion>()
    let signal = Self.future(completions)
    expect(completions.entries.isEmpty)
    let first = Recorder(signal)
    let second = Recorder(signal)
    completions.entries[1](.success(2))
    completions.entries[0](.failure(Failure("e")))
    expect(first.history, equals: ["#e"])
    expect(second.history, equals: ["2", "|"])
  }

  @Test func `only the first result counts`() {
    let completions = Log<Completion>()
    let recorder = Recorder(Self.future(completions))
    completions.entries[0](.success(1))
    completions.entries[0](.success(2))
    completions.entries[0](.failure(Failure()))
    expect(recorder.history, equals: ["1", "|"])
  }

  @Test func `a second result of the handler of the first is ignored`() {
    let completions = Log<Completion>()
    let log = Log<String>()
    let endpoint = Self.future(completions).subscribe { event in
      log.append("\(event)")
      completions.entries[0](.success(2))
    }
    completions.entries[0](.success(1))
    expect(log.entries, equals: ["value(1)", "finished"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `of the results of four threads one counts`() {
    for _ in 0..<200 {
      let completions = Log<Completion>()
      let log = Log<String>()
      let done = Gate()
      let endpoint = Self.future(completions).subscribe { event in
        log.append("\(event)")
        if case .end = event { done.open() }
      }
      let complete = completions.entries[0]
      onThreads(4) { complete(.success($0)) }
      done.wait()
      expect(log.entries.count, equals: 2)
      expect(log.entries.last, equals: "finished")
      withExtendedLifetime(endpoint) {}
    }
  }

  @Test func `a result after a cancellation is ignored`() {
    let completions = Log<Completion>()
    let recorder = Recorder(Self.future(completions))
    recorder.cancel()
    completions.entries[0](.success(1))
    expect(recorder.history, equals: [])
  }

  @Test func `a completion that is released without a call finishes the signal`() {
    expect(Recorder(Signal<Int>.future { _ in }).history, equals: ["|"])
    let kept = Guarded<Hold<Completion>?>(nil)
    let recorder = Recorder(Signal<Int>.future { complete in kept.change { $0 = Hold(complete) } })
    expect(recorder.history, equals: [])
    kept.change { $0 }?.letGo()
    expect(recorder.history, equals: ["|"])
  }

  @Test func `a function that throws fails the signal`() {
    expect(Recorder(Signal<Int>.future { _ in throw Failure("e") }).history, equals: ["#e"])
    let late = Log<Completion>()
    let recorder = Recorder(
      Signal<Int>.future { complete in
        late.append(complete)
        throw Failure("e")
      })
    late.entries[0](.success(1))
    expect(recorder.history, equals: ["#e"])
  }

  @Test func `a handler that cancels gets no end`() {
    let bag = CancellableBag()
    let log = Log<String>()
    let completions = Log<Completion>()
    Self.future(completions).subscribe { event in
      log.append("\(event)")
      bag.cancel()
    }.store(in: bag)
    completions.entries[0](.success(1))
    expect(log.entries, equals: ["value(1)"])
  }

  @Test func `one call is shared by the subscribers of a shared signal`() {
    let completions = Log<Completion>()
    let shared = Self.future(completions).shared(replaying: 1)
    let first = Recorder(shared)
    completions.entries[0](.success(1))
    let second = Recorder(shared)
    expect(first.history, equals: ["1", "|"])
    expect(second.history, equals: ["1", "|"])
    expect(completions.entries.count, equals: 1)
  }
}
