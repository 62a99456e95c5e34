import Signals
import SignalsTesting
import Testing

@Suite("generate", .leavesNothing) struct GenerateTests {
  /// A generator whose emitters can be had outside.
  private static func generator(_ emitters: Log<Emitter<Int>>, _ log: Log<String> = Log()) -> Signal<Int> {
    .generate { emitter in
      log.append("begun")
      emitters.append(emitter)
      emitter.whenEnded { log.append("over") }
    }
  }

  @Test func `a generator is made for each subscription, and may send at once`() {
    let signal = Signal<Int>.generate { emitter in
      emitter.send(1)
      emitter.send(2)
      emitter.finish()
      expect(emitter.send(3), equals: .ended)
    }
    expect(Recorder(signal).history, equals: ["1", "2", "|"])
    expect(Recorder(signal).history, equals: ["1", "2", "|"])
  }

  @Test func `an operator that subscribes again at an end does so when the emitter's actions have been called (C8)`() {
    let log = Log<String>()
    let signal = Signal<Int>.generate { emitter in
      log.append("begun")
      emitter.whenEnded { log.append("over") }
      emitter.fail(Failure("e"))
    }
    expect(Recorder(signal.retry(1)).history, equals: ["#e"])
    expect(log.entries, equals: ["begun", "over", "begun", "over"])
  }

  @Test func `an emitter's send is passed as a function without a result`() {
    let signal = Signal<Int>.generate { emitter in
      [1, 2].forEach(emitter.send)
      emitter.finish()
      [3].forEach(emitter.send)
    }
    expect(Recorder(signal).history, equals: ["1", "2", "|"])
  }

  @Test func `each subscription has an emitter of its own`() {
    let emitters = Log<Emitter<Int>>()
    let signal = Self.generator(emitters)
    let first = Recorder(signal)
    let second = Recorder(signal)
    expect(emitters.entries[0].send(1), equals: .delivered)
    emitters.entries[1].send(2)
    emitters.entries[0].fail(Failure("e"))
    emitters.entries[1].finish()
    expect(first.history, equals: ["1", "#e"])
    expect(second.history, equals: ["2", "|"])
  }

  @Test func `onEnd is called when the subscription has ended, after the handler of the end`() {
    let emitters = Log<Emitter<Int>>()
    let log = Log<String>()
    let endpoint = Self.generator(emitters, log).subscribe { log.append("\($0)") }
    emitters.entries[0].send(1)
    emitters.entries[0].finish()
    expect(log.entries, equals: ["begun", "value(1)", "finished", "over"])
    expect(emitters.entries[0].send(2), equals: .ended)
    expect(emitters.entries[0].finish(), equals: .ended)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `onEnd is called when the subscription is cancelled`() {
    let emitters = Log<Emitter<Int>>()
    let log = Log<String>()
    let recorder = Recorder(Self.generator(emitters, log))
    recorder.cancel()
    expect(log.entries, equals: ["begun", "over"])
    expect(emitters.entries[0].send(1), equals: .ended)
    expect(recorder.history, equals: [])
  }

  @Test func `a late call of onEnd runs its closure at once`() {
    let emitters = Log<Emitter<Int>>()
    let log = Log<String>()
    Recorder(Self.generator(emitters)).cancel()
    emitters.entries[0].whenEnded { log.append("over") }
    expect(log.entries, equals: ["over"])
  }

  @Test func `a loop without end stops when no subscriber wants more`() {
    let log = Log<String>()
    let signal = Signal<Int>.generate { emitter in
      var value = 0
      while emitter.send(value) != .ended { value += 1 }
      log.append("left")
    }
    expect(Recorder(signal.prefix(3)).history, equals: ["0", "1", "2", "|"])
    expect(log.entries, equals: ["left"])
  }

  @Test func `a closure that throws fails the signal`() {
    let signal = Signal<Int>.generate { emitter in
      emitter.send(1)
      throw Failure("e")
    }
    expect(Recorder(signal).history, equals: ["1", "#e"])
  }

  @Test func `releasing the emitter finishes`() {
    let signal = Signal<Int>.generate { emitter in emitter.send(1) }
    expect(Recorder(signal).history, equals: ["1", "|"])
  }

  @Test func `a handler's send comes after the event that it handles`() {
    let emitters = Log<Emitter<Int>>()
    let log = Log<String>()
    let endpoint = Self.generator(emitters).subscribeValues { value in
      if value < 3 { expect(emitters.entries[0].send(value + 1), equals: .queued) }
      log.append("\(value)")
    }
    emitters.entries[0].send(1)
    expect(log.entries, equals: ["1", "2", "3"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `the captures of the emitter are released when it is over`() {
    let log = Log<String>()
    let signal = Signal<Int>.generate { emitter in
      let captured = Tracked("captured", log)
      // A cycle, as with a timer that both sends and is stopped.
      emitter.whenEnded { [emitter] in
        captured.touch()
        emitter.send(1)
      }
    }
    let recorder = Recorder(signal)
    expect(log.entries, equals: [])
    recorder.cancel()
    expect(log.entries, equals: ["captured released"])
  }

  @Test func `four threads send: one at a time, nothing lost, each thread's order`() {
    let emitters = Log<Emitter<Int>>()
    let overlap = OverlapDetector()
    let seen = Stress.SenderStressTests.Unguarded()
    let done = Gate()
    let endpoint = Self.generator(emitters).subscribe { event in
      overlap.run {
        switch event {
        case .value(let value): seen.values.append(value)
        case .end: done.open()
        }
      }
    }
    let emitter = emitters.entries[0]
    onThreads(4) { thread in
      for index in 0..<10_000 { emitter.send(thread << 32 | index) }
    }
    emitter.finish()
    done.wait()
    expect(!overlap.hasSeenOverlap)
    for thread in 0..<4 {
      let ofThread = seen.values.lazy.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }
      expect(ofThread.elementsEqual(0..<10_000))
    }
    withExtendedLifetime(endpoint) {}
  }
}
