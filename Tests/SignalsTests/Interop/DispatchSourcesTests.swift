import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

@Suite("Dispatch sources", .leavesNothing, .serialized) struct DispatchSourcesTests {
  @Test func `a signal that the process gets comes as a value`() {
    let queue = DispatchQueue(label: "test")
    let got = Gate()
    let log = Log<CInt>()
    let endpoint = Signal.processSignal(SIGUSR1, on: queue).subscribeValues { number in
      log.append(number)
      got.open()
    }
    // Dispatch begins to listen in its own time, and what comes before is nothing to anybody.
    while log.entries.isEmpty { kill(getpid(), SIGUSR1) }
    got.wait()
    #expect(log.entries.first == SIGUSR1)
    endpoint.cancel()
    queue.settle()
    let before = log.entries
    kill(getpid(), SIGUSR1)
    queue.settle()
    #expect(log.entries == before)
  }

  @Test func `a readable descriptor says so, and finishes when the writer is gone`() {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let queue = DispatchQueue(label: "test")
    let log = Log<String>()
    let ended = Gate()
    let hello = Gate()
    let endpoint = Signal.readable(fileDescriptor: reading, on: queue).subscribe { event in
      switch event {
      case .value(let count):
        var bytes = [UInt8](repeating: 0, count: count)
        read(reading, &bytes, count)
        log.append(String(decoding: bytes, as: UTF8.self))
        hello.open()
      case .end(let end):
        log.append("\(end)")
        ended.open()
      }
    }
    write(writing, "hello", 5)
    hello.wait()
    close(writing)
    ended.wait()
    #expect(log.entries == ["hello", "finished"])
    close(reading)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `no such descriptor is a failure`() {
    let recorder = Recorder(Signal.readable(fileDescriptor: -1))
    #expect(recorder.history == ["#\(FileDescriptorError(code: EBADF))"])
  }

  @Test func `closing the descriptor while somebody subscribes does no harm`() {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    let readable = Gate()
    let endpoint = Signal.readable(fileDescriptor: ends[0]).prefix(1).subscribeValues { _ in readable.open() }
    close(ends[0])
    write(ends[1], "x", 1)
    readable.wait()
    close(ends[1])
    withExtendedLifetime(endpoint) {}
  }
}
