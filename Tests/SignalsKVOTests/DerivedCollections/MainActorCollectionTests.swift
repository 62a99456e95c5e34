import Signals
import SignalsKVO
import SignalsTesting
import Testing

@Suite("C13, K12 Derived collections of main-actor objects", .leavesNothing) @MainActor struct MainActorCollectionTests
{
  @MainActor final class Person: @MainActor KeyValueObservable {
    let observationStore = ObservationStore<Person>()
    @Observed var name: String
    @Observed var isActive = true

    init(_ name: String) { self.name = name }
  }

  @Test func `closures on the main actor read the objects, and follow their properties`() {
    let people = ["Bo", "Ada"].map { Person($0) }
    let list = ObservedArray(people)
    let active = list.filtered(on: .main) { $0.isActive }
    let sorted = active.sorted(on: .main, by: { $0.name })
    let names = sorted.mapped(on: .main) { $0.name }
    let initials = list.grouped(on: .main, by: { $0.name.first! })
    let long = list.compacted(on: .main) { $0.name.count > 2 ? $0.name : nil }
    let distinct = list.distinct(on: .main, by: { $0.name.count })
    let values = Recorder(names.signal)
    people[0].name = "Abe"
    people[1].isActive = false
    list.append(Person("Abba"))
    expect(values.values, equals: [["Ada", "Bo"], ["Abe", "Ada"], ["Abe"], ["Abba", "Abe"]])
    expect(initials.value.mapValues(\.count), equals: ["A": 3])
    expect(long.value, equals: ["Abe", "Ada", "Abba"])
    expect(distinct.count, equals: 2)
  }

  @Test func `an edit on another thread is followed on the main actor`() async {
    let list: ObservedArray = [1]
    let tens = list.mapped(on: .main) { $0 * 10 }
    let log = Log<[Int]>()
    let endpoint = tens.signal.subscribeValues { value in
      MainActor.preconditionIsolated()
      log.append(value)
    }
    onAnotherThread { list.append(2) }
    while tens.observerCount > 0, log.entries.count < 2 { await Task.yield() }
    expect(log.entries, equals: [[10], [10, 20]])
    expect(tens.value, equals: [10, 20])
    endpoint.cancel()
  }

  @Test func `a read on another thread that would run a main-actor closure stops the program (C14)`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list: ObservedArray = [1]
      let tens = list.mapped(on: .main) { $0 * 10 }.limited(to: 1)
      onAnotherThread { _ = tens.value }
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    expect(
      message.contains("has a closure of the main actor, and was read on another thread after a change"), "\(message)")
  }
}
