import Dispatch
import Signals
import SignalsTesting
import Testing

/// C16: live parts are listed, with names, places and counts.
@Suite("C16 The live graph", .leavesNothing) struct SnapshotTests {
  @Test func `a chain, from the source to the endpoint`() {
    let graph = RecordedGraph()
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>()
      let doubled = input.signal.map { $0 * 2 }
      let large = doubled.filter { $0 > 2 }
      return (input, large.subscribeValues { _ in })
    }
    input.send(1)
    input.send(2)
    let expected = [
      "#1 SignalInput at +2, 2 values",
      "└─ #4 map at +3, 2 values",
      "   └─ #3 filter at +4, 1 value",
      "      └─ #2 subscribeValues at +5, 1 value",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a way that splits in two and meets again`() {
    let graph = RecordedGraph()
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>()
      let one = input.signal.map { $0 + 1 }
      let other = input.signal.map { $0 * 10 }
      return (input, combineLatest(one, other).subscribeValues { _ in })
    }
    input.send(1)
    input.send(2)
    let expected = [
      "#1 SignalInput at +2, 2 values",
      "├─ #4 map at +3, 2 values",
      "│  └─ #3 combineLatest at +5, 2 values",
      "│     └─ #2 subscribeValues at +5, 2 values",
      "└─ #5 map at +4, 2 values",
      "   └─ #3 combineLatest, see above",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a shared signal is there once, with a branch for each subscription`() {
    let graph = RecordedGraph()
    let (input, endpoints) = graph.record {
      let input = SignalInput<Int>()
      let shared = input.signal.map { -$0 }.shared(replaying: 1)
      let first = shared.subscribeValues { _ in }
      input.send(1)
      let second = shared.removeDuplicates().subscribe { _ in }
      return (input, [first, second])
    }
    input.send(1)
    let expected = [
      "#1 SignalInput at +2, 2 values",
      "└─ #4 map at +3, 2 values",
      "   └─ #3 shared at +3, 2 values",
      "      ├─ #2 subscribeValues at +4, 2 values",
      "      └─ #6 removeDuplicates at +6, 1 value",
      "         └─ #5 subscribe at +6, 1 value",
    ]
    expect(graph.text, equals: expected)
    endpoints[0].cancel()
    expect(graph.endpoints, equals: ["subscribe +6"])
    expect(graph.snapshot.edges.map(\.values), equals: [2, 2, 2, 1])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `the signal that a switch has left is gone, the other is there`() {
    let graph = RecordedGraph()
    let (choice, sensors, endpoint) = graph.record {
      let choice = SignalInput<Int>()
      let sensors = [SignalInput<Int>(), SignalInput<Int>()]
      let signals = sensors.map { $0.signal.named("sensor") }
      return (choice, sensors, choice.signal.flatMap(.latest) { signals[$0] }.subscribeValues { _ in })
    }
    choice.send(0)
    sensors[0].send(7)
    let first = [
      "#1 SignalInput at +2, 1 value",
      "└─ #5 flatMap at +5, 1 value",
      "   └─ #4 subscribeValues at +5, 1 value",
      "#2 SignalInput \"sensor\" at +3, 1 value",
      "└─ #5 flatMap, see above",
    ]
    expect(graph.text, equals: first)
    choice.send(1)
    let second = [
      "#1 SignalInput at +2, 2 values",
      "└─ #5 flatMap at +5, 1 value",
      "   └─ #4 subscribeValues at +5, 1 value",
      "#3 SignalInput \"sensor\" at +3, 0 values",
      "└─ #5 flatMap, see above",
    ]
    expect(graph.text, equals: second)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `queues are told, of sources and of deliveries, and where an endpoint hops to its actor`() async {
    let graph = RecordedGraph()
    let (source, model) = (DispatchQueue(label: "source"), DispatchQueue(label: "model"))
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>(on: source)
      return (input, input.signal.deliver(on: model).map { $0 }.subscribeValues { @MainActor _ in })
    }
    input.send(1)
    for queue in [source, model] { await withCheckedContinuation { done in queue.async { done.resume() } } }
    let expected = [
      "#1 SignalInput at +3, 1 value, on source",
      "└─ #4 deliver at +4, 1 value, on model",
      "   └─ #3 map at +4, 1 value",
      "      └─ #2 subscribeValues at +4, 1 value, on main",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `ends that an operator can do without are counted, and an ended part is gone`() {
    let graph = RecordedGraph()
    let (one, other, endpoint) = graph.record {
      let (one, other) = (SignalInput<Int>(), SignalInput<Int>())
      return (one, other, merge(one.signal, other.signal).subscribeValues { _ in })
    }
    one.send(1)
    one.finish()
    other.send(2)
    let expected = [
      "#2 SignalInput at +2, 1 value",
      "└─ #4 merge at +3, 2 values, 1 end",
      "   └─ #3 subscribeValues at +3, 2 values",
    ]
    expect(graph.text, equals: expected)
    other.finish()
    expect(graph.text, equals: [])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a continuous signal is there without a subscriber, as long as it listens`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    var signal: Signal<Int>? = graph.record { input.signal.continuous(initial: 0) }
    input.send(1)
    expect(graph.text, equals: ["#2 SignalInput, 1 value", "└─ #1 continuous at +2, 0 values"])
    expect(signal != nil)
    signal = nil
    expect(graph.text, equals: [])
  }

  @Test func `groups hang on what makes them`() {
    let graph = RecordedGraph()
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>()
      let groups = input.signal.groupBy { $0 % 2 }
      return (input, groups.flatMap { group in group.signal.map { $0 } }.subscribeValues { _ in })
    }
    for value in 1...3 { input.send(value) }
    let expected = [
      "#1 SignalInput at +2, 3 values",
      "└─ #4 groupBy at +3, 2 values",
      "   ├─ #3 flatMap at +4, 3 values",
      "   │  └─ #2 subscribeValues at +4, 3 values",
      "   ├─ #5 map at +4, 2 values",
      "   │  └─ #3 flatMap, see above",
      "   └─ #6 map at +4, 1 value",
      "      └─ #3 flatMap, see above",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a signal that feeds itself is drawn without end`() {
    let graph = RecordedGraph()
    let (input, endpoint) = graph.record {
      let input = SignalInput<Int>()
      let echo = SignalInput<Int>()
      let all = merge(input.signal, echo.signal).shared()
      let back = all.filter { $0 < 3 }.subscribeValues { echo.send($0 + 1) }
      return (input, [back, all.subscribeValues { _ in }])
    }
    input.send(1)
    expect(graph.snapshot.endpoints.map(\.values), equals: [2, 3])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an operator that is made of others is one, and a name goes to the one that it is written after`() {
    let graph = RecordedGraph()
    let input = SignalInput<Int>()
    let endpoint = graph.record {
      input.signal.named("all").allSatisfy { $0 > 0 }.named("valid").named("ignored").map { !$0 }.subscribe { _ in }
    }
    let expected = [
      "#4 SignalInput \"all\", 0 values",
      "└─ #3 allSatisfy \"ignored\" at +3, 0 values",
      "   └─ #2 map at +3, 0 values",
      "      └─ #1 subscribe at +3, 0 values",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime(endpoint) {}
  }
}
