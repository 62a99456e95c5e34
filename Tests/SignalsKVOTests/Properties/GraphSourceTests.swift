import Observation
import Signals
import Testing

@testable import SignalsKVO

/// K5, K7, K8: sources that report changes other than sets.
@Suite("Computations that read weak and manually reported properties", .leavesNothing) struct GraphSourceTests {
  let history = History()

  @Test func `the death of a weakly held object is a change for observe and Computed (K5)`() {
    let desk = Desk()
    var person: Person? = Person("Ada")
    desk.person = person
    let name = Computed { desk.person?.firstName ?? "-" }
    let endpoint = observe { history.note("\(desk.person?.firstName ?? "-") \(name.value)") }
    expect(history.take(), equals: ["Ada Ada"])
    person = nil
    expect(history.take(), equals: ["- -"])
    desk.person = Person("gone at once")
    let kept = Person("Joan")
    desk.person = kept
    expect(history.take().last, equals: "Joan Joan")
    endpoint.cancel()
  }

  @Test func `the death of an object that a weak property no longer refers to causes no run (K5)`() {
    let desk = Desk()
    var person: Person? = Person("Ada")
    let other = Person("Grace")
    desk.person = person
    let endpoint = observe { history.note(desk.person?.firstName ?? "-") }
    desk.person = other
    person = nil
    _ = person
    expect(history.take(), equals: ["Ada", "Grace"])
    endpoint.cancel()
  }

  @Test func `one death is one change for path observers and computations (K5)`() {
    let desk = Desk()
    var person: Person? = Person("Ada")
    desk.person = person
    let observer = history.observe(desk, \.person?.firstName)
    let endpoint = observe { history.note("run \(desk.person?.firstName ?? "-")") }
    person = nil
    expect(history.take().sorted(), equals: ["pathChanged Ada -", "run -", "run Ada"])
    endpoint.cancel()
    observer.cancel()
  }

  private final class Badge: Observable { @WeakObserved var person: Person? }

  private func track(_ badge: Badge) {
    let history = Unchecked(history)
    withObservationTracking {
      _ = badge.person
    } onChange: {
      history.value.note("changed")
    }
  }

  @Test func `Swift Observation is told when a weakly held object dies (K5, K10)`() {
    let badge = Badge()
    var (first, second): (Person?, Person?) = (Person("Ada"), Person("Grace"))
    badge.person = first
    track(badge)
    track(badge)
    first = nil
    expect(history.take(), equals: ["changed", "changed"])
    track(badge)
    expect(history.take(), equals: [])
    first = Person("Joan")
    badge.person = first
    expect(history.take(), equals: ["changed"])
    track(badge)
    badge.person = second
    expect(history.take(), equals: ["changed"])
    track(badge)
    first = nil
    expect(history.take(), equals: [])
    second = nil
    expect(history.take(), equals: ["changed"])
    _ = (first, second)
  }

  @Test func `an object that stays keeps no tracking of weak properties that are gone (K10)`() {
    final class Program: Sendable {}
    let person = Person("Ada")
    for _ in 0..<20 {
      weak let tracked: Program?
      do {
        let (program, badge) = (Program(), Badge())
        tracked = program
        badge.person = person
        withObservationTracking {
          _ = badge.person
        } onChange: {
          withExtendedLifetime(program) {}
        }
      }
      expect(tracked == nil)
    }
  }

  @Test func `a computation may be the first reader of a weak property after an unreported death (K5)`() {
    let desk = Desk()
    let count = Property(0)
    var envelope: Envelope? = Envelope(Person("Ada"))
    desk.envelope = envelope
    let label = Computed { "\(count.value) \(desk.envelope == nil)" }
    expect(label.value, equals: "0 false")
    envelope = nil
    count.value = 1
    expect(label.value, equals: "1 true")
    _ = desk.envelope
    expect(label.value, equals: "1 true")
  }

  private final class Event: KeyValueObservable {
    let observationStore = ObservationStore<Event>()
    private var storedTitle = "a"
    var title: String {
      get { access(\.title); return storedTitle }
      set { willChangeValue(for: \.title); storedTitle = newValue; didChangeValue(for: \.title) }
    }
  }

  @Test func `a manually reported property is an input of a computation (K7)`() {
    let event = Event()
    let upper = Computed { event.title.uppercased() }
    let endpoint = observe { history.note(upper.value) }
    event.title = "b"
    event.title = "B"
    event.title = "c"
    expect(history.take(), equals: ["A", "B", "C"])
    endpoint.cancel()
  }
}
