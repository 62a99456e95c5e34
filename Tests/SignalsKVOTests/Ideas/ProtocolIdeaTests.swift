import SignalsKVO
import Testing

/// The idea of key-value observing without `NSObject`: a protocol, a store, a token.
@Suite("Idea: a protocol with a store of observations", .leavesNothing) struct ProtocolIdeaTests {
  final class Event: KeyValueObservable {
    let observationStore = ObservationStore<Event>()
    var title = "" { didSet { didChangeValue(for: \.title) } }
  }

  final class Label {
    var text = "-"

    @discardableResult
    init(showing event: Event, options: KeyValueObservingOptions = [.initial]) {
      event.addObserver(self, keyPath: \.title, options: options) { label, title in label.text = title }
    }
  }

  @Test("an observer is called at once on request, and after every reported change")
  func observing() {
    let event = Event()
    event.title = "Dinner"
    let label = Label(showing: event)
    expect(label.text, equals: "Dinner")
    event.title = "Breakfast"
    expect(label.text, equals: "Breakfast")
  }

  @Test("a token ends an observation, and a second cancel is harmless")
  func token() {
    let event = Event()
    let label = Label(showing: event, options: [])
    let token = event.addObserver(label, keyPath: \.title) { label, title in label.text = "second: \(title)" }
    event.title = "a"
    expect(label.text, equals: "second: a")
    token.cancel()
    token.cancel()
    event.title = "b"
    expect(label.text, equals: "b")
    event.removeObservers(for: label)
    event.title = "c"
    expect(label.text, equals: "b")
  }

  @Test("an observer that dies is not called, and its closure is released with the next change")
  func cleaningUp() {
    let event = Event()
    let log = Log<String>()
    var label: Label? = Label(showing: event)
    if let label {
      let mark = Tracked("closure", log)
      event.addObserver(label, keyPath: \.title) { _, title in
        mark.touch()
        log.append(title)
      }
    }
    weak let gone = label
    event.title = "Dinner"
    expect(log.take(), equals: ["Dinner"])
    label = nil
    expect(gone == nil)
    expect(log.take(), equals: [])
    event.title = "unread"
    expect(log.take(), equals: ["closure released"])
    event.title = "unread, too"
    expect(log.take(), equals: [])
  }

  @Test("a class with @Observed properties needs none of these calls")
  func withoutCalls() {
    let person = Person("Ada")
    var log: [String] = []
    let observer = KeyValueObserver(person, \.firstName) { log.append($0.newValue ?? "-") }
    person.firstName = "Grace"
    expect(log, equals: ["Ada", "Grace"])
    observer.cancel()
  }
}
