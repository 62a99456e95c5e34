import Signals
import SignalsTesting
import Testing

extension Stress {
  /// Tasks that wait for values which threads send. Run under thread sanitizer too.
  @Suite("Stress: values") struct ValuesStressTests {
    @Test func `no value is lost between four threads and a task`() async throws {
      let perThread = 5_000
      let input = SignalInput<Int>()
      var iterator = input.signal.values.makeAsyncIterator()
      let left = AtomicWord(4)
      let senders = (0..<4).map { thread in
        startThread {
          for index in 0..<perThread { input.send(thread << 32 | index) }
          left.add(-1)
          if left.value == 0 { input.finish() }
        }
      }
      var next = [0, 0, 0, 0]
      while let value = try await iterator.next() {
        let thread = value >> 32
        expect(value & 0xFFFF_FFFF, equals: next[thread])
        next[thread] += 1
      }
      expect(next, equals: Array(repeating: perThread, count: 4))
      senders.forEach { $0.wait() }
    }

    @Test func `a loop that is cancelled during sends ends, at any moment`() async {
      let input = SignalInput<Int>()
      let stop = AtomicWord(0)
      let sender = startThread { while stop.value == 0 { input.send(1) } }
      for round in 0..<50 {
        let seen = AtomicWord(0)
        let task = Task {
          for try await _ in input.signal.values(buffering: .newest(1)) { seen.add(1) }
        }
        while round.isMultiple(of: 2), seen.value == 0 { await letOthersGoOn() }
        task.cancel()
        await #expect(throws: Never.self) { try await task.value }
      }
      stop.set(1)
      sender.wait()
    }

    @Test func `a first value is there or its task was cancelled, and no task waits for ever`() async {
      for _ in 0..<200 {
        let input = SignalInput<Int>()
        let task = Task { try await input.signal.firstValue() }
        let sender = startThread {
          input.send(1)
          input.finish()
        }
        let canceller = startThread { task.cancel() }
        switch await task.result {
        case .success(let value): expect(value, equals: 1)
        case .failure(let error): expect(error is CancellationError || error is NoValueError)
        }
        sender.wait()
        canceller.wait()
      }
    }
  }
}
