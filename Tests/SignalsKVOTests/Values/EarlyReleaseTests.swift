import Signals
import SignalsKVO
import Testing

/// C6, K8: debug builds report an observer or a binding that is released in the turn in which it was made, and a derived value that is
/// released in the turn in which it was first observed.
@Suite("C6 Observers, bindings and derived values that are released at once", .leavesNothing) struct EarlyReleaseTests {
  private static func reported(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("was released in the turn") }
  }

  private static func sentence(_ operation: String, at line: Int) -> String {
    "SignalsKVOTests/EarlyReleaseTests.swift:\(line): the result of \(operation) was released in the turn in which it "
      + "was made, which cancels it. Store it for as long as it has to last, for example with `store(in:)`, or call "
      + "`cancel()` to end it on purpose."
  }

  private final class Person {
    @Observed var name = ""
    @Observed var title = ""
  }

  // The calls whose lines are compared stand outside of the exit tests, which the compiler regards as one line.

  private static let lineOfFirst = #line + 5

  private static func makeOneOfEach() {
    let (one, other) = (Person(), Person())
    let (count, copy) = (Property(1), Property(2))
    _ = KeyValueObserver(one, \.name) { _ in }
    _ = KeyValueObserver(one, \.name) { _, _ in }
    _ = observe { _ = count.value }
    _ = count.assign(to: copy)
    _ = one.$name.assign(to: \.title, on: one)
    _ = bind(one, \.title, from: one, \.name)
    _ = bind(one, \.title, from: one, \.name) { "To \($0)" }
    _ = bind(one, \.name, to: other, \.name)
    withExtendedLifetime((one, other, count, copy)) {}
  }

  @Test func `observers, bindings and effects that aren't stored are reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Several times, since a thread that is interrupted between creation and release reports nothing. Each place is
      // reported once.
      for _ in 0..<5 { Self.makeOneOfEach() }
    }
    let operations = [
      "KeyValueObserver", "KeyValueObserver", "observe", "assign", "bind", "bind", "bind", "bind",
    ]
    let expected = operations.enumerated().map { Self.sentence($1, at: Self.lineOfFirst + $0) }
    expect(Self.reported(result).sorted(), equals: expected.sorted())
  }

  private static let lineOfBinding = #line + 6

  @MainActor
  private static func bindInEachForm() {
    let (one, other) = (Person(), Person())
    let (count, text, copy) = (Property(1), Property(""), Property(""))
    _ = bind(one, \.name, to: other, \.name)
    _ = bind(one, \.name, to: other, \.name, converting: Converter(forward: { $0 }, backward: { $0 }))
    _ = bind(one, \.name, to: text)
    _ = bind(one, \.name, to: count, converting: Converter(forward: { Int($0) ?? 0 }, backward: { "\($0)" }))
    _ = bind(text, to: copy)
    _ = bind(count, to: text, converting: Converter(forward: { "\($0)" }, backward: { Int($0) ?? 0 }))
    withExtendedLifetime((one, other, count, text, copy)) {}
  }

  @Test func `each form of bind is reported with its own line`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for _ in 0..<5 { await Self.bindInEachForm() }
    }
    expect(
      Self.reported(result).sorted(),
      equals: (0..<6).map { Self.sentence("bind", at: Self.lineOfBinding + $0) }.sorted())
  }

  @Test func `observers that have ended, were cancelled, were used or have an owner are not reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (one, other) = (Person(), Person())
      let (count, copy) = (Property(1), Property(2))
      KeyValueObserver(one, \.name) { _ in }.cancel()
      KeyValueObserver(one, \.name, forOwner: other) { _, _ in }
      bind(one, \.name, to: other, \.name).cancel()
      bind(one, \.title, from: one, \.name).cancel()
      observe { _ = count.value }.cancel()

      var observer: KeyValueObserver? = KeyValueObserver(one, \.name) { _ in }
      one.name = "Ada"
      withExtendedLifetime(observer) {}
      observer = nil
      var copying: OneWayBinding? = bind(other, \.title, from: one, \.name)
      one.name = "Grace"
      withExtendedLifetime(copying) {}
      copying = nil
      var binding: TwoWayBinding? = bind(count, to: copy)
      count.value = 3
      withExtendedLifetime(binding) {}
      binding = nil
      var effect: Endpoint? = observe { _ = count.value }
      count.value = 4
      withExtendedLifetime(effect) {}
      effect = nil

      // The death of an end has ended the binding.
      var gone: Property<Int>? = Property(1)
      var ended: TwoWayBinding? = gone.map { bind($0, to: count) }
      gone = nil
      withExtendedLifetime(ended) {}
      ended = nil

      // These observers need no reference.
      count.subscribe(copy) { _, _ in }
      count.addObserver(forOwner: copy) { _, _ in }
      withExtendedLifetime((one, other, count, copy)) {}
    }
    expect(Self.reported(result), equals: [])
  }

  // MARK: - Derived values

  private static func sentence(ofObserved operation: String, at line: Int) -> String {
    "SignalsKVOTests/EarlyReleaseTests.swift:\(line): the result of \(operation) was released in the turn in which it was "
      + "first observed, which ends its observers. Store it for as long as it has to be observed."
  }

  private static let lineOfDerived = #line + 4

  private static func observeWithoutKeeping(_ bag: CancellableBag) {
    let (count, copy, list) = (Property(1), Property(""), ObservedArray([3, 1, 2]))
    Derived { count.value + 1 }.signal.subscribeValues { _ in }.store(in: bag)
    count.derived { "\($0)" }.subscribeValues { _ in }.store(in: bag)
    Derived { count.value + 1 }.addObserver(forOwner: copy) { _, _, _ in }
    _ = count.derived { $0 + 1 }.signal
    Resource(of: count) { $0 }.subscribeValues { _ in }.store(in: bag)
    list.filtered { $0 > 1 }.signal.subscribeValues { _ in }.store(in: bag)
    withExtendedLifetime((count, copy, list)) {}
  }

  @Test func `derived values and collections that are observed and not kept are reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let bag = CancellableBag()
      for _ in 0..<5 { Self.observeWithoutKeeping(bag) }
    }
    let operations = ["Derived", "Derived", "Derived", "Derived", "Resource", "filtered"]
    let expected = operations.enumerated().map { Self.sentence(ofObserved: $1, at: Self.lineOfDerived + $0) }
    expect(Self.reported(result).sorted(), equals: expected.sorted())
  }

  private static let lineOfHooked = #line + 3

  private static func observeOne(_ count: Property<Int>, _ bag: CancellableBag) {
    Derived { count.value + 1 }.signal.subscribeValues { _ in }.store(in: bag)
  }

  @Test func `the hook receives the report of a derived value`() async {
    await #expect(processExitsWith: .success) {
      let (count, bag, log) = (Property(1), CancellableBag(), Log<EarlyRelease>())
      SignalDiagnostics.onEarlyRelease = { log.append($0) }
      for _ in 0..<5 { Self.observeOne(count, bag) }
      let expected = EarlyRelease(
        operation: "Derived", file: #fileID, line: Self.lineOfHooked, wasObserved: true)
      precondition(!log.entries.isEmpty && log.entries.allSatisfy { $0 == expected }, "\(log.entries)")
      SignalDiagnostics.onEarlyRelease = nil
    }
  }

  @Test func `a derived value is not reported without observers, after a change, or if it is kept`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (count, bag) = (Property(1), CancellableBag())
      // Only read.
      _ = Derived { count.value + 1 }.value
      _ = Resource(of: count) { $0 }.value
      // The observer has left.
      var left: Derived<Int>? = Derived { count.value + 1 }
      left?.signal.subscribeValues { _ in }.cancel()
      _ = left?.signal.prefix(1).subscribeValues { _ in }
      left = nil
      // The observers were told.
      var used: Derived<Int>? = Derived { count.value + 1 }
      used?.signal.subscribeValues { _ in }.store(in: bag)
      count.value = 2
      used = nil
      // Released by another thread.
      let shared = Guarded<Derived<Int>?>(Derived { count.value + 1 })
      shared.change { $0 }?.signal.subscribeValues { _ in }.store(in: bag)
      onAnotherThread { _ = shared.change { $0.take() } }
      // A derived value of an effect, which has ended before.
      let inner = Derived { count.value + 1 }
      observe { _ = inner.value }.cancel()
      // Read by another one that is kept, which follows the inputs.
      let outer = Derived { count.derived { $0 + 1 }.value }
      outer.signal.subscribeValues { _ in }.store(in: bag)
      count.value = 3
      withExtendedLifetime((count, left, used, inner, outer)) {}
    }
    expect(Self.reported(result), equals: [])
  }
}
