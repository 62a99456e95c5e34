#if canImport(Combine)
  import Combine
  import Signals
  import SignalsTesting
  import Testing

  // These have been run with the small Combine in Tests/AppleStubs (see `.ci/apple`) and with OpenCombine (see
  // `.ci/combine`), not on Apple platforms.
  @Suite("Signals as publishers", .leavesNothing) struct CombinePublisherTests {
    /// A subscriber that demands values, and records those that it receives.
    private final class Asker: Subscriber {
      typealias Input = Int
      typealias Failure = any Error

      private(set) var history: [String] = []
      private(set) var subscription: (any Subscription)?
      private let answer: (Int) -> Subscribers.Demand

      init(answer: @escaping (Int) -> Subscribers.Demand = { _ in .none }) { self.answer = answer }

      func receive(subscription: any Subscription) {
        history.append("subscribed")
        self.subscription = subscription
      }

      func receive(_ input: Int) -> Subscribers.Demand {
        history.append("\(input)")
        return answer(input)
      }

      func receive(completion: Subscribers.Completion<any Error>) {
        subscription = nil
        switch completion {
        case .finished: history.append("|")
        case .failure(let error): history.append("#\(error)")
        }
      }
    }

    @Test func `a subscriber receives the demanded values, when it demands them`() {
      let input = SignalInput<Int>()
      let asker = Asker()
      input.signal.publisher().subscribe(asker)
      for value in 1...4 { input.send(value) }
      expect(asker.history, equals: ["subscribed"])
      asker.subscription?.request(.max(1))
      asker.subscription?.request(.max(2))
      expect(asker.history, equals: ["subscribed", "1", "2", "3"])
      input.finish()
      asker.subscription?.request(.unlimited)
      expect(asker.history, equals: ["subscribed", "1", "2", "3", "4", "|"])
    }

    @Test func `the answer of a subscriber counts as demand`() {
      let asker = Asker { value in value < 3 ? .max(1) : .none }
      Signal.from(1...5).publisher().subscribe(asker)
      asker.subscription?.request(.max(1))
      expect(asker.history, equals: ["subscribed", "1", "2", "3"])
      asker.subscription?.cancel()
      asker.subscription?.request(.unlimited)
      expect(asker.history, equals: ["subscribed", "1", "2", "3"])
    }

    @Test func `a bounded buffer drops the values beyond its bound`() {
      let asker = Asker()
      Signal.of(1, 2, 3).publisher(buffering: .newest(1)).subscribe(asker)
      asker.subscription?.request(.unlimited)
      expect(asker.history, equals: ["subscribed", "3", "|"])
    }

    @Test func `an end needs no demand`() {
      let (finished, failed) = (Asker(), Asker())
      Signal.empty().publisher().subscribe(finished)
      Signal.failed(Failure("e")).publisher().subscribe(failed)
      expect([finished.history, failed.history], equals: [["subscribed", "|"], ["subscribed", "#e"]])
    }

    @Test func `a sink is a subscription, and cancelling it ends that`() {
      let input = SignalInput<Int>()
      let log = Log<String>()
      let cancellable = counted(input, log).publisher().sink { _ in
        log.append("end")
      } receiveValue: {
        log.append("\($0)")
      }
      input.send(1)
      cancellable.cancel()
      input.send(2)
      input.finish()
      expect(log.entries, equals: ["subscribed", "1", "subscription released"])
    }

    /// Demands everything, and forgets its subscription.
    private final class Forgetful: Subscriber {
      typealias Input = Int
      typealias Failure = any Error

      private let log: Log<String>

      init(_ log: Log<String>) { self.log = log }

      deinit { log.append("subscriber released") }

      func receive(subscription: any Subscription) { subscription.request(.unlimited) }

      func receive(_ input: Int) -> Subscribers.Demand {
        log.append("\(input)")
        return .none
      }

      func receive(completion: Subscribers.Completion<any Error>) { log.append("completed") }
    }

    @Test func `a subscriber that doesn't retain its subscription receives later values`() {
      let input = SignalInput<Int>()
      let log = Log<String>()
      input.signal.publisher().subscribe(Forgetful(log))
      input.send(1)
      input.send(2)
      expect(log.entries, equals: ["1", "2"])
      input.finish()
      expect(log.entries, equals: ["1", "2", "completed", "subscriber released"])
    }
  }
#endif
