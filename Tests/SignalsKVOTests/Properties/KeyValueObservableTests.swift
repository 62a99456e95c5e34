import SignalsKVO
import Testing

/// K7: classes that report their changes manually.
@Suite("K7 Manual reports", .leavesNothing) struct KeyValueObservableTests {
  /// A class that reports only the end of a change.
  final class Event: KeyValueObservable {
    let observationStore = ObservationStore<Event>()
    var title = "a" { didSet { didChangeValue(for: \.title) } }
    var place: Person? { didSet { didChangeValue(for: \.place) } }
    var host: Person? {
      willSet { willChangeValue(for: \.host) }
      didSet { didChangeValue(for: \.host) }
    }
  }

  /// A class that reports reads, and the start and end of each change.
  class Meeting: KeyValueObservable {
    let observationStore = ObservationStore<Meeting>()
    private var storedTitle = "a"
    private var storedHost: Person?
    var title: String {
      get {
        access(\.title)
        return storedTitle
      }
      set {
        willChangeValue(for: \.title)
        storedTitle = newValue
        didChangeValue(for: \.title)
      }
    }
    var host: Person? {
      get {
        access(\.host)
        return storedHost
      }
      set {
        willChangeValue(for: \.host)
        storedHost = newValue
        didChangeValue(for: \.host)
      }
    }
    var shout: String { title.uppercased() }
  }

  final class BoardMeeting: Meeting {
    @Observed var room = 1
    override var shout: String { "\(super.shout)! \(room)" }
  }

  final class Label {
    let history: History
    init(_ history: History) { self.history = history }
    func show(_ title: String) { history.note("shows \(title)") }
  }

  let history = History()

  @Test func `all observers are counted, and removed at once`() {
    let (event, meeting) = (Event(), Meeting())
    let labels = [Label(history), Label(history)]
    expect(event.observerCount, equals: 0)
    for label in labels { event.addObserver(label, keyPath: \.title) { label, title in label.show(title) } }
    let token = event.addObserver(labels[0], keyPath: \.title.count) { [history] _, count in history.note("\(count)") }
    expect(event.observerCount, equals: 3)
    token.cancel()
    expect(event.observerCount, equals: 2)
    let observer = KeyValueObserver(event, \.title, options: .new) { [history] change in
      history.note("observer \(change.newValue ?? "-")")
    }
    expect(event.observerCount, equals: 3)
    event.title = "b"
    expect(history.take(), equals: ["shows b", "shows b", "observer b"])
    event.removeAllObservers()
    event.removeAllObservers()
    expect(event.observerCount, equals: 1)
    event.title = "c"
    expect(history.take(), equals: ["observer c"])
    observer.cancel()
    expect(event.observerCount, equals: 0)
    expect(meeting.observerCount, equals: 0)
  }

  @Test func `an observation counts once for any path, and an observer that has died doesn't count`() {
    let meeting = Meeting()
    var label: Label? = Label(history)
    label.map { _ = meeting.addObserver($0, keyPath: \.shout) { label, shout in label.show(shout) } }
    let observer = KeyValueObserver(meeting, \.host?.firstName) { _ in }
    let field = Counted("")
    let binding = bind(field, \.value, to: meeting, \.title)
    expect(meeting.observerCount, equals: 3)
    label = nil
    expect(meeting.observerCount, equals: 2)
    binding.cancel()
    expect(meeting.observerCount, equals: 1)
    observer.cancel()
    expect(meeting.observerCount, equals: 0)
  }

  @Test func `observers removed in a handler get no further change (C6)`() {
    let event = Event()
    let label = Label(history)
    event.addObserver(label, keyPath: \.title) { [unowned event] label, title in
      label.show(title)
      event.removeAllObservers()
    }
    event.addObserver(label, keyPath: \.title) { label, title in label.show("second \(title)") }
    event.title = "b"
    event.title = "c"
    expect(history.lines, equals: ["shows b"])
  }

  @Test func `a property that reports only the end of changes is observed from its own object`() {
    var event: Event? = Event()
    let observer = event.map { history.observe($0, \.title, [.initial, .old, .new]) }
    event?.title = "b"
    event?.title = "b"
    event?.title += "c"
    event = nil
    expect(
      history.lines,
      equals: [
        "valueChanged - a", "valueChanged a b", "valueChanged b b", "valueChanged b bc", "sourceDeleted - -",
      ])
    withExtendedLifetime(observer) {}
  }

  @Test func `willChangeValue makes the old object available that would otherwise have died`() {
    let event = Event()
    event.place = Person("Ada")
    event.host = Person("Ada")
    let place = history.observe(event, \.place, as: "place")
    let host = history.observe(event, \.host, as: "host")
    event.place = Person("Grace")
    event.host = Person("Grace")
    expect(history.take(), equals: ["place: valueChanged - Grace", "host: valueChanged Ada Grace"])
    for observer in [place, host] { observer.cancel() }
  }

  @Test func `an observer gets a prior call from willChangeValue`() {
    let meeting = Meeting()
    let observer = history.observe(meeting, \.title, [.prior, .old, .new]) { _ in history.note("reads \(meeting.title)")
    }
    meeting.title = "b"
    expect(history.lines, equals: ["prior valueChanged a -", "reads a", "valueChanged a b", "reads b"])
    observer.cancel()
  }

  @Test func `a property that reports its reads is a step like any other`() {
    final class Office { @Observed var meeting: Meeting? }
    let office = Office()
    let meeting = Meeting()
    let title = history.observe(office, \.meeting?.title, as: "title")
    let name = history.observe(office, \.meeting?.host?.firstName, as: "name")
    office.meeting = meeting
    meeting.title = "b"
    let host = Person("Ada")
    meeting.host = host
    host.firstName = "Grace"
    meeting.host = nil
    host.firstName = "unseen"
    office.meeting = nil
    meeting.title = "unseen"
    expect(
      history.lines,
      equals: [
        "title: pathChanged - a", "name: pathChanged - -", "title: valueChanged a b", "name: pathChanged - Ada",
        "name: valueChanged Ada Grace", "name: pathChanged Grace -", "title: pathChanged b -", "name: pathChanged - -",
      ])
    title.cancel()
    name.cancel()
  }

  @Test func `a manually reported property is followed through computed properties and overrides`() {
    let meeting = BoardMeeting()
    let observers = [
      history.observe(meeting, \BoardMeeting.title, as: "sub"),
      history.observe(meeting as Meeting, \.title, as: "base"),
      history.observe(meeting, \Meeting.title, as: "base of sub"),
      history.observe(meeting, \BoardMeeting.shout, as: "shout"),
      history.observe(meeting as Meeting, \.shout, as: "base shout"),
    ]
    meeting.title = "b"
    meeting.room = 2
    expect(
      history.lines,
      equals: [
        "sub: valueChanged a b", "base: valueChanged a b", "base of sub: valueChanged a b",
        "shout: valueChanged A! 1 B! 1", "base shout: valueChanged A! 1 B! 1",
        "shout: valueChanged B! 1 B! 2", "base shout: valueChanged B! 1 B! 2",
      ])
    for observer in observers { observer.cancel() }
  }

  @Test func `a manually reported property settles with a transaction like any other (C11)`() {
    let meeting = BoardMeeting()
    let shout = history.observe(meeting, \.shout, as: "shout")
    let title = history.observe(meeting, \.title, as: "title")
    transaction {
      meeting.title = "b"
      meeting.title = "c"
      meeting.room = 2
    }
    expect(
      history.lines, equals: ["title: valueChanged a b", "title: valueChanged b c", "shout: valueChanged A! 1 C! 2"])
    shout.cancel()
    title.cancel()
  }

  @Test func `the death of a manually reporting object is reported at once to weak references (K5)`() {
    final class Calendar { @WeakObserved var meeting: Meeting? }
    let calendar = Calendar()
    var meeting: Meeting? = Meeting()
    calendar.meeting = meeting
    let observer = history.observe(calendar, \.meeting?.title)
    meeting = nil
    expect(history.lines, equals: ["pathChanged a -"])
    observer.cancel()
  }

  // MARK: - Observers added with addObserver

  @Test func `an added observer needs no token, and ends with its token's cancel`() {
    let event = Event()
    let label = Label(history)
    event.addObserver(label, keyPath: \.title, options: [.initial]) { $0.show($1) }
    let token = event.addObserver(label, keyPath: \.title) { label, title in label.show("\(title) too") }
    event.title = "b"
    expect(history.take(), equals: ["shows a", "shows b", "shows b too"])
    expect(token.isActive)
    token.cancel()
    token.cancel()
    expect(!token.isActive)
    event.title = "c"
    expect(history.take(), equals: ["shows c"])
  }

  @Test func `a token is inactive when the observed object has gone`() {
    var event: Event? = Event()
    let label = Label(history)
    let token = event.map { $0.addObserver(label, keyPath: \.title) { $0.show($1) } }
    expect(token?.isActive, equals: true)
    event = nil
    expect(token?.isActive, equals: false)
  }

  @Test func `neither an added observer nor the object is retained (K6)`() {
    let released = Log<String>()
    weak var weakEvent: Event?
    weak var weakLabel: Label?
    do {
      let event = Event()
      weakEvent = event
      var label: Label? = Label(history)
      weakLabel = label
      let mark = Tracked("handler's", released)
      let token = label.map { label in
        event.addObserver(label, keyPath: \.title) { [mark] label, title in
          mark.touch()
          label.show(title)
        }
      }
      event.title = "b"
      label = nil
      expect(weakLabel == nil)
      expect(token?.isActive, equals: false)
      event.title = "c"
      expect(history.lines, equals: ["shows b"])
    }
    expect(weakEvent == nil)
    expect(released.entries, equals: ["handler's released"])
  }

  @Test func `the object may die before the observer, and its death releases the handler (K6)`() {
    let released = Log<String>()
    let label = Label(history)
    var event: Event? = Event()
    do {
      let mark = Tracked("handler's", released)
      event?.addObserver(label, keyPath: \.title) { label, title in
        mark.touch()
        label.show(title)
      }
    }
    event?.title = "b"
    expect(released.entries, equals: [])
    event = nil
    expect(released.entries, equals: ["handler's released"])
    expect(history.lines, equals: ["shows b"])
  }

  @Test func `the handler of an observer that has died is released with the next change (C8)`() {
    let released = Log<String>()
    let event = Event()
    var label: Label? = Label(history)
    do {
      let mark = Tracked("handler's", released)
      if let label {
        event.addObserver(label, keyPath: \.title) { label, title in
          mark.touch()
          label.show(title)
        }
      }
    }
    weak let gone = label
    label = nil
    expect(gone == nil)
    expect(released.entries, equals: [])
    event.place = nil
    expect(released.entries, equals: [])
    event.title = "unseen"
    expect(released.entries, equals: ["handler's released"])
    expect(history.lines, equals: [])
  }

  @Test func `the observations of one observer end together, and those of another stay`() {
    let event = Event()
    let first = Label(history), second = Label(history)
    event.addObserver(first, keyPath: \.title) { _, title in history.note("first \(title)") }
    event.addObserver(second, keyPath: \.title) { _, title in history.note("second \(title)") }
    event.addObserver(first, keyPath: \.host) { _, host in history.note("first \(host?.firstName ?? "-")") }
    event.removeObservers(for: first)
    event.removeObservers(for: first)
    event.title = "b"
    event.host = Person("Ada")
    expect(history.lines, equals: ["second b"])
  }

  @Test func `many observers are removed one by one, or all at once in the order in which they were added`() {
    let event = Event()
    var labels = (0..<100).map { _ in Label(history) }
    func add(_ index: Int) {
      event.addObserver(labels[index], keyPath: \.title) { [history] _, title in history.note("\(index) \(title)") }
    }
    for index in 0..<100 { add(index) }
    for index in stride(from: 0, to: 100, by: 2) { event.removeObservers(for: labels[index]) }
    // Objects that are gone, whose identities others may get.
    for index in stride(from: 1, to: 90, by: 2) { labels[index] = Label(history) }
    for index in 0..<90 { event.removeObservers(for: labels[index]) }
    for index in [3, 8, 91] { add(index) }
    event.title = "b"
    expect(history.lines, equals: ["91 b", "93 b", "95 b", "97 b", "99 b", "3 b", "8 b", "91 b"])
    let order = Log<Int>()
    for index in 0..<20 {
      let farewell = Farewell(index, order)
      event.addObserver(labels[index], keyPath: \.title) { _, _ in _ = farewell }
    }
    event.removeAllObservers()
    expect(order.entries, equals: Array(0..<20))
    expect(event.observerCount, equals: 0)
    event.title = "c"
    expect(history.lines.count, equals: 8)
  }

  /// Tells when it is released.
  private final class Farewell {
    let number: Int
    let log: Log<Int>

    init(_ number: Int, _ log: Log<Int>) { (self.number, self.log) = (number, log) }

    deinit { log.append(number) }
  }

  @Test func `an observer may remove itself with all of its observations in its handler (C6)`() {
    let event = Event()
    let label = Label(history)
    event.addObserver(label, keyPath: \.title) { label, title in
      label.show(title)
      event.removeObservers(for: label)
      event.title = "unseen"
    }
    event.addObserver(label, keyPath: \.title) { label, title in label.show("\(title) too") }
    event.title = "b"
    expect(history.lines, equals: ["shows b"])
  }

  @Test func `an added observer may request prior calls`() {
    let meeting = Meeting()
    let label = Label(history)
    meeting.addObserver(label, keyPath: \.title, options: [.initial, .prior]) { $0.show($1) }
    meeting.title = "b"
    expect(history.lines, equals: ["shows a", "shows a", "shows b"])
  }

  @Test func `an added observer may observe any path from the object, and an optional value may be nil`() {
    let meeting = Meeting()
    let label = Label(history)
    meeting.addObserver(label, keyPath: \.host?.firstName, options: [.initial]) { $0.show($1 ?? "nil") }
    let host = Person("Ada")
    meeting.host = host
    host.firstName = "Grace"
    meeting.host = nil
    expect(history.lines, equals: ["shows nil", "shows Ada", "shows Grace", "shows nil"])
  }
}
