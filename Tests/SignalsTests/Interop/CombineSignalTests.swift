#if canImport(Combine)
  import Combine
  import Signals
  import SignalsTesting
  import Testing

  // These have been run with the small Combine in Tests/AppleStubs (see `.ci/apple`) and with OpenCombine (see
  // `.ci/combine`), not on Apple platforms.
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
      expect(first.history, equals: ["1", "2", "|"])
      expect(second.history, equals: ["1"])
    }

    @Test func `a failure is a failure`() {
      let held = Held<Failure>()
      let recorder = Recorder(Signal.from(publisher: { held.subject }))
      held.subject.send(completion: .failure(Failure("e")))
      expect(recorder.history, equals: ["#e"])
    }

    @Test func `a publisher that can't be made is a failure too`() {
      let recorder = Recorder(Signal.from(publisher: { () throws -> Numbers in throw Failure("e") }))
      expect(recorder.history, equals: ["#e"])
    }

    @Test func `the publisher receives unlimited demand, and is cancelled when no subscriber wants more`() {
      let log = Log<String>()
      let recorder = Recorder(Numbers(log: log).signal.prefix(3))
      expect(recorder.history, equals: ["1", "2", "3", "|"])
      expect(log.entries, equals: ["asked for all", "cancelled"])
    }

    /// Gives each subscriber so many subscriptions, and keeps nothing of it.
    private struct Forgetful: Publisher, Sendable {
      typealias Output = Int
      typealias Failure = Never

      let subscriptions: Int
      let log: Log<String>

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        for number in 0..<subscriptions { subscriber.receive(subscription: Run(number, log)) }
        _ = subscriber.receive(1)
      }

      private final class Run: Combine.Subscription {
        private let number: Int
        private let log: Log<String>

        init(_ number: Int, _ log: Log<String>) { (self.number, self.log) = (number, log) }

        func request(_ demand: Subscribers.Demand) { log.append("\(number) asked") }

        func cancel() { log.append("\(number) cancelled") }
      }
    }

    @Test func `a publisher that keeps no subscriber doesn't end the signal`() {
      let log = Log<String>()
      for subscriptions in 0...1 {
        let recorder = Recorder(Forgetful(subscriptions: subscriptions, log: log).signal)
        expect(recorder.history, equals: ["1"])
      }
      expect(log.entries, equals: ["0 asked", "0 cancelled"])
    }

    @Test func `a second subscription is cancelled at once, and the first one with the signal`() {
      let log = Log<String>()
      let recorder = Recorder(Forgetful(subscriptions: 3, log: log).signal)
      expect(log.entries, equals: ["0 asked", "1 cancelled", "2 cancelled"])
      recorder.cancel()
      expect(recorder.history, equals: ["1"])
      expect(log.entries, equals: ["0 asked", "1 cancelled", "2 cancelled", "0 cancelled"])
    }

    @Test func `the subscription of a publisher that has completed isn't cancelled`() {
      let held = Held<any Error>()
      let log = Log<String>()
      let recorder = Recorder(Completing(subject: held.subject, log: log).signal)
      held.subject.send(1)
      held.subject.send(completion: .finished)
      expect(recorder.history, equals: ["1", "|"])
      expect(log.entries, equals: [])
    }

    // Unchecked, because the test uses it on one thread.
    private struct Completing: Publisher, @unchecked Sendable {
      typealias Output = Int
      typealias Failure = any Error

      let subject: PassthroughSubject<Int, any Error>
      let log: Log<String>

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {
        subject.receive(subscriber: Inner(subscriber, log))
      }

      private final class Inner<S: Subscriber>: Subscriber, Combine.Subscription
      where S.Input == Int, S.Failure == any Error {
        private let subscriber: S
        private let log: Log<String>
        private var upstream: (any Combine.Subscription)?

        init(_ subscriber: S, _ log: Log<String>) { (self.subscriber, self.log) = (subscriber, log) }

        func receive(subscription: any Combine.Subscription) {
          upstream = subscription
          subscriber.receive(subscription: self)
        }

        func receive(_ input: Int) -> Subscribers.Demand { subscriber.receive(input) }

        func receive(completion: Subscribers.Completion<any Error>) {
          upstream = nil
          subscriber.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }

        func cancel() { log.append("cancelled") }
      }
    }

    @Test func `there and back it is the same`() {
      let there = Signal.of(1, 2).append(.failed(Failure("e"))).publisher()
      expect(Recorder(there.signal).history, equals: ["1", "2", "#e"])
    }
  }
#endif
