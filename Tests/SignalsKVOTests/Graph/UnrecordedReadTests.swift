import Observation
import Signals
import SignalsKVO
import Testing

@Suite("K8 Reads that are not tracked", .leavesNothing) struct UnrecordedReadTests {
  @Test func `a description of a value that another thread computes leaves the surrounding reads tracked`() {
    let (first, second) = (Property(1), Property(1))
    let entered = Log<Bool>()
    let isDescribed = Log<Bool>()
    // The first run of the closure lasts until another thread has described the value.
    let slow = Derived {
      if entered.entries.isEmpty {
        entered.append(true)
        while isDescribed.entries.isEmpty { yieldProcessor() }
      }
      return first.value
    }
    let seen = Log<Int>()
    let endpoints = Log<Endpoint>()
    onThreads(2) { thread in
      if thread == 0 { return _ = slow.value }
      while entered.entries.isEmpty { yieldProcessor() }
      endpoints.append(
        observe {
          _ = "\(slow)"
          isDescribed.append(true)
          seen.append(second.value)
        })
    }
    second.value = 2
    expect(seen.entries, equals: [1, 2])
    for endpoint in endpoints.entries { endpoint.cancel() }
  }

  @Test func `what a comparison of results reads is no input`() {
    struct Rounded: Equatable {
      let number: Double
      let step: Property<Double>
      static func == (one: Rounded, other: Rounded) -> Bool { abs(one.number - other.number) < one.step.value }
    }
    let (number, step, runs) = (Property(1.0), Property(0.5), Log<Double>())
    let rounded = Derived {
      runs.append(number.value)
      return Rounded(number: number.value, step: step)
    }
    _ = rounded.value
    number.value = 2
    _ = rounded.value
    step.value = 5
    _ = rounded.value
    expect(runs.entries, equals: [1, 2])
  }

  @Test func `what a handler reads at the end of a transaction is no input of the closure that makes it`() {
    let (source, target, read) = (Property(1), Property(0), Property(0))
    let sums = target.derived { $0 + 1 }
    let seen = Log<Int>()
    let handler = sums.signal.subscribeValues { _ in seen.append(read.value) }
    let runs = Log<Int>()
    let endpoint = observe {
      runs.append(source.value)
      transaction { target.value = source.value }
    }
    expect(seen.entries, equals: [0, 0])
    read.value = 1
    expect(runs.entries, equals: [1])
    source.value = 2
    expect(runs.entries, equals: [1, 2])
    endpoint.cancel()
    handler.cancel()
  }

  @Test(arguments: [false, true])
  func `an object that ends with the former value may read the new one, and change an input`(changes: Bool) {
    final class Part: Sendable {
      let number: Int
      let whenReleased: @Sendable (Int) -> Void
      init(_ number: Int, _ whenReleased: @escaping @Sendable (Int) -> Void) {
        self.number = number
        self.whenReleased = whenReleased
      }
      deinit { whenReleased(number) }
    }
    let source = Property(1)
    let (holder, seen) = (Guarded<Derived<Part>?>(nil), Log<Int>())
    let parts = Derived {
      Part(source.value) { number in
        guard number == 1, let parts = holder.change({ $0 }) else { return }
        if changes { source.value = 3 }
        seen.append(parts.value.number)
      }
    }
    holder.change { $0 = parts }
    expect(parts.value.number, equals: 1)
    source.value = 2
    expect(parts.value.number, equals: changes ? 3 : 2)
    expect(seen.entries, equals: [changes ? 3 : 2])
    holder.change { swapped(&$0, with: nil) }.map { withExtendedLifetime($0) {} }
  }

  @Test func `a read is not recorded because another thread's reads are (K8, K10)`() {
    let (source, other) = (Property(0), Property(0))
    let double = Derived { source.value * 2 }
    let isOver = AtomicWord(0)
    let thread = startThread {
      while isOver.value == 0 {
        withObservationTracking {
          _ = other.value
        } onChange: {
        }
        other.value += 1
      }
    }
    var observed = 0
    for number in 0..<50_000 {
      source.value = number
      _ = double.value
      if double.observerCount > 0 { observed += 1 }
    }
    isOver.store(1)
    thread.wait()
    expect(observed, equals: 0)
  }

  // Used on one thread.
  private final class Label: @unchecked Sendable {
    @Observed var text = ""
    @Observed var length = 0
  }

  @Test func `a property that is assigned below a signal is no input of the closure that sends`() {
    let (label, name, input, runs) = (Label(), Property("Ada"), SignalInput<String>(), Log<String>())
    let assigned = [input.assign(to: \.text, on: label), input.map(\.count).assign(to: \.length, on: label)]
    let endpoint = observe {
      runs.append(name.value)
      input.send(name.value)
    }
    name.value = "Grace"
    label.text = "nobody"
    expect(runs.entries, equals: ["Ada", "Grace"])
    expect(label.length, equals: 5)
    for endpoint in assigned + [endpoint] { endpoint.cancel() }
  }

  private static let bindings: [(name: String, bind: @Sendable (Label, Label) -> TwoWayBinding)] = [
    ("two paths", { bind($0, \.text, to: $1, \.text) }),
    ("the other way", { bind($0, \.text, to: $1, \.text, initially: .fromFirst) }),
    (
      "with a converter",
      { bind($0, \.text, to: $1, \.length, converting: Converter(forward: { $0.count }, backward: { "\($0)" })) }
    ),
  ]

  @Test(arguments: bindings.map(\.name))
  func `what a binding reads is no input of the closure that makes it`(_ name: String) throws {
    let make = try #require(Self.bindings.first { $0.name == name }).bind
    let (screen, items, selected, runs) = (Label(), [Label(), Label()], Property(0), Log<Int>())
    let binding = Guarded<TwoWayBinding?>(nil)
    let endpoint = observe {
      runs.append(selected.value)
      let new = make(screen, items[selected.value])
      let former = binding.change { swapped(&$0, with: new) }
      former?.cancel()
    }
    items[0].text = "a"
    items[0].length = 7
    selected.value = 1
    items[1].text = "b"
    screen.text = "c"
    expect(runs.entries, equals: [0, 1])
    binding.change { $0 }?.cancel()
    endpoint.cancel()
  }

  @Test func `the description of a collection is no input of the closure that prints it`() {
    let (list, count, log) = (ObservedArray([1]), Property(0), Log<String>())
    let endpoint = observe { log.append("\(count.value) \(list)") }
    list.append(2)
    count.value = 1
    expect(log.entries, equals: ["0 [1]", "1 [1, 2]"])
    endpoint.cancel()
  }
}
