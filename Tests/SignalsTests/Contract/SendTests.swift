import Dispatch
import Signals
import SignalsTesting
import Testing

/// C5: a send never waits and never nests.
@Suite("C5 Send never waits and never nests", .leavesNothing) struct SendTests {
  @Test func `an uncontended send is delivered before it returns`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    expect(input.send(1), equals: .delivered)
    expect(recorder.values, equals: [1])
  }

  @Test func `a send without an observer is delivered all the same`() {
    expect(SignalInput<Int>().send(1), equals: .delivered)
  }

  @Test func `a handler's send to another, idle source is a turn of its own, before it returns`() {
    let outer = SignalInput<Int>()
    let inner = SignalInput<Int>()
    let log = Log<String>()
    let first = outer.signal.subscribeValues { value in
      log.append("outer \(value)")
      log.append("\(inner.send(value * 10))")
      log.append("sent")
    }
    let second = inner.signal.subscribeValues { log.append("inner \($0)") }
    outer.send(1)
    expect(log.entries, equals: ["outer 1", "inner 10", "delivered", "sent"])
    withExtendedLifetime((first, second)) {}
  }

  /// A thread has half a megabyte of stack here; a frame for each send would need many times that.
  @Test func `a handler that sends to its own source a million times uses the stack of one`() {
    let (count, number) = (Log<Int>(), repetitions(1_000_000, quick: 100_000))
    onAnotherThread {
      let input = SignalInput<Int>()
      let endpoint = input.signal.subscribeValues { value in
        if value < number { input.send(value + 1) } else { count.append(value) }
      }
      input.send(0)
      endpoint.cancel()
    }
    expect(count.entries, equals: [number])
  }

  @Test func `two sources that send to each other settle on a flat stack`() {
    let last = Log<Int>()
    onAnotherThread {
      let left = SignalInput<Int>()
      let right = SignalInput<Int>()
      let endpoints = [
        left.signal.subscribeValues { value in if value < 200_000 { right.send(value + 1) } else { last.append(value) }
        },
        right.signal.subscribeValues { value in left.send(value + 1) },
      ]
      left.send(0)
      endpoints.forEach { $0.cancel() }
    }
    expect(last.entries, equals: [200_000])
  }

  @Test func `a contended send returns while the handler runs, and is delivered elsewhere`() {
    let input = SignalInput<Int>()
    let log = Log<String>()
    let sender = currentThread()
    let done = Gate()
    let endpoint = input.signal.subscribeValues { value in
      switch value {
      case 1:
        // The handler waits for the other thread's send to return, so that a send which waits would never do so.
        onAnotherThread { log.append("\(input.send(2))") }
        log.append("handled 1")
      default:
        log.append("handled \(value) \(currentThread() == sender ? "by the sender of 1" : "elsewhere")")
        done.open()
      }
    }
    expect(input.send(1), equals: .delivered)
    done.wait()
    expect(log.entries, equals: ["queued", "handled 1", "handled 2 elsewhere"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `inline delivery resumes when the backlog is empty`() async {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal)
    let endpoint = input.signal.subscribeValues { value in
      if value == 1 { onAnotherThread { input.send(2) } }
    }
    input.send(1)
    // A send that comes too early is queued too; the next one waits until that is through.
    var last = 2
    repeat {
      while recorder.values.count < last { await letOthersGoOn() }
      last += 1
    } while input.send(last) != .delivered
    expect(recorder.values, equals: Array(1...last))
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a source on a queue delivers there, and says that it does`() {
    let queue = DispatchQueue(label: "test")
    let input = SignalInput<Int>(on: queue)
    let log = Log<Int>()
    let endpoint = input.signal.subscribeValues { value in
      dispatchPrecondition(condition: .onQueue(queue))
      log.append(value)
      if value == 1 { expect(input.send(3), equals: .queued) }
    }
    queue.sync {
      expect(input.send(1), equals: .queued)
      expect(input.send(2), equals: .queued)
      expect(log.entries, equals: [])
    }
    queue.settle()
    expect(log.entries, equals: [1, 3, 2])
    expect(input.finish(), equals: .queued)
    expect(input.send(4), equals: .ended)
    queue.settle()
    expect(!endpoint.isActive)
  }

  @Test func `a send is passed as a function without a result, and a call has its result`() {
    let (input, taps, copy) = (SignalInput<Int>(), SignalInput<Void>(), SignalInput<Int>())
    let (values, presses, copies) = (Recorder(input), Recorder(taps), Recorder(copy))
    let endpoint = input.subscribeValues(copy.send)
    let action: () -> Void = taps.send
    let callback: (Int) -> Void = input.send
    action()
    callback(1)
    [2, 3].forEach(input.send)
    expect([4].map(input.send), equals: [.delivered])
    let result = input.send(5)
    expect(result, equals: .delivered)
    expect(taps.send(), equals: .delivered)
    expect(values.history, equals: ["1", "2", "3", "4", "5"])
    expect(copies.history, equals: ["1", "2", "3", "4", "5"])
    expect(presses.values.count, equals: 2)
    withExtendedLifetime(endpoint) {}
  }
}
