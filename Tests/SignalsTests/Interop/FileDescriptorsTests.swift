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

  @Test func `an empty datagram is no end`() {
    var ends: [CInt] = [0, 0]
    #if canImport(Darwin)
      let kind = SOCK_DGRAM
    #else
      let kind = CInt(SOCK_DGRAM.rawValue)
    #endif
    expect(socketpair(AF_UNIX, kind, 0, &ends), equals: 0)
    let (reading, writing) = (ends[0], ends[1])
    let (log, received) = (Log<String>(), Gate())
    let endpoint = Signal.readable(fileDescriptor: reading, on: DispatchQueue(label: "test")).subscribe { event in
      guard case .value = event else { return log.append("\(event)") }
      var bytes = [UInt8](repeating: 0, count: 8)
      let count = read(reading, &bytes, 8)
      log.append(String(decoding: bytes.prefix(count), as: UTF8.self))
      if count == 2 { received.open() }
    }
    for text in ["abc", "", "de"] { send(writing, text, text.utf8.count, 0) }
    received.wait()
    expect(log.entries, equals: ["abc", "", "de"])
    endpoint.cancel()
    for end in ends { close(end) }
  }

  #if os(Linux)
    @Test func `a descriptor of events is readable at each event, and has no end`() {
      // Glibc has it, but Swift doesn't import it.
      typealias EventDescriptor = @convention(c) (UInt32, CInt) -> CInt
      let events = unsafeBitCast(dlsym(nil, "eventfd"), to: EventDescriptor.self)(0, 0)
      let (log, received) = (Log<String>(), Gate())
      let endpoint = Signal.readable(fileDescriptor: events, on: DispatchQueue(label: "test")).subscribe { event in
        guard case .value = event else { return log.append("\(event)") }
        var count: UInt64 = 0
        read(events, &count, 8)
        log.append("\(count)")
        received.open()
      }
      var five: UInt64 = 5
      write(events, &five, 8)
      received.wait()
      expect(log.entries, equals: ["5"])
      endpoint.cancel()
      close(events)
    }
  #endif
}
