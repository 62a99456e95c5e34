#if canImport(Combine)
  import Combine
  import Dispatch
  import Signals
  import SignalsTesting
  import Testing

  /// Combine's publishers as signals.
  @Suite("Combine's publishers", .leavesNothing) struct PublisherTests {
    private func history<Output: Sendable>(
      of make: @escaping @Sendable () throws -> some Publisher<Output, some Error> & SendableMetatype
    ) -> [String] {
      Recorder(Signal<Output>.from(publisher: make)).history
    }

    @Test func `each publisher that comes with Combine becomes a signal`() {
      #expect(history { Just(1) } == ["1", "|"])
      #expect(history { [1, 2, 3].publisher } == ["1", "2", "3", "|"])
      #expect(history { Optional(1).publisher } == ["1", "|"])
      #expect(history { Int?.none.publisher } == ["|"])
      #expect(history { Result<Int, Failure>.success(1).publisher } == ["1", "|"])
      #expect(history { Result<Int, Failure>.failure(Failure("e")).publisher } == ["#e"])
      #expect(history { Fail<Int, Failure>(error: Failure("e")) } == ["#e"])
      #expect(history { Empty<Int, Never>() } == ["|"])
      #expect(
        history { Record<Int, Failure>(output: [1, 2], completion: .failure(Failure("e"))) } == ["1", "2", "#e"])
      #expect(history { Deferred { Just(1) } } == ["1", "|"])
      #expect(history { Future<Int, Failure> { $0(.success(1)) } } == ["1", "|"])
      #expect(history { Future<Int, Failure> { $0(.failure(Failure("e"))) } } == ["#e"])
      #expect(history { AnyPublisher(Just(1)) } == ["1", "|"])
      #expect(history { CurrentValueSubject<Int, Never>(1) } == ["1"])
    }

    @Test func `a publisher that doesn't retain its subscriber doesn't end the signal`() {
      #expect(history { Empty<Int, Never>(completeImmediately: false) } == [])
      #expect(history { PassthroughSubject<Int, Never>() } == [])
      let endpoint = Signal<Int>.from { Empty<Int, Never>(completeImmediately: false) }.subscribeValues { _ in }
      #expect(endpoint.isActive)
      endpoint.cancel()
    }

    @Test func `a future completes later, and its value reaches every subscription`() {
      let promise = Guarded<(@Sendable (Int) -> Void)?>(nil)
      nonisolated(unsafe) let future = Future<Int, Never> { complete in
        nonisolated(unsafe) let complete = complete
        promise.change { $0 = { complete(.success($0)) } }
      }
      let signal = Signal.from { future }
      let first = Recorder(signal)
      #expect(first.history == [])
      promise.change { $0 }?(1)
      #expect(first.history == ["1", "|"])
      #expect(Recorder(signal).history == ["1", "|"])
    }

    @Test func `a subject sends to its signals until they are cancelled, and then completes`() {
      nonisolated(unsafe) let subject = CurrentValueSubject<Int, Failure>(0)
      let signal = Signal.from { subject }
      let (first, second) = (Recorder(signal), Recorder(signal.dropFirst()))
      subject.send(1)
      first.cancel()
      subject.value = 2
      subject.send(completion: .failure(Failure("e")))
      subject.send(3)
      #expect(first.history == ["0", "1"])
      #expect(second.history == ["1", "2", "#e"])
    }

    @Test func `a published property is a signal of its values, and objectWillChange one of its changes`() {
      final class Model: ObservableObject {
        @Published var count = 0
      }
      nonisolated(unsafe) let model = Model()
      let values = Recorder(Signal.from { model.$count })
      let changes = Recorder(Signal.from { model.objectWillChange })
      model.count = 1
      model.count = 2
      #expect(values.history == ["0", "1", "2"])
      #expect(changes.history == ["()", "()"])
    }

    @Test func `a connectable publisher begins when it is connected`() {
      nonisolated(unsafe) let connectable = [1, 2].publisher.makeConnectable()
      let recorder = Recorder(Signal.from { connectable })
      #expect(recorder.history == [])
      let connection = connectable.connect()
      #expect(recorder.history == ["1", "2", "|"])
      connection.cancel()
    }

    @Test func `cancelling the signal cancels the subscription, an end from below too, a completion doesn't`() {
      let log = Log<String>()
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      nonisolated(unsafe) let publisher = subject.handleEvents(
        receiveCompletion: { _ in log.append("completed") },
        receiveCancel: { log.append("cancelled") }, receiveRequest: { log.append("\($0)") })
      let signal = Signal.from { publisher }
      Recorder(signal).cancel()
      #expect(log.entries == ["unlimited", "cancelled"])
      let prefix = Recorder(signal.prefix(1))
      subject.send(1)
      #expect(prefix.history == ["1", "|"])
      #expect(log.entries.suffix(2) == ["unlimited", "cancelled"])
      let recorder = Recorder(signal)
      subject.send(completion: .finished)
      #expect(recorder.history == ["|"])
      #expect(log.entries.suffix(2) == ["unlimited", "completed"])
    }

    @Test func `an endless publisher stops when the signal is cancelled by its handler`() {
      #expect(Recorder(Signal.from { (1...Int.max).publisher }.prefix(3)).history == ["1", "2", "3", "|"])
    }

    @Test func `joins of signals of publishers have no glitches where one source feeds them (C10)`() {
      nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
      let source = Signal.from { subject }.shared()
      let recorder = Recorder(combineLatest(source.map { $0 * 2 }, source.map { $0 * $0 }).map { "\($0) \($1)" })
      for value in 3...5 { subject.send(value) }
      #expect(recorder.history == ["6 9", "8 16", "10 25"])
    }

    // MARK: - Threads

    @Test func `four threads send by four subjects, and a merged signal receives everything, one at a time (C3)`() async
    {
      let (threads, each) = (4, 2_000)
      let subjects = (0..<threads).map { _ in Sender() }
      let overlap = OverlapDetector()
      let received = Guarded<[Int]>([])
      let (all, hasAll) = AsyncStream.makeStream(of: Void.self)
      let endpoint = merge(subjects.map { sender in Signal.from { sender.subject } }).subscribe { event in
        switch event {
        case .value(let value): overlap.run { received.change { $0.append(value) } }
        case .end: hasAll.finish()
        }
      }
      onThreads(threads) { thread in
        for number in 0..<each { subjects[thread].subject.send(thread * each + number) }
        subjects[thread].subject.send(completion: .finished)
      }
      for await _ in all {}
      let values = received.change { $0 }
      #expect(!overlap.hasSeenOverlap)
      #expect(values.sorted() == Array(0..<threads * each))
      endpoint.cancel()
    }

    @Test func `values of a publisher on a queue reach the handler there, and a task`() async throws {
      let numbers = Signal.from { (1...100).publisher }.deliver(on: DispatchQueue(label: "numbers"))
      var values: [Int] = []
      for try await value in numbers.values { values.append(value) }
      #expect(values == Array(1...100))
    }
  }

  // Unchecked, because a subject of Combine's may be used from any thread.
  private final class Sender: @unchecked Sendable {
    let subject = PassthroughSubject<Int, Never>()
  }
#endif
