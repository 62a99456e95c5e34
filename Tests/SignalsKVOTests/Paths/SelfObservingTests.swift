import SignalsKVO
import Testing

/// K4, K6: objects that observe themselves, and objects that set properties in their deinit.
@Suite("Objects that observe themselves, and sets in deinit", .leavesNothing) struct SelfObservingTests {
  final class ObserverLast {
    @Observed var name = "a"
    var observer: KeyValueObserver?

    init(_ history: History) { observer = history.observe(self, \.name) }
  }

  final class ObserverFirst {
    var observer: KeyValueObserver?
    @Observed var name = "a"

    init(_ history: History) { observer = history.observe(self, \.name) }
  }

  final class Event: KeyValueObservable {
    let observationStore = ObservationStore<Event>()
    var title = "a" { didSet { didChangeValue(for: \.title) } }
  }

  /// Sets the observed property in its deinit.
  final class Parting {
    @Observed var name = "a"
    @Observed var words = ""
    @Observed var neighbour: Person?
    var text: String { "\(name) \(words)" }

    deinit {
      words = "farewell"
      neighbour?.firstName = "alone"
    }
  }

  let history = History()

  @Test func `an observer that its own root stores does not retain the root (K4, K6)`() {
    weak var last: ObserverLast?
    weak var first: ObserverFirst?
    do {
      let objects = (ObserverLast(history), ObserverFirst(history))
      (last, first) = objects
      objects.0.name = "b"
      objects.1.name = "c"
    }
    expect(last == nil)
    expect(first == nil)
    expect(history.lines.filter { $0 != "sourceDeleted - -" }, equals: ["valueChanged a b", "valueChanged a c"])
  }

  @Test func `an object may be added to itself as an observer (K6)`() {
    weak var last: Event?
    do {
      let event = Event()
      last = event
      let history = history
      event.addObserver(event, keyPath: \.title) { event, title in history.note("\(event.title) \(title)") }
      event.title = "b"
    }
    expect(last == nil)
    expect(history.lines, equals: ["b b"])
  }

  @Test func `sets in the deinit of the root are harmless, and its death is reported once (K4)`() {
    let neighbour = Person("together")
    let other = history.observe(neighbour, \.firstName, as: "neighbour")
    var observers: [KeyValueObserver] = []
    do {
      let parting = Parting()
      parting.neighbour = neighbour
      observers = [
        history.observe(parting, \.text, as: "text"), history.observe(parting, \.name, as: "name"),
        history.observe(parting, \.neighbour?.firstName, as: "way"),
      ]
    }
    expect(history.lines.filter { $0.hasPrefix("neighbour") }, equals: ["neighbour: valueChanged together alone"])
    expect(
      history.lines.filter { !$0.hasPrefix("neighbour") }.sorted(),
      equals: ["name: sourceDeleted - -", "text: sourceDeleted - -", "way: sourceDeleted - -"])
    withExtendedLifetime(observers) {}
    other.cancel()
  }

  @Test func `a handler may release the last reference to the root (K4)`() {
    var person: Person? = Person("Ada")
    let observer = person.map { history.observe($0, \.firstName) { _ in person = nil } }
    person?.firstName = "Grace"
    expect(person == nil)
    expect(history.lines, equals: ["valueChanged Ada Grace", "sourceDeleted - -"])
    withExtendedLifetime(observer) {}
  }

  @Test func `a handler may start another observer when its own root has died (K4)`() {
    let other = Person("Grace")
    let place = ObserverPlace()
    var person: Person? = Person("Ada")
    let observer = person.map { person in
      history.observe(person, \.firstName) { _ in
        place.observer = history.observe(other, \.firstName, [.initial, .new], as: "next")
      }
    }
    person = nil
    other.firstName = "Joan"
    expect(history.lines, equals: ["sourceDeleted - -", "next: valueChanged - Grace", "next: valueChanged - Joan"])
    withExtendedLifetime(observer) {}
  }
}
