import SignalsKVO
import Testing

/// C8: the time at which the captures of a handler are released.
@Suite("C8 The captures of observers' handlers", .leavesNothing) struct CaptureTests {
  let person = Person("Ada")
  let released = Log<String>()

  private func observe(_ path: KeyPath<Person, String>, _ then: @escaping () -> Void = {}) -> KeyValueObserver {
    let mark = Tracked("mark", released)
    return KeyValueObserver(person, path, options: [.old, .new]) { _ in
      mark.touch()
      then()
    }
  }

  @Test(arguments: [\Person.firstName, \Person.fullName])
  func `the captures are released by the cancel`(path: KeyPath<Person, String> & Sendable) {
    let observer = observe(path)
    person.firstName = "Grace"
    expect(released.entries, equals: [])
    observer.cancel()
    expect(released.entries, equals: ["mark released"])
  }

  @Test(arguments: [\Person.firstName, \Person.fullName])
  func `the captures are released by a cancel on another thread`(path: KeyPath<Person, String> & Sendable) {
    let observer = observe(path)
    onAnotherThread { observer.cancel() }
    expect(released.entries, equals: ["mark released"])
    person.firstName = "Grace"
  }

  @Test(arguments: [\Person.firstName, \Person.fullName])
  func `the captures are released when the cancelling handler returns`(path: KeyPath<Person, String> & Sendable) {
    let place = ObserverPlace()
    place.observer = observe(path) { [released] in
      place.observer?.cancel()
      expect(released.entries, equals: [])
    }
    person.firstName = "Grace"
    expect(released.entries, equals: ["mark released"])
  }

  @Test func `the captures are released when the handler that another thread has cancelled returns`() {
    let place = ObserverPlace()
    let observer = observe(\.firstName) { [released] in
      let observer = place.observer
      onAnotherThread { observer?.cancel() }
      expect(released.entries, equals: [])
    }
    place.observer = observer
    person.firstName = "Grace"
    expect(released.entries, equals: ["mark released"])
  }

  @Test func `the captures of an observer with a pending notification are released by another handler's cancel`() {
    let place = ObserverPlace()
    let first = KeyValueObserver(person, \.firstName, options: []) { [released] _ in
      place.observer?.cancel()
      expect(released.entries, equals: ["mark released"])
    }
    place.observer = observe(\.firstName)
    person.firstName = "Grace"
    expect(released.entries, equals: ["mark released"])
    first.cancel()
  }

  @Test func `the captures are released after the last call`() {
    var person: Person? = Person("Ada")
    let mark = Guarded<Tracked?>(Tracked("mark", released))
    let observer = person.map { person in
      let captured = mark.change { swapped(&$0, with: nil) }
      return KeyValueObserver(person, \.firstName, options: []) { [released] change in
        captured?.touch()
        expect(released.entries, equals: [])
      }
    }
    person = nil
    expect(released.entries, equals: ["mark released"])
    withExtendedLifetime(observer) {}
  }

  @Test func `the release of a capture may observe and set properties`() {
    let place = ObserverPlace()
    let history = History()
    final class Last {
      let atRelease: () -> Void
      init(_ atRelease: @escaping () -> Void) { self.atRelease = atRelease }
      deinit { atRelease() }
    }
    let person = person
    let other = history.observe(person, \.lastName)
    let last = Last { person.lastName = "set at release" }
    place.observer = KeyValueObserver(person, \.firstName, options: []) { [last] _ in withExtendedLifetime(last) {} }
    place.observer?.cancel()
    withExtendedLifetime(last) {}
    expect(history.take(), equals: [])
    do {
      let last = Last { person.lastName = "set again" }
      place.observer = KeyValueObserver(person, \.firstName, options: []) { _ in withExtendedLifetime(last) {} }
    }
    place.observer = nil
    expect(history.take(), equals: ["valueChanged  set again"])
    other.cancel()
  }
}
