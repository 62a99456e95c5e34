import Signals
import SignalsKVO
import Testing

/// C16: observed state in the live graph.
@Suite("C16 The live graph of observed state", .leavesNothing) struct ObservedGraphTests {
  @Test func `a derived value is listed under the properties that it reads`() {
    let graph = RecordedGraph()
    let (first, kept) = graph.record {
      let (first, last) = (Property("Ada"), Property("King"))
      let full = Derived { "\(first.value) \(last.value)" }
      return (first, (full, full.signal.subscribeValues { _ in }))
    }
    first.value = "Augusta"
    let expected = [
      "#1 Property at +2, 1 value",
      "└─ #3 Derived at +3, 2 values",
      "   └─ #4 subscribeValues at +4, 2 values",
      "#2 Property at +2, 0 values",
      "└─ #3 Derived, see above",
    ]
    expect(graph.text, equals: expected)
    kept.1.cancel()
    expect(graph.text, equals: [])
    withExtendedLifetime(kept) {}
  }

  @Test func `a path, a projection and a collection are sources`() {
    let graph = RecordedGraph()
    let person = Person()
    let (list, endpoints) = graph.record {
      let list: ObservedArray = ObservedArray([1])
      let endpoints: [any Cancellable] = [
        Signal.keyValueObserving(person, \.name).named("path").subscribeValues { _ in },
        person.$name.subscribeValues { _ in },
        list.changes.subscribeValues { _ in },
      ]
      return (list, endpoints)
    }
    person.name = "Grace"
    list.append(2)
    let expected = [
      "#1 ObservedArray at +3, 1 value",
      "└─ #6 subscribeValues at +7, 1 value",
      "#2 keyValueObserving \"path\" at +5, 2 values",
      "└─ #3 subscribeValues at +5, 2 values",
      "#4 Observed, 2 values",
      "└─ #5 subscribeValues at +6, 2 values",
    ]
    expect(graph.text, equals: expected)
    withExtendedLifetime(endpoints) {}
  }

  @MainActor @Test func `a path is listed under the values that it leads through`() {
    let graph = RecordedGraph()
    let holder = Holder()
    let endpoint = graph.record {
      holder.count = Property(0)
      return Signal.keyValueObserving(holder, \.double).subscribeValues { _ in }
    }
    holder.count.value = 1
    let expected = [
      "#1 Property at +3, 1 value",
      "└─ #2 keyValueObserving at +4, 2 values",
      "   └─ #3 subscribeValues at +4, 2 values, on main",
    ]
    expect(graph.text, equals: expected)
    endpoint.cancel()
    expect(graph.text, equals: [])
  }

  @Test func `observers for an owner, assignments and bindings are endpoints`() {
    let graph = RecordedGraph()
    let owner = Owner()
    let (one, other) = (Property(1), Property(2))
    let endpoints: [any Cancellable] = graph.record {
      [
        one.subscribe(owner) { _, _ in },
        one.addObserver(forOwner: owner) { _, _ in },
        one.signal.assign(to: other),
        bind(one, to: other),
      ]
    }
    expect(graph.endpoints, equals: ["subscribe +5", "addObserver +6", "assign +7", "bind nowhere", "bind nowhere"])
    for endpoint in endpoints { endpoint.cancel() }
    expect(graph.text, equals: [])
  }

  private final class Person {
    @Observed var name = "Ada"
  }

  private final class Holder {
    var count = Property(0)
    var double: Int { 2 * count.value }
  }

  private final class Owner: Sendable {}
}
