import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

@Suite("File descriptors", .leavesNothing) struct FileDescriptorsTests {
  @Test func `a readable descriptor says so, and finishes when the writer is gone`() {
    var ends: [CInt] = [0, 0]
    expect(pipe(&ends), equals: 0)
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
    expect(log.entries, equals: ["hello", "finished"])
    close(reading)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `no such descriptor is a failure`() {
    let recorder = Recorder(Signal.readable(fileDescriptor: -1))
    expect(recorder.history, equals: ["#\(FileDescriptorError(code: EBADF))"])
  }

  @Test func `closing the descriptor during a subscription does no harm`() {
    var ends: [CInt] = [0, 0]
    expect(pipe(&ends), equals: 0)
    let readable = Gate()
    let endpoint = Signal.readable(fileDescriptor: ends[0]).prefix(1).subscribeValues { _ in readable.open() }
    close(ends[0])
    write(ends[1], "x", 1)
    readable.wait()
    close(ends[1])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `data written before all writers went can be read, in any number of reads`() async throws {
    let pipe = TestPipe()
    pipe.write([UInt8](repeating: 65, count: 40_000))
    pipe.finish()
    let counts = Signal.readable(fileDescriptor: pipe.reading).map { [reading = pipe.reading] waiting in
      var bytes = [UInt8](repeating: 0, count: 16_384)
      return [waiting, read(reading, &bytes, 16_384)]
    }
    var history: [[Int]] = []
    for try await count in counts.values { history.append(count) }
    expect(history, equals: [[40_000, 16_384], [23_616, 16_384], [7_232, 7_232]])
  }
}
