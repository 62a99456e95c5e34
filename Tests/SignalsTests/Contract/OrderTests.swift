import Dispatch
import Signals
import SignalsTesting
import Testing

/// C4: one order of events, the same for everybody.
@Suite("C4 Ordered", .leavesNothing) struct OrderTests {
  @Test func `observers are called in the order in which they subscribed`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let endpoints = ["a", "b", "c"].map { name in input.signal.subscribeValues { log.append("\(name)\($0)") } }
    input.send(1)
    endpoints[1].cancel()
    let late = input.signal.subscribeValues { log.append("d\($0)") }
    input.send(2)
    #expect(log.entries == ["a1", "b1", "c1", "a2", "c2", "d2"])
    #expect(late.isActive)
  }

  @Test func `what a handler sends comes after the event has reached everybody`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let first = input.signal.subscribeValues { value in
      log.append("a\(value)")
      if value < 3 { log.append("\(input.send(value + 1))") }
    }
    let second = input.signal.subscribeValues { log.append("b\($0)") }
    #expect(input.send(1) == .delivered)
    #expect(log.entries == ["a1", "queued", "b1", "a2", "queued", "b2", "a3", "b3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `several sends of several handlers keep the order in which they were made`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let endpoints = [10, 20].map { base in
      input.signal.subscribeValues { value in
        guard value == 1 else { return }
        input.send(base)
        input.send(base + 1)
      }
    }
    input.send(1)
    #expect(recorder.values == [1, 10, 11, 20, 21])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a finish from inside a handler comes after the event, and after what was sent before it`() {
    let input = SignalInput<Int>()
    let endpoint = input.signal.subscribeValues { value in
      guard value == 1 else { return }
      input.send(2)
      input.finish()
    }
    let recorder = Recorder(input.signal)
    input.send(1)
    #expect(recorder.history == ["1", "2", "|"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `what the handler sends comes before what other threads have queued meanwhile`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let results = Log<SendResult>()
    let done = Gate()
    let endpoint = input.signal.subscribeValues { value in
      if value == 1 {
        onAnotherThread { results.append(input.send(10)) }
        results.append(input.send(2))
      }
      if value == 10 { done.open() }
    }
    input.send(1)
    done.wait()
    #expect(results.entries == [.queued, .queued])
    #expect(recorder.values == [1, 2, 10])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `what a thread sent while contended stays before what it sends later`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let done = Gate()
    let endpoint = input.signal.subscribeValues { value in
      if value == 0 { onAnotherThread { for value in 1...100 { input.send(value) } } }
      if value == 100 { done.open() }
    }
    input.send(0)
    done.wait()
    #expect(recorder.values == Array(0...100))
    withExtendedLifetime(endpoint) {}
  }
}
