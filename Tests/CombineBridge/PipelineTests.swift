#if canImport(Combine)
  import Combine
  import Signals
  import SignalsTesting
  import Testing

  /// Combine's operators behind a signal, and in front of one: the output equals that with a publisher of
  /// Combine's own.
  // Some of OpenCombine's operators keep their subscribers in a cycle, so this suite doesn't count live objects.
  // A test below counts the subscriptions.
  @Suite("Combine's operators") struct PipelineTests {
    @Test(arguments: Pipeline.all)
    func `the result of a pipeline is the one that is written down`(_ pipeline: Pipeline) {
      #expect(Script.finishing.history(of: pipeline, .signal, .sink) == pipeline.history)
    }

    @Test(arguments: Pipeline.all)
    func `a signal is to an operator what a publisher is`(_ pipeline: Pipeline) {
      for script in Script.all where script.isComparable(pipeline) {
        let expected = script.history(of: pipeline, .publisher, .sink)
        #expect(script.history(of: pipeline, .signal, .sink) == expected, "\(script)")
      }
    }

    @Test(arguments: Pipeline.all)
    func `the signal of a pipeline emits what a sink receives`(_ pipeline: Pipeline) {
      for script in Script.all {
        let expected = script.history(of: pipeline, .publisher, .sink)
        #expect(script.history(of: pipeline, .publisher, .signal) == expected, "\(script)")
        if !script.isComparable(pipeline) { continue }
        #expect(script.history(of: pipeline, .signal, .signal) == expected, "\(script), from a signal")
      }
    }

    @Test(arguments: Pipeline.all)
    func `after a cancellation nothing comes, and all signals are released (C6, C8)`(_ pipeline: Pipeline) {
      for count in 0...Script.finishing.events.count {
        let script = Script.finishing.cancelled(after: count)
        let expected = script.history(of: pipeline, .publisher, .sink)
        for destination in [Destination.sink, .signal] {
          let log = Log<String>()
          #expect(script.history(of: pipeline, .signal, destination, log) == expected, "after \(count)")
          let subscribed = log.entries.filter { $0 == "subscribed" }.count
          let released = log.entries.filter { $0 == "subscription released" }.count
          #expect(subscribed == released, "after \(count)")
        }
      }
    }
  }

  enum Origin { case publisher, signal }
  enum Destination { case sink, signal }

  /// The actions of two sources, with their times in milliseconds.
  struct Script: Sendable, CustomStringConvertible {
    enum Source { case main, other }

    var description: String
    var events: [(time: Int, source: Source, event: Event<Int>)]
    /// Whether the subscription is cancelled at the end.
    var isCancelled = false
    /// Whether the sources emit everything within the subscribing call.
    var isCold = false

    static let finishing = Script(
      description: "finishing",
      events: [
        (0, .main, .value(1)), (10, .other, .value(10)), (100, .main, .value(2)), (110, .main, .value(2)),
        (200, .other, .value(20)), (300, .main, .value(3)), (310, .other, .end(.finished)),
        (400, .main, .end(.finished)),
      ])

    static let all = [
      finishing, finishing.failing(.main), finishing.failing(.other), finishing.endless, finishing.empty,
      finishing.cold, finishing.failing(.main).cold,
    ]

    /// Whether a signal and a publisher of Combine's own give the same.
    func isComparable(_ pipeline: Pipeline) -> Bool {
      switch pipeline.exception {
      case nil, .unordered: true
      case .losesWhatIsCold: !isCold
      case .losesWhatWaits: !mainFails
      }
    }

    private var mainFails = false

    private func failing(_ source: Source) -> Script {
      changed("failing \(source)") { script in
        script.mainFails = source == .main
        for index in events.indices where events[index].source == source {
          if case .end = events[index].event { script.events[index].event = .end(.failed(PipelineError())) }
        }
      }
    }

    private var endless: Script {
      changed("endless") { script in
        script.events.removeAll { if case .end = $0.event { true } else { false } }
        script.isCancelled = true
      }
    }

    private var empty: Script {
      changed("empty") { script in script.events.removeAll { if case .value = $0.event { true } else { false } } }
    }

    private var cold: Script { changed("\(description), cold") { $0.isCold = true } }

    func cancelled(after count: Int) -> Script {
      changed("cancelled") { script in
        script.events = Array(events.prefix(count))
        script.isCancelled = true
      }
    }

    private func changed(_ description: String, _ change: (inout Script) -> Void) -> Script {
      var script = self
      script.description = description
      change(&script)
      return script
    }

    /// The events, and the times at which they come.
    func history(
      of pipeline: Pipeline, _ origin: Origin, _ destination: Destination, _ log: Log<String> = Log()
    ) -> [String] {
      let clock = CombineClock(clock: VirtualScheduler())
      let main = source(.main, origin, log)
      let other = source(.other, origin, log)
      nonisolated(unsafe) let publisher = pipeline.make(
        PipelineInputs(main: main.publisher, other: other.publisher, clock: clock))
      let history = Log<String>()
      let note: @Sendable (String) -> Void = { history.append("\(clock.milliseconds) \($0)") }
      var cancel: () -> Void
      switch destination {
      case .sink:
        let cancellable = publisher.sink { completion in
          switch completion {
          case .finished: note("|")
          case .failure(let error): note("#\(error)")
          }
        } receiveValue: {
          note($0)
        }
        cancel = { cancellable.cancel() }
      case .signal:
        let endpoint = Signal.from { publisher }.subscribe { event in
          switch event {
          case .value(let value): note(value)
          case .end(.finished): note("|")
          case .end(.failed(let error)): note("#\(error)")
          }
        }
        cancel = { endpoint.cancel() }
      }
      if !isCold {
        for (time, source, event) in events {
          clock.clock.advance(by: .milliseconds(time - clock.milliseconds))
          (source == .main ? main : other).send(event)
        }
      }
      if isCancelled { cancel() }
      clock.clock.advance(by: .seconds(1))
      cancel = {}
      return pipeline.exception == .unordered ? history.entries.sorted() : history.entries
    }

    private func source(
      _ source: Source, _ origin: Origin, _ log: Log<String>
    ) -> (publisher: AnyPublisher<Int, any Error>, send: (Event<Int>) -> Void) {
      let events = events.filter { $0.source == source }.map(\.event)
      switch (origin, isCold) {
      case (.publisher, true):
        let values: [Int] = events.compactMap { if case .value(let value) = $0 { value } else { nil } }
        let record = Record<Int, any Error>(output: values, completion: events.last?.completion ?? .finished)
        return (record.eraseToAnyPublisher(), { _ in })
      case (.publisher, false):
        let subject = PassthroughSubject<Int, any Error>()
        // As a signal's publisher, it keeps what isn't demanded yet.
        let buffered = subject.buffer(size: .max, prefetch: .keepFull, whenFull: .dropNewest)
        return (
          buffered.eraseToAnyPublisher(),
          { event in
            if case .value(let value) = event { subject.send(value) }
            if let completion = event.completion { subject.send(completion: completion) }
          }
        )
      case (.signal, true):
        let signal = Signal<Int>.generate { emitter in
          for event in events { emitter.send(event) }
        }
        return (counted(signal, log).publisher().eraseToAnyPublisher(), { _ in })
      case (.signal, false):
        let input = SignalInput<Int>()
        return (counted(input, log).publisher().eraseToAnyPublisher(), { input.send($0) })
      }
    }
  }

  extension Event {
    fileprivate var completion: Subscribers.Completion<any Error>? {
      switch self {
      case .value: nil
      case .end(.finished): .finished
      case .end(.failed(let error)): .failure(error)
      }
    }
  }

  extension Emitter {
    fileprivate func send(_ event: Event<Value>) {
      switch event {
      case .value(let value): send(value)
      case .end(.finished): finish()
      case .end(.failed(let error)): fail(error)
      }
    }
  }

  extension SignalInput {
    fileprivate func send(_ event: Event<Value>) {
      switch event {
      case .value(let value): send(value)
      case .end(.finished): finish()
      case .end(.failed(let error)): fail(error)
      }
    }
  }
#endif
