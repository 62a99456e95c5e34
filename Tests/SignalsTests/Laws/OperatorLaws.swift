import Dispatch
import Signals
import SignalsTesting
import Testing

/// What every operator keeps to, whatever it is for. A new one is a line in `operators`.
@Suite("Laws of the operators") struct OperatorLaws {
  struct Operator: Sendable, CustomTestStringConvertible {
    let name: String
    /// The operator, so used that it passes on values that differ. Its closures call `probe`.
    let apply: @Sendable (_ signal: Signal<Int>, _ probe: @escaping @Sendable () -> Void) -> Signal<Int>
    var testDescription: String { name }

    init(
      _ name: String,
      _ apply: @escaping @Sendable (_ signal: Signal<Int>, _ probe: @escaping @Sendable () -> Void) -> Signal<Int>
    ) {
      self.name = name
      self.apply = apply
    }
  }

  static let operators = [
    Operator("map") { signal, probe in
      signal.map {
        probe(); return $0
      }
    },
    Operator("map, by key path") { signal, _ in signal.map(\.self) },
    Operator("compactMap") { signal, probe in
      signal.compactMap {
        probe(); return $0
      }
    },
    Operator("filter") { signal, probe in
      signal.filter { _ in
        probe(); return true
      }
    },
    Operator("scan") { signal, probe in
      signal.scan(0) {
        probe(); return $1
      }
    },
    Operator("removeDuplicates") { signal, probe in
      signal.removeDuplicates {
        probe(); return $0 == $1
      }
    },
    Operator("dropFirst") { signal, _ in signal.dropFirst(0) },
    Operator("prefix") { signal, _ in signal.prefix(1_000_000) },
    Operator("merge") { signal, _ in merge(signal, .empty()) },
    Operator("shared") { signal, _ in signal.shared() },
    Operator("a chain of all") { signal, probe in
      let first = signal.map {
        probe(); return $0
      }.filter { _ in true }.scan(0) { $1 }.shared()
      return merge(first, .empty()).removeDuplicates().compactMap { $0 }.dropFirst(0).prefix(1_000_000)
    },
  ]

  @Test(arguments: operators)
  func `values pass in order, then the end, then nothing`(_ tested: Operator) {
    for end in [End.finished, .failed(Failure("e"))] {
      let input = SignalInput<Int>()
      let recorder = Recorder(tested.apply(input.signal) {})
      for value in 1...3 { input.send(value) }
      if case .failed(let error) = end { input.fail(error) } else { input.finish() }
      input.send(4)
      input.finish()
      if case .failed = end {
        #expect(recorder.history == ["1", "2", "3", "#e"])
      } else {
        #expect(recorder.history == ["1", "2", "3", "|"])
      }
    }
  }

  @Test(arguments: operators)
  func `nothing comes after a cancel inside the handler`(_ tested: Operator) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let holder = Guarded<Endpoint?>(nil)
    let endpoint = tested.apply(input.signal) {}.subscribe { event in
      log.append("\(event)")
      holder.change { $0 }?.cancel()
      input.send(2)
      input.finish()
    }
    holder.change { $0 = endpoint }
    input.send(1)
    input.send(3)
    #expect(log.entries == ["value(1)"])
  }

  @Test(arguments: operators)
  func `what the handler sends comes after the value that it handles`(_ tested: Operator) {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoint = tested.apply(input.signal) {}.subscribe { event in
      guard case .value(let value) = event else { return log.append("end") }
      log.append("begin \(value)")
      if value < 3 { input.send(value + 1) } else { input.finish() }
      log.append("end of \(value)")
    }
    input.send(1)
    #expect(
      log.entries == ["begin 1", "end of 1", "begin 2", "end of 2", "begin 3", "end of 3", "end"])
    withExtendedLifetime(endpoint) {}
  }

  enum Ending: CaseIterable { case cancel, finish, fail, inputGoes }

  @Test(arguments: operators, Ending.allCases)
  func `everything captured is released, however it ends`(_ tested: Operator, _ ending: Ending) {
    let log = Log<String>()
    var input: SignalInput<Int>? = SignalInput()
    let endpoint: Endpoint? = input.map { input in
      let above = Tracked("above", log)
      let handler = Tracked("handler", log)
      return tested.apply(
        input.signal.filter { [above] _ in
          above.touch(); return true
        }
      ) {}
      .subscribeValues { [handler] _ in handler.touch() }
    }
    input?.send(1)
    #expect(log.entries == [])
    switch ending {
    case .cancel: endpoint?.cancel()
    case .finish: input?.finish()
    case .fail: input?.fail(Failure())
    case .inputGoes: input = nil
    }
    #expect(log.entries.sorted() == ["above released", "handler released"])
    #expect(endpoint?.isActive == false)
    _ = input
  }

  @Test(arguments: operators)
  func `its closures and its handler never overlap, and no value is lost, though four threads send`(
    _ tested: Operator
  ) {
    let input = SignalInput<Int>()
    let overlap = OverlapDetector()
    let log = Log<Int>()
    let done = Gate()
    let endpoint = tested.apply(input.signal) { overlap.run {} }.subscribe { event in
      overlap.run {
        switch event {
        case .value(let value): log.append(value)
        case .end: done.open()
        }
      }
    }
    onThreads(4) { thread in
      for index in 0..<2_000 { input.send(thread * 10_000 + index) }
    }
    input.finish()
    done.wait()
    #expect(!overlap.hasSeenOverlap)
    for thread in 0..<4 {
      #expect(log.entries.filter { $0 / 10_000 == thread } == (0..<2_000).map { thread * 10_000 + $0 })
    }
    withExtendedLifetime(endpoint) {}
  }
}
