import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

@Suite("Lines", .leavesNothing, .serialized) struct LinesTests {
  /// Everything that comes.
  private static func history(of lines: Signal<String>) async -> [String] {
    var history: [String] = []
    do {
      for try await line in lines.values { history.append(line) }
      history.append("|")
    } catch {
      history.append("#\(error)")
    }
    return history
  }

  @Test func `each line comes as soon as it is complete`() async throws {
    let pipe = TestPipe()
    var lines = Signal.lines(of: pipe.reading).values.makeAsyncIterator()
    pipe.write("one\ntw")
    expect(try await lines.next(), equals: "one")
    pipe.write("o\r\n\nthree")
    expect(try await lines.next(), equals: "two")
    expect(try await lines.next(), equals: "")
    pipe.finish()
    expect(try await lines.next(), equals: "three")
    expect(try await lines.next() == nil)
  }

  @Test func `lines of any length, and characters cut by the pipe, come whole`() async {
    let pipe = TestPipe()
    let long = String(repeating: "äöü€😀", count: 3_000)
    pipe.write("\(long)\nshort\r\n")
    pipe.finish()
    expect(await Self.history(of: .lines(of: pipe.reading)), equals: [long, "short", "|"])
  }

  @Test func `invalid UTF-8 is replaced`() async {
    let pipe = TestPipe()
    pipe.write([0x61, 0xC3, 0x28, 0x0A, 0xFF])
    pipe.finish()
    expect(await Self.history(of: .lines(of: pipe.reading)), equals: ["a\u{FFFD}(", "\u{FFFD}", "|"])
  }

  @Test func `a pipe that is closed without a word finishes`() async {
    let pipe = TestPipe()
    pipe.finish()
    expect(await Self.history(of: .lines(of: pipe.reading)), equals: ["|"])
  }

  @Test func `files and devices are read to their end`() async throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    fputs("a\nb\nc", file)
    rewind(file)
    expect(await Self.history(of: .lines(of: fileno(file))), equals: ["a", "b", "c", "|"])
    let nothing = open("/dev/null", O_RDONLY)
    defer { close(nothing) }
    expect(await Self.history(of: .lines(of: nothing)), equals: ["|"])
  }

  @Test func `a read error is a failure`() async {
    let failure = FileDescriptorError(code: EBADF)
    expect(await Self.history(of: .lines(of: -1)), equals: ["#\(failure)"])
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    expect(await Self.history(of: .lines(of: folder)), equals: ["#\(FileDescriptorError(code: EISDIR))"])
  }

  @Test(arguments: [true, false])
  func `when the subscription is over the descriptor is closed`(cancels: Bool) async {
    let pipe = TestPipe()
    let log = Log<String>()
    let bag = CancellableBag()
    let lines = Signal.lines(of: pipe.reading)
    (cancels ? lines : lines.prefix(1)).subscribeValues { log.append($0) }.store(in: bag)
    pipe.stopReading()
    pipe.write("a\nb\n")
    while log.entries.isEmpty { await letOthersGoOn() }
    expect(log.entries.first, equals: "a")
    if cancels { bag.cancel() } else { expect(log.entries, equals: ["a"]) }
    while !pipe.isDeserted { await letOthersGoOn() }
  }

  @Test func `a device that never brings a line can be left`() async {
    let queue = DispatchQueue(label: "test")
    let device = open("/dev/zero", O_RDONLY)
    defer { close(device) }
    let recorder = Recorder(Signal.lines(of: device, on: queue))
    recorder.cancel()
    // Its reads are on that queue; so this returns only after it has stopped.
    for _ in 0..<3 { await withCheckedContinuation { continuation in queue.async { continuation.resume() } } }
    expect(recorder.history, equals: [])
  }

  @Test func `handlers are called on the queue, a line at a time`() async {
    let queue = DispatchQueue(label: "test")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let pipe = TestPipe()
    pipe.write("a\nb\n")
    pipe.finish()
    let places = Signal.lines(of: pipe.reading, on: queue).map {
      "\($0) \(DispatchQueue.getSpecific(key: key) == true)"
    }
    expect(await Self.history(of: places), equals: ["a true", "b true", "|"])
  }

  @Test func `standard input is a descriptor like others`() async {
    let pipe = TestPipe()
    let present = dup(STDIN_FILENO)
    dup2(pipe.reading, STDIN_FILENO)
    defer {
      dup2(present, STDIN_FILENO)
      close(present)
    }
    pipe.write("hello\n")
    pipe.finish()
    expect(await Self.history(of: .standardInputLines), equals: ["hello", "|"])
  }
}
