import Foundation
import Signals
import SignalsTesting
import Testing

/// C16 and C8: the recorded parts, the duration of the recording, and its neutrality.
@Suite("C16 Recording the graph", .leavesNothing) struct RecordingTests {
  @Test func `a leak tells the line that made it`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let kept: [Endpoint] = graph.record {
      let released = input.signal.subscribe { _ in }
      let cancelled = input.signal.subscribeValues { _ in }
      let leaked = input.signal.map { $0 }.subscribeWhile { _ in true }
      cancelled.cancel()
      return withExtendedLifetime(released) { [cancelled, leaked] }
    }
    expect(graph.endpoints, equals: ["subscribeWhile +5"])
    kept[1].cancel()
    expect(graph.snapshot, equals: SignalGraph.Snapshot(nodes: [], edges: []))
  }

  @Test func `every endpoint tells how it was made, and where`() async throws {
    let graph = RecordedGraph()
    let input = SignalInput<String>()
    let label = Label()
    let (endpoints, iterators): ([any Cancellable], [Any]) = graph.record {
      let endpoints: [any Cancellable] = [
        input.signal.subscribe { _ in },
        input.signal.subscribeValues { _ in },
        input.signal.subscribeValues(for: label) { _, _ in },
        input.signal.subscribeWhile { _ in true },
        input.signal.assign(to: \.text, on: label),
        Recorder(input.signal),
      ]
      let iterators: [Any] = [
        input.signal.values(buffering: .unbounded).makeAsyncIterator(),
        input.signal.values.makeAsyncIterator(),
      ]
      return (endpoints, iterators)
    }
    let expected = [
      "subscribe +5", "subscribeValues +6", "subscribeValues +7", "subscribeWhile +8", "assign +9", "Recorder +10",
      "values +13", "values nowhere",
    ]
    expect(graph.endpoints, equals: expected)
    withExtendedLifetime((endpoints, iterators)) {}
  }

  @Test func `a subscription without recording isn't there, nor the operators after it`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let before = input.signal.map { $0 }.subscribeValues { _ in }
    let recorded = graph.record { input.signal.map { $0 }.subscribeValues { _ in } }
    let after = input.signal.map { $0 }.subscribeValues { _ in }
    input.send(1)
    let expected = [
      "#3 SignalInput, 1 value", "└─ #2 map at +3, 1 value", "   └─ #1 subscribeValues at +3, 1 value",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime([before, recorded, after]) {}
  }

  @Test func `recording is off at first, and is switched on and off`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let input = SignalInput<Int>()
      let before = input.signal.subscribeValues { _ in }
      precondition(!SignalGraph.isRecording && SignalGraph.snapshot().nodes.isEmpty)
      SignalGraph.isRecording = true
      let during = input.signal.named("numbers").subscribeValues { _ in }
      SignalGraph.isRecording = false
      let after = input.signal.subscribeValues { _ in }
      input.send(1)
      print(SignalGraph.snapshot())
      during.cancel()
      precondition(!SignalGraph.isRecording && SignalGraph.snapshot().nodes.isEmpty)
      withExtendedLifetime([before, after]) {}
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    expect(
      said.contains("#2 SignalInput \"numbers\", 1 value\n└─ #1 subscribeValues at SignalsTests/RecordingTests.swift:"))
  }

  @Test func `nothing is kept alive by being recorded`() {
    let graph = RecordedGraph()
    let log = Log<String>()
    let input = SignalInput<Int>()
    let cancelled = graph.record { input.signal.keeping("one", log).map { $0 }.subscribeValues { _ in } }
    let ended = graph.record { input.signal.keeping("other", log).map { $0 }.shared().subscribeValues { _ in } }
    cancelled.cancel()
    expect(log.entries, equals: ["one released"])
    input.finish()
    expect(log.entries, equals: ["one released", "other released"])
    withExtendedLifetime(ended) {}
  }

  @Test(arguments: OperatorUnderTest.all)
  func `every operator shows with its name and its place`(_ subject: OperatorUnderTest) {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let endpoint = graph.record { subject.apply(input.signal.filter { _ in true }, Probe()).subscribe { _ in } }
    let nodes = graph.snapshot.nodes
    // Nor does it hide the operator above it.
    expect(nodes.contains { $0.operation == "SignalInput" }, equals: nodes.contains { $0.operation == "filter" })
    expect(nodes.isEmpty != endpoint.isActive)
    expect(nodes.allSatisfy { $0.operation == "SignalInput" || $0.place?.file.hasPrefix("SignalsTests/") == true })
    let name = String(subject.name.prefix { $0.isLetter })
    if name == "named" { expect(nodes.contains { $0.name == "source" }) }
    if endpoint.isActive, name != "a", name != "named" {
      expect(nodes.contains { $0.operation == name }, "\(graph.text)")
    }
    endpoint.cancel()
    expect(graph.text, equals: [])
  }

  @Test func `an operator without effect hides nothing`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let endpoint = graph.record { input.signal.map { $0 }.handleEvents().subscribeValues { _ in } }
    let operations = graph.snapshot.nodes.map(\.operation)
    expect(operations.sorted(), equals: ["SignalInput", "handleEvents", "map", "subscribeValues"])
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: OperatorUnderTest.all, [OperatorLaw.silenceAfterTheEnd, .silenceAfterACancel, .release])
  func `every operator keeps the law also while it is recorded`(_ subject: OperatorUnderTest, _ law: OperatorLaw) {
    let recorder = GraphRecorder()
    expect(recorder.record { law.check(subject) }, equals: nil)
    expect(recorder.snapshot().nodes.isEmpty)
  }

  @Test func `every source shows with its name and its place`() {
    let graph = RecordedGraph()
    let clock = VirtualScheduler()
    let log = Log<String>()
    let pipe = Pipe()
    let never: @Sendable () async throws -> Int = {
      try await Task.sleep(for: .seconds(3_600))
      return 0
    }
    let sources: [Signal<Int>] = [
      .never(), .just(1), .of(1), .from([1]), .timer(every: .seconds(1), on: clock), .after(.seconds(1), 1, on: clock),
      .generate { $0.send(1) }, .deferred { .just(1) }, .async { try await never() },
      Signal<CInt>.processSignal(SIGUSR2).map { Int($0) },
      .readable(fileDescriptor: pipe.fileHandleForReading.fileDescriptor),
    ]
    for source in sources {
      let endpoint = graph.record {
        source.subscribeValues { _ in log.append(graph.snapshot.nodes.map(\.operation).joined(separator: " ")) }
      }
      log.append("\(graph.snapshot.nodes.map(\.operation).joined(separator: " ")), then")
      endpoint.cancel()
    }
    withExtendedLifetime(pipe) {}
    let expected = [
      "subscribeValues never, then", "subscribeValues just", ", then", "subscribeValues of", ", then",
      "subscribeValues from", ", then", "subscribeValues timer, then", "subscribeValues after, then",
      "subscribeValues generate", ", then", "subscribeValues deferred just", ", then", "subscribeValues async, then",
      "subscribeValues map processSignal, then", "subscribeValues readable, then",
    ]
    expect(log.entries, equals: expected)
  }
}

private final class Label: Sendable {
  private let kept = Guarded("")

  var text: String {
    get { kept.change { $0 } }
    set { kept.change { $0 = newValue } }
  }
}
