#if canImport(Combine)
  import Combine
  import Signals
  import SignalsTesting
  import Testing

  /// Combine subscribers of a signal: their lifetime, their demand, and the thread of each call.
  @Suite("Combine's subscribers", .leavesNothing) struct SubscriberTests {
    private let input = SignalInput<Int>()
    private let log = Log<String>()

    /// A subscriber that demands so much at first, and doesn't retain its subscription.
    private func subscriber(_ demand: Subscribers.Demand, more: Subscribers.Demand = .none) -> AnySubscriber<
      Int, any Error
    > {
      AnySubscriber(
        receiveSubscription: { $0.request(demand) },
        receiveValue: { [log] value in
          log.append("\(value)")
          return more
        },
        receiveCompletion: { [log] completion in
          if case .failure(let error) = completion { log.append("#\(error)") } else { log.append("|") }
        })
    }

    @Test func `a subscriber that doesn't retain its subscription receives later values, as from a subject`() {
      let subject = PassthroughSubject<Int, any Error>()
      subject.subscribe(subscriber(.unlimited))
      for value in 1...2 { subject.send(value) }
      subject.send(completion: .finished)
      #expect(log.entries == ["1", "2", "|"])

      input.signal.publisher().subscribe(subscriber(.unlimited))
      for value in 1...2 { input.send(value) }
      input.finish()
      #expect(log.entries == ["1", "2", "|", "1", "2", "|"])
    }

    @Test func `a subscriber receives no more values than it demands, one at a time too`() {
      input.signal.publisher().subscribe(subscriber(.max(1)))
      for value in 1...3 { input.send(value) }
      #expect(log.entries == ["1"])
      let other = SignalInput<Int>()
      other.signal.publisher().subscribe(subscriber(.max(1), more: .max(1)))
      for value in 4...6 { other.send(value) }
      other.fail(Failure("e"))
      #expect(log.entries == ["1", "4", "5", "6", "#e"])
    }

    @Test func `when the signal ends, the subscriber is released`() {
      for end in [End.finished, .failed(Failure("e"))] {
        let input = SignalInput<Int>()
        let released = Log<String>()
        do {
          let tracked = Tracked("subscriber", released)
          counted(input, released).publisher().subscribe(
            AnySubscriber(
              receiveSubscription: { $0.request(.unlimited) },
              receiveValue: { _ in
                tracked.touch()
                return .none
              }))
        }
        input.send(1)
        #expect(released.entries == ["subscribed"])
        if case .failed(let error) = end { input.fail(error) } else { input.finish() }
        #expect(released.entries.sorted() == ["subscribed", "subscriber released", "subscription released"])
      }
    }

    @Test func `a signal that never sends keeps no subscriber`() {
      do {
        let tracked = Tracked("subscriber", log)
        Signal<Int>.never().publisher().subscribe(
          AnySubscriber(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { _ in
              tracked.touch()
              return .none
            }))
      }
      #expect(log.entries == ["subscriber released"])
    }

    @Test func `a subscription that is cancelled while the subscriber receives it delivers nothing`() {
      counted(.of(1, 2), log).publisher().subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            subscription.request(.unlimited)
            subscription.cancel()
          },
          receiveValue: { [log] value in
            log.append("\(value)")
            return .none
          },
          receiveCompletion: { [log] _ in log.append("|") }))
      #expect(log.entries == [])
    }

    @Test func `a subject may subscribe, and several may`() {
      let (first, second) = (PassthroughSubject<Int, any Error>(), CurrentValueSubject<Int, any Error>(0))
      let sinks = [
        first.sink { [log] _ in
          log.append("first |")
        } receiveValue: { [log] in
          log.append("first \($0)")
        },
        second.sink { [log] _ in
          log.append("second |")
        } receiveValue: { [log] in
          log.append("second \($0)")
        },
      ]
      let publisher = input.signal.publisher()
      let subscriptions = [publisher.subscribe(first), publisher.subscribe(second)]
      input.send(1)
      subscriptions[0].cancel()
      input.send(2)
      input.finish()
      #expect(log.entries == ["second 0", "first 1", "second 1", "second 2", "second |"])
      for sink in sinks { sink.cancel() }
    }

    @Test func `assign sets a property, and a published one, until it is cancelled`() {
      final class Model {
        var count = 0
        @Published var total = 0
      }
      let model = Model()
      let values = input.signal.publisher().replaceError(with: -1)
      let assigning = values.assign(to: \.count, on: model)
      values.map { $0 * 10 }.assign(to: &model.$total)
      input.send(1)
      #expect([model.count, model.total] == [1, 10])
      assigning.cancel()
      input.send(2)
      #expect([model.count, model.total] == [1, 20])
      input.fail(Failure())
      #expect([model.count, model.total] == [1, -10])
    }

    @Test func `an asynchronous sequence of the publisher demands one value after the other`() async throws {
      var values: [Int] = []
      for try await value in Signal.from(1...100).publisher().values { values.append(value) }
      #expect(values == Array(1...100))
      await #expect(throws: Failure.self) {
        for try await _ in Signal<Int>.failed(Failure()).publisher().values {}
      }
    }

    // MARK: - Threads

    @Test func `four threads send, and a sink receives everything, one at a time, in each thread's order (C3, C4)`()
      async
    {
      let (threads, each) = (4, 2_000)
      let overlap = OverlapDetector()
      let received = Guarded<[Int]>([])
      let (all, hasAll) = AsyncStream.makeStream(of: Void.self)
      let sink = input.signal.publisher().sink { _ in
        hasAll.finish()
      } receiveValue: { value in
        overlap.run { received.change { $0.append(value) } }
      }
      onThreads(threads) { [input] thread in for number in 0..<each { input.send(thread * each + number) } }
      input.finish()
      for await _ in all {}
      let values = received.change { $0 }
      #expect(!overlap.hasSeenOverlap)
      #expect(values.sorted() == Array(0..<threads * each))
      for thread in 0..<threads {
        let own = values.filter { $0 / each == thread }
        #expect(own == own.sorted())
      }
      sink.cancel()
    }

    @Test func `a sending thread is never called with the value of another thread (C5)`() async {
      let senders = Guarded<[UInt]>([])
      let (all, hasAll) = AsyncStream.makeStream(of: Void.self)
      let sink = input.signal.publisher().sink { _ in
        hasAll.finish()
      } receiveValue: { [input] value in
        senders.change { $0.append(sendingThread()) }
        // The other thread isn't kept waiting, though this one is here.
        if value == 1 { onAnotherThread { asSender { _ = input.send(2) } } }
      }
      onAnotherThread { [input] in asSender { _ = input.send(1) } }
      input.finish()
      for await _ in all {}
      let (first, second) = (senders.change { $0[0] }, senders.change { $0[1] })
      #expect(first != 0)
      #expect(second == 0)
      sink.cancel()
    }

    @Test func `a sink may be cancelled by any thread, at any time, and then receives nothing`() {
      for _ in 0..<200 {
        let input = SignalInput<Int>()
        let isCancelled = AtomicWord(0)
        let late = AtomicWord(0)
        let cancellable = Guarded<Held?>(nil)
        let sink = input.signal.publisher().sink { _ in
        } receiveValue: { _ in
          // A call that had begun may still be running when another thread cancels.
          if isCancelled.value == 2 { late.add(1) }
        }
        cancellable.change { $0 = Held(sink) }
        onThreads(2) { thread in
          if thread == 0 {
            for value in 0..<50 { input.send(value) }
          } else {
            cancellable.change { $0 }?.sink.cancel()
            isCancelled.store(1)
          }
        }
        isCancelled.store(2)
        for value in 0..<10 { input.send(value) }
        #expect(late.value == 0)
      }
    }
  }

  // Unchecked, because Combine's cancellables may be cancelled from any thread.
  private struct Held: @unchecked Sendable {
    let sink: AnyCancellable

    init(_ sink: AnyCancellable) { self.sink = sink }
  }

  private let sending = Guarded<Set<UInt>>([])

  /// Marks the current thread as one that sends, for the time of `body`.
  private func asSender(_ body: () -> Void) {
    let thread = currentThread()
    sending.change { _ = $0.insert(thread) }
    body()
    sending.change { _ = $0.remove(thread) }
  }

  /// The current thread, if it is sending; else zero.
  private func sendingThread() -> UInt {
    let thread = currentThread()
    return sending.change { $0.contains(thread) } ? thread : 0
  }
#endif
