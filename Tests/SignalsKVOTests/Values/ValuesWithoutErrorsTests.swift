import Signals
import SignalsKVO
import Testing

/// C14: the `values` of sources that can't fail are a sequence that doesn't throw. Each loop here has no `try`: it
/// compiles only if the sequence never throws.
@Suite("The values of sources that can't fail", .leavesNothing) struct ValuesWithoutErrorsTests {
  private final class Person {
    @Observed var name = "Ada"
    lazy var shout = Computed { [unowned self] in name + "!" }
  }

  private struct Settings: Sendable, Equatable { var volume = 3 }

  private static func first<Value: Sendable>(
    _ count: Int, of values: some AsyncSequence<Value, Never>, isolation: isolated (any Actor)? = #isolation,
    _ next: () -> Void = {}
  ) async -> [Value] {
    var taken: [Value] = []
    for await value in values {
      taken.append(value)
      if taken.count == count { break }
      next()
    }
    return taken
  }

  @Test func `a loop over a property and a part needs no try`() async {
    let count = Property(1)
    var seen: [Int] = []
    for await value in count.values {
      seen.append(value)
      if value == 3 { break }
      count.value += 1
    }
    expect(seen, equals: [1, 2, 3])
    for await value in count.values(buffering: .newest(1)) {
      expect(value, equals: 3)
      break
    }
    for await value in count.values(ahead: 1) {
      expect(value, equals: 3)
      break
    }
    let settings = Property(Settings())
    for await volume in settings.part(\.volume).values {
      expect(volume, equals: 3)
      break
    }
  }

  @Test func `a loop over a derived value needs no try`() async {
    let count = Property(1)
    let double = count.derived { $0 * 2 }
    let values = await Self.first(2, of: double.values) { count.value = 5 }
    expect(values, equals: [2, 10])
    let triple = Derived { count.value * 3 }
    for await value in triple.values {
      expect(value, equals: 15)
      break
    }
  }

  @MainActor
  @Test func `a loop over an observed property and a computed value needs no try`() async {
    let person = Person()
    var seen: [String] = []
    for await name in person.$name.values {
      seen.append(name)
      if seen.count == 2 { break }
      person.name = "Grace"
    }
    expect(seen, equals: ["Ada", "Grace"])
    for await name in person.shout.values {
      expect(name, equals: "Grace!")
      break
    }
  }

  @Test func `a loop over observed collections needs no try`() async {
    let list = ObservedArray([1])
    let values = await Self.first(2, of: list.values) { list.append(2) }
    expect(values, equals: [[1], [1, 2]])
    let table = ObservedDictionary(["a": 1])
    for await contents in table.values {
      expect(contents, equals: ["a": 1])
      break
    }
  }

  @Test func `the loop ends with the property`() async {
    var count: Property? = Property(1)
    var seen: [Int] = []
    if let values = count?.values {
      var iterator = values.makeAsyncIterator()
      count?.value = 2
      count = nil
      while let value = await iterator.next(isolation: #isolation) { seen.append(value) }
    }
    expect(seen, equals: [1, 2])
  }

  @Test func `a cancelled task leaves the loop`() async {
    let count = Property(1)
    let started = Property(false)
    let task = Task {
      var seen: [Int] = []
      for await value in count.values {
        seen.append(value)
        started.value = true
      }
      return seen
    }
    for await hasStarted in started.values where hasStarted { break }
    task.cancel()
    expect(await task.value, equals: [1])
  }

  /// A type of the program's own, whose signal fails in spite of its promise.
  private struct Broken: InfallibleSignalConvertible, SignalProvider {
    typealias Value = Int
    let signal: Signal<Int>
  }

  @Test func `a signal that fails in spite of its promise ends the loop, and the failure is reported`() async {
    await #expect(processExitsWith: .success) {
      struct Failure: Error {}
      let reported = Guarded<[String]>([])
      SignalDiagnostics.onUnhandledFailure = { failure in
        reported.change { $0.append("\(failure.error) \(failure.signal) \(failure.subscriber)") }
      }
      var seen: [Int] = []
      let broken = Broken(signal: Signal.of(1, 2).map { if $0 == 2 { throw Failure() } else { $0 } })
      for await value in broken.values { seen.append(value) }
      precondition(seen == [1])
      let texts = reported.change { $0 }
      precondition(texts == ["Failure() a Signal<Int> values"], "\(texts)")
    }
  }
}
