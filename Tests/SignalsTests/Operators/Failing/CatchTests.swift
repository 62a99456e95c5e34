import Signals
import SignalsTesting
import Testing

@Suite("catch", .leavesNothing) struct CatchTests {
  @Test func `goes on with another signal where this one fails`() {
    let input = SignalInput<Int>()
    let other = SignalInput<Int>()
    let recorder = Recorder(input.signal.catch { _ in other.signal })
    other.send(10)
    input.send(1)
    input.fail(Failure("e"))
    other.send(20)
    input.send(2)
    other.finish()
    expect(recorder.history, equals: ["1", "20", "|"])
  }

  @Test func `a finish passes, and nothing is called`() {
    expect(
      history(of: [1, 2]) { signal in
        signal.catch { _ in
          Issue.record("nothing failed")
          return .just(0)
        }
      }, equals: ["1", "2", "|"])
  }

  @Test func `gets the error, also one that a closure above has thrown`() {
    expect(
      history(of: [1, 2, 3], end: nil) { signal in
        signal.map { value in
          if value == 2 { throw Failure("two") }
          return "\(value)"
        }.catch { .of("\($0)", "rest") }
      }, equals: ["1", "two", "rest", "|"])
  }

  @Test func `where it throws, the signal fails with that`() {
    expect(
      history(of: [1], end: .failed(Failure("e"))) { signal in
        signal.catch { throw Failure("\($0), and again") }
      }, equals: ["1", "#e, and again"])
  }

  @Test func `a failure of the other passes`() {
    expect(
      history(of: [1], end: .failed(Failure("e"))) { $0.catch { _ in .failed(Failure("other")) } },
      equals: ["1", "#other"])
  }

  @Test func `an error below is not its own`() {
    expect(
      history(of: [1, 2]) { signal in
        signal.catch { _ in .just(0) }.map { throw Failure("below \($0)") }
      }, equals: ["#below 1"])
    expect(
      history(of: [], end: .failed(Failure("e"))) { (signal: Signal<Int>) in
        signal.catch { _ in .of(1, 2) }.map { throw Failure("below \($0)") }
      }, equals: ["#below 1"])
  }

  @Test func `signals that have values at once`() {
    expect(Recorder(Signal<Int>.failed(Failure()).catch { _ in .of(1, 2) }).history, equals: ["1", "2", "|"])
    expect(Recorder(Signal<Int>.failed(Failure()).catch { _ in .empty() }).history, equals: ["|"])
    expect(
      Recorder(Signal<Int>.failed(Failure("a")).catch { _ in .failed(Failure("b")) }.catch { .of("\($0)".count) })
        .history, equals: ["1", "|"])
  }

  @Test func `the failed signal is released at once`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let other = SignalInput<Int>()
    let above = Tracked("above", log)
    let recover = Tracked("recover", log)
    let recorder = Recorder(
      input.signal.filter { [above] _ in
        above.touch()
        return true
      }.catch { [recover] _ in
        recover.touch()
        return other.signal
      })
    _ = consume above
    _ = consume recover
    input.send(1)
    expect(log.entries, equals: [])
    input.fail(Failure())
    expect(log.entries.sorted(), equals: ["above released", "recover released"])
    other.send(2)
    expect(recorder.history, equals: ["1", "2"])
  }

  @Test func `a cancel releases the following signal`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let other = SignalInput<Int>()
    let endpoint = input.signal.catch { _ in
      let beside = Tracked("other", log)
      return other.signal.filter { _ in
        beside.touch()
        return true
      }
    }.subscribeValues { _ in }
    input.fail(Failure())
    expect(log.entries, equals: [])
    endpoint.cancel()
    expect(log.entries, equals: ["other released"])
  }

  @Test func `nothing is subscribed to where the closure cancels`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    input.signal.catch { _ in
      bag.cancel()
      return Signal.of(1).map { value in
        log.append("subscribed")
        return value
      }
    }.subscribe { log.append("\($0)") }.store(in: bag)
    input.fail(Failure())
    expect(!log.entries.contains("value(1)"))
    expect(!log.entries.contains("finished"))
    expect(log.entries, equals: [])
  }

  @Test func `a send and a cancel inside the handler`() {
    let input = SignalInput<Int>()
    let other = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.catch { _ in other.signal }.subscribeWhile { value in
      log.append(value)
      if value == 1 {
        input.send(2)
        input.fail(Failure())
      }
      if value == 10 { other.send(11) }
      return value < 10
    }
    input.send(1)
    expect(log.entries, equals: [1, 2])
    other.send(10)
    expect(log.entries, equals: [1, 2, 10])
    expect(!endpoint.isActive)
  }
}
