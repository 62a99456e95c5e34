import Signals
import SignalsTesting
import Testing

@Suite("prepend", .leavesNothing) struct PrependTests {
  @Test func `passes on its values within the subscribing call, then this signal's`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.signal.prepend(1, 2))
    expect(recorder.history, equals: ["1", "2"])
    input.send(3)
    input.finish()
    expect(recorder.history, equals: ["1", "2", "3", "|"])
  }

  @Test func `takes sequences, and nothing at all`() {
    expect(history(of: [3]) { $0.prepend(contentsOf: [1, 2]) }, equals: ["1", "2", "3", "|"])
    expect(history(of: [3]) { $0.prepend(contentsOf: 1...2) }, equals: ["1", "2", "3", "|"])
    expect(history(of: [3]) { $0.prepend(contentsOf: []) }, equals: ["3", "|"])
    expect(history(of: [3]) { $0.prepend() }, equals: ["3", "|"])
    expect(history(of: [[3]]) { $0.prepend([1, 2]) }, equals: ["[1, 2]", "[3]", "|"])
  }

  @Test func `comes before an end of any kind`() {
    expect(history(of: [Int]()) { $0.prepend(1) }, equals: ["1", "|"])
    expect(Recorder(Signal.failed(Failure("e")).prepend(1)).history, equals: ["1", "#e"])
  }

  @Test func `subscribes only after its values`() {
    let log = Log<String>()
    let endpoint = Signal.of(2).map { value in
      log.append("drawn \(value)")
      return value
    }.prepend(1).subscribeValues { log.append("handled \($0)") }
    expect(log.entries, equals: ["handled 1", "drawn 2", "handled 2"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `misses what the handler of its values sends`() {
    let input = SignalInput<Int>()
    let log = Log<Int>()
    let endpoint = input.signal.prepend(1).subscribeValues { value in
      log.append(value)
      if value == 1 { input.send(2) }
    }
    input.send(3)
    expect(log.entries, equals: [1, 3])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `stops where the handler or an operator below wants no more, and subscribes to nothing`() {
    let log = Log<String>()
    let above = Signal<Int> { _, _ in log.append("subscribed") }
    let prepended = above.prepend(contentsOf: 1...1_000).map { value in
      log.append("\(value)")
      return value
    }
    expect(!prepended.subscribeWhile { $0 < 2 }.isActive)
    expect(log.entries, equals: ["1", "2"])
    expect(Recorder(prepended.prefix(3)).history, equals: ["1", "2", "3", "|"])
    expect(Recorder(above.prepend(1, 2).prefix(2)).history, equals: ["1", "2", "|"])
    expect(log.entries, equals: ["1", "2", "1", "2", "3"])
  }

  @Test func `an error below its values is the end`() {
    expect(drawn { $0.prepend(1, -1, 2).map(checked) }.history, equals: ["1", "#negative"])
    expect(drawn { $0.prepend(1, -1, 2).map(checked) }.numbers, equals: [])
  }

  @Test func `the last one that is called comes first`() {
    expect(history(of: [3]) { $0.prepend(2).prepend(1) }, equals: ["1", "2", "3", "|"])
  }
}
