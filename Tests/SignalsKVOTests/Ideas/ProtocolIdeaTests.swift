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

  @Test("An observer hears at once if it wants to, and of every change that is announced")
  func observing() {
    let event = Event()
    event.title = "Dinner"
    let label = Label(showing: event)
    #expect(label.text == "Dinner")
    event.title = "Breakfast"
    #expect(label.text == "Breakfast")
  }

  @Test("A token ends it, and ending it again is harmless")
  func token() {
    let event = Event()
    let label = Label(showing: event, options: [])
    let token = event.addObserver(label, keyPath: \.title) { label, title in label.text = "second: \(title)" }
    event.title = "a"
    #expect(label.text == "second: a")
    token.cancel()
    token.cancel()
    event.title = "b"
    #expect(label.text == "b")
    event.removeObservers(for: label)
    event.title = "c"
    #expect(label.text == "b")
  }

  @Test("When the observer goes, nothing is called, and its closure goes with the next change")
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
    #expect(log.take() == ["Dinner"])
    label = nil
    #expect(gone == nil)
    #expect(log.take() == [])
    event.title = "Nobody reads this"
    #expect(log.take() == ["closure released"])
    event.title = "Nor this"
    #expect(log.take() == [])
  }

  @Test("A class that only writes @Observed needs none of these calls")
  func withoutCalls() {
    let person = Person("Ada")
    var log: [String] = []
    let observer = KeyValueObserver(person, \.firstName) { log.append($0.newValue ?? "-") }
    person.firstName = "Grace"
    #expect(log == ["Ada", "Grace"])
    observer.cancel()
  }
}
