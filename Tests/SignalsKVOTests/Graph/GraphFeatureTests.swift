// For the types that a literal may also have there.
import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K2, K8: the results that count as changes.
@Suite("The dependency graph: comparison and untracked reads", .leavesNothing) struct GraphComparisonTests {
  private let runs = Log<Int>()

  @Test func `a set to an equal value is no change of a property with a comparison`() {
    let level = Property(0, isSame: ==)
    let double = level.derived { [runs] value in
      runs.append(value)
      return value * 2
    }
    let recorders = [Recorder(level.signal), Recorder(double.signal)]
    for value in [0, 1, 1, 2] { level.value = value }
    level.modify { $0 += 0 }
    transaction {
      level.value = 2
      level.value = 2
    }
    expect(recorders.map(\.history), equals: [["0", "1", "2"], ["0", "2", "4"]])
    expect(runs.entries, equals: [0, 1, 2])
  }

  @Test func `the operator alone determines the usual type of a literal`() {
    let third = 1.0 / 3
    expect(
      [
        "\(type(of: Property(0, isSame: ==)))", "\(type(of: Property(18.5, isSame: ==)))",
        "\(type(of: Property(third, isSame: ==)))", "\(type(of: Property(Float(1), isSame: ==)))",
        "\(type(of: Property(18.5, isSame: { $0 == $1 })))", "\(type(of: Property("", isSame: ==)))",
        "\(type(of: Property([1], isSame: ==)))", "\(type(of: Property(18.5 as Double?, isSame: ==)))",
      ],
      equals: [
        "Property<Int>", "Property<Double>", "Property<Double>", "Property<Float>", "Property<Double>",
        "Property<String>", "Property<Array<Int>>", "Property<Optional<Double>>",
      ])
    let temperature = Property(18.5, isSame: ==)
    let recorder = Recorder(temperature.signal)
    for value in [18.5, 19, 19.0] { temperature.value = value }
    expect(recorder.history, equals: ["18.5", "19.0"])
  }

  @Test func `a property uses its own comparison`() {
    let level = Property(20.0, isSame: { abs($0 - $1) < 0.5 })
    let recorder = Recorder(level.signal)
    for value in [20.25, 25, 25.25, 20] { level.value = value }
    expect(recorder.history, equals: ["20.0", "25.0", "20.0"])
  }

  @Test func `a derived value uses its own comparison`() {
    let sensor = Property(20.0)
    let coarse = Derived(isSame: { abs($0 - $1) < 0.5 }) { sensor.value }
    let text = coarse.derived { [runs] value in
      runs.append(Int(value))
      return "\(value) °C"
    }
    let recorders = (Recorder(coarse.signal), Recorder(text.signal))
    for value in [20.25, 25, 25.25, 20] { sensor.value = value }
    expect(recorders.0.history, equals: ["20.0", "25.0", "20.0"])
    expect(recorders.1.history, equals: ["20.0 °C", "25.0 °C", "20.0 °C"])
    expect(runs.entries, equals: [20, 25, 20])
  }

  @Test func `a comparison that is never true makes each run a change, once per transaction`() {
    let sensor = Property(1)
    let every = Derived(isSame: { _, _ in false }) { sensor.value }
    let recorder = Recorder(every.signal)
    sensor.value = 1
    transaction {
      sensor.value = 2
      sensor.value = 1
    }
    expect(recorder.history, equals: ["1", "1", "1"])
  }

  @Test func `an untracked read creates no dependency, and is up to date in the next run`() {
    let net = Property(1)
    let rate = Property(2)
    let percent = rate.derived { $0 * 10 }
    let total = Derived { [runs] in
      runs.append(net.value)
      return net.value * untracked { rate.value + percent.value }
    }
    let recorder = Recorder(total.signal)
    rate.value = 3
    expect(total.value, equals: 22)
    net.value = 2
    expect(recorder.history, equals: ["22", "66"])
    expect(runs.entries, equals: [1, 2])
  }

  @Test func `reads after an untracked one are tracked`() {
    let first = Property(1)
    let second = Property(1)
    let sum = Derived { untracked { first.value } + second.value }
    let recorder = Recorder(sum.signal)
    first.value = 10
    second.value = 2
    expect(recorder.history, equals: ["2", "12"])
  }
}

/// K8: derived values that depend on themselves.
@Suite("The dependency graph: cycles", .leavesNothing) struct GraphCycleTests {
  /// Each cell reads the next one and adds one. The last reads the first, or is 10 while the ring is open.
  private final class Ring: Sendable {
    let isClosed = Property(true)
    private let cells = Guarded<[Derived<Int>]>([])

    init(_ count: Int) {
      let new = (0..<count).map { index in
        Derived(inCircle: -1) { [unowned self] in
          if index == count - 1, !isClosed.value { return 10 }
          return self[(index + 1) % count].value + 1
        }
      }
      cells.change { $0 = new }
    }

    subscript(index: Int) -> Derived<Int> { cells.change { $0[index] } }
  }

  @Test(arguments: [1, 2, 3], [false, true])
  func `each node in a cycle has its value for the cycle, and recovers when that is broken`(
    count: Int, isObserved: Bool
  ) {
    let ring = Ring(count)
    let outside = Derived { ring[0].value * 2 }
    let recorders = isObserved ? (0..<count).map { Recorder(ring[$0].signal) } + [Recorder(outside.signal)] : []
    func values() -> [Int] { (0..<count).map { ring[$0].value } + [outside.value] }
    let circular = Array(repeating: -1, count: count) + [-2]
    let open = (0..<count).map { 9 + count - $0 } + [2 * (9 + count)]
    expect(values(), equals: circular)
    ring.isClosed.value = false
    expect(values(), equals: open)
    ring.isClosed.value = true
    expect(values(), equals: circular)
    ring.isClosed.value = true
    expect(values(), equals: circular)
    ring.isClosed.value = false
    expect(values(), equals: open)
    let expected = zip(circular, open).map { ["\($0)", "\($1)", "\($0)", "\($1)"] }
    expect(recorders.map(\.history), equals: (isObserved ? expected : []))
  }

  private struct Circular: Error, Equatable {}

  @Test func `the value in a cycle may be a failure`() {
    let isCircular = Property(true)
    let own = Guarded<Derived<Result<Int, Circular>>?>(nil)
    let cell = Derived(inCircle: Result<Int, Circular>.failure(Circular())) {
      isCircular.value ? own.change { $0 }?.value.map { $0 + 1 } ?? .success(0) : .success(5)
    }
    own.change { $0 = cell }
    expect(cell.value, equals: .failure(Circular()))
    isCircular.value = false
    expect(cell.value, equals: .success(5))
    // Breaks the test's own retain cycle.
    own.change { swapped(&$0, with: nil) }.map { withExtendedLifetime($0) {} }
  }

  @Test func `a cycle without a value for it stops the program with a message that names the nodes`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let other = Property<ObservableValue<Int>>(Property(1))
      let first = Derived { other.value.value + 1 }
      let second = Derived { first.value + 1 }
      other.value = second
      _ = second.value
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    // The compiler regards the exit test as one line.
    let name = /Derived \(SignalsKVOTests\/GraphFeatureTests\.swift:\d+\)/
    // Both, and the one that has no value for this case.
    expect(message.matches(of: name).count, equals: 3, "\(message)")
  }
}

/// K1, K3, K10: computed values and reactions of one actor.
