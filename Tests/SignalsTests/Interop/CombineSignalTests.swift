#if canImport(Combine)
  import Combine
  import Signals
  import SignalsTesting
  import Testing

  // These have been run with the small Combine in Tests/AppleStubs, not on Apple platforms: see `.ci/apple`.
  @Suite("Publishers as signals", .leavesNothing) struct CombineSignalTests {
    /// Publishes numbers on and on, within the request, until it is cancelled.
    private struct Numbers: Publisher, Sendable {
      typealias Output = Int
      typealias Failure = Never

      let log: Log<String>

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        let run = Run(log) { subscriber.receive($0) }
        subscriber.receive(subscription: run)
      }

      private final class Run: Combine.Subscription {
        private let log: Log<String>
        private var receive: ((Int) -> Subscribers.Demand)?

        init(_ log: Log<String>, _ receive: @escaping (Int) -> Subscribers.Demand) {
          self.log = log
          self.receive = receive
        }

        func request(_ demand: Subscribers.Demand) {
          log.append("asked for \(demand.max.map { "\($0)" } ?? "all")")
          var number = 0
          while let receive {
            number += 1
            _ = receive(number)
          }
        }

        func cancel() {
          log.append("cancelled")
          receive = nil
        }
      }
    }

    // Unchecked, because each test uses it on one thread. Whether a subject is Sendable is Combine's business.
    private final class Held<Failure: Error>: @unchecked Sendable {
      let subject = PassthroughSubject<Int, Failure>()
    }

    @Test func `values come where they are published, then the end`() {
      let held = Held<any Error>()
      let subject = held.subject
      let signal = Signal.from(publisher: { held.subject })
      let (first, second) = (Recorder(signal), Recorder(signal))
      subject.send(1)
      second.cancel()
      subject.send(2)
      subject.send(completion: .finished)
      subject.send(3)
      #expect(first.history == ["1", "2", "|"])
      #expect(second.history == ["1"])
    }

    @Test func `a failure is a failure`() {
      let held = Held<Failure>()
      let recorder = Recorder(Signal.from(publisher: { held.subject }))
      held.subject.send(completion: .failure(Failure("e")))
      #expect(recorder.history == ["#e"])
    }

    @Test func `a publisher that can't be made is a failure too`() {
      let recorder = Recorder(Signal.from(publisher: { () throws -> Numbers in throw Failure("e") }))
      #expect(recorder.history == ["#e"])
    }

    @Test func `it is asked for everything, and cancelled when nobody wants more`() {
      let log = Log<String>()
      let recorder = Recorder(Numbers(log: log).signal.prefix(3))
      #expect(recorder.history == ["1", "2", "3", "|"])
      #expect(log.entries == ["asked for all", "cancelled"])
    }

    @Test func `there and back it is the same`() {
      let there = Signal.of(1, 2).append(.failed(Failure("e"))).publisher()
      #expect(Recorder(there.signal).history == ["1", "2", "#e"])
    }
  }
#endif
