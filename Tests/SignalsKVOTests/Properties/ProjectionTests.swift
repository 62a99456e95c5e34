import Observation
import SignalsKVO
import Testing

@Suite("Projections of observed properties (K1, K6)", .leavesNothing) struct ProjectionTests {
  @Test func `a projection reads the property, and is read-only`() {
    let person = Person("Ada")
    let name = person.$firstName
    person.firstName = "Grace"
    expect([person.firstName, name.value], equals: ["Grace", "Grace"])
    let path: AnyKeyPath = \ObservedProperty<String>.value
    expect(!(path is WritableKeyPath<ObservedProperty<String>, String>))
  }

  @Test("the willSet and didSet of the class run for every set: by name and by key path (K1)")
  func ownObservers() {
    final class Volume {
      let history: History
      @Observed var level = 0 {
        willSet { history.note("will \(newValue)") }
        didSet { history.note("did \(level)") }
      }

      init(_ history: History) { self.history = history }
    }
    let history = History()
    let volume = Volume(history)
    let observer = history.observe(volume, \.level)
    volume.level = 1
    volume[keyPath: \.level] = 2
    expect(
      history.take(), equals: ["will 1", "valueChanged 0 1", "did 1", "will 2", "valueChanged 1 2", "did 2"])
    observer.cancel()
  }

  @Test("a retained projection delays no death, and has the last value of the property")
  func keptBeyondDeath() {
    var person: Person? = Person("Ada")
    let name = person?.$firstName
    let manager = person?.$manager
    var received: [KeyValueChangeReason] = []
    let observer = person.map { KeyValueObserver($0, \.firstName, options: []) { received.append($0.reason) } }
    let log = Log<String>()
    let endpoint = name?.subscribe { event in log.append("\(event)") }
    person?.firstName = "Grace"
    person = nil
    expect(received, equals: [.valueChanged, .sourceDeleted])
    expect(log.entries, equals: ["value(Ada)", "value(Grace)", "finished"])
    expect(name?.value, equals: "Grace")
    expect(manager?.value == nil)
    let late = Log<String>()
    let lateEndpoint = name?.subscribe { event in late.append("\(event)") }
    expect(late.entries, equals: ["finished"])
    _ = (observer, endpoint, lateEndpoint)
  }

  @Test("a computed property that reads a projection is followed")
  func followed() {
    final class Shout {
      @Observed var word = "a"
      var loud: String { $word.value.uppercased() }
    }
    let shout = Shout()
    var received: [String] = []
    let observer = KeyValueObserver(shout, \.loud) { received.append($0.newValue ?? "-") }
    shout.word = "b"
    expect(received, equals: ["A", "B"])
    observer.cancel()
  }

  @Test("Swift Observation tracks a read through a projection, if the class is Observable (K10)")
  func tracked() {
    final class Counter: Observable {
      @Observed var count = 0
    }
    let counter = Counter()
    let log = Log<String>()
    withObservationTracking {
      _ = counter.$count.value
    } onChange: {
      log.append("changes")
    }
    counter.count = 1
    counter.count = 2
    expect(log.entries, equals: ["changes"])
  }
}

@Suite("The value that a signal keeps for later subscribers (K6, C12)", .leavesNothing) struct RememberedValueTests {
  protocol Delegate: AnyObject, Sendable {}
  final class Window: Delegate {}
  final class Screen {
    @WeakObserved var window: Window?
    weak var unobserved: Window?
    @Observed var version = 0
    var delegate: (any Delegate)? { version >= 0 ? unobserved : nil }
  }

  @Test("a signal retains no object, whether its type is a class or a protocol")
  func objects() {
    let screen = Screen()
    var window: Window? = Window()
    weak let gone = window
    screen.unobserved = window
    screen.window = window
    let delegates = Signal.keyValueObserving(screen, \.delegate)
    let windows = Signal.keyValueObserving(screen, \.window)
    let log = Log<Bool>()
    let before = [
      delegates.subscribeValues { log.append($0 != nil) }, windows.subscribeValues { log.append($0 != nil) },
    ]
    window = nil
    expect(gone == nil)
    let after = [
      delegates.subscribeValues { log.append($0 != nil) }, windows.subscribeValues { log.append($0 != nil) },
    ]
    expect(log.entries, equals: [true, true, false, false])
    _ = (before, after)
  }
}

@Suite("A getter with a tracked read and manual reports (K7)", .leavesNothing) struct MixedTests {
  final class Page: KeyValueObservable {
    let observationStore = ObservationStore<Page>()
    @Observed var number = 1
    private var chapter = "I" { didSet { didChangeValue(for: \.title) } }
    var title: String { "\(chapter), \(number)" }

    func turn(to chapter: String) { self.chapter = chapter }
  }

  @Test("both the tracked property and the manual reports are changes")
  func both() {
    let page = Page()
    var received: [String] = []
    let observer = KeyValueObserver(page, \.title) { received.append($0.newValue ?? "-") }
    page.number = 2
    page.turn(to: "II")
    expect(received, equals: ["I, 1", "I, 2", "II, 2"])
    observer.cancel()
  }
}

@Suite("Objects in properties that can't be observed (K3, K6)", .leavesNothing) struct UnobservedStepTests {
  final class Parent {
    var child: Person? = Person("Ada")
    weak var guest: Person?
    @Observed var round = 0
    var line: String { "\(round) \(child?.firstName ?? "-")" }
  }

  @Test("the replacement of such an object is harmless, though the object's death is reported during it")
  func replacing() {
    let parent = Parent()
    var received: [String] = []
    let observer = KeyValueObserver(parent, \.line) { received.append($0.newValue ?? "-") }
    parent.child?.firstName = "Augusta"
    parent.child = Person("Grace")
    parent.round = 1
    parent.child?.firstName = "Rear Admiral"
    expect(received, equals: ["0 Ada", "0 Augusta", "1 Grace", "1 Rear Admiral"])
    observer.cancel()
  }

  @MainActor
  @Test("on an actor the path is read again right after the replacement")
  func onAnActor() async {
    let parent = Parent()
    var received: [String] = []
    let observer = KeyValueObserver(parent, \.child?.firstName) { received.append(($0.newValue ?? nil) ?? "-") }
    parent.child = Person("Grace")
    expect(received, equals: ["Ada"])
    while received.count < 2 { await letOthersGoOn() }
    expect(received, equals: ["Ada", "Grace"])
    observer.cancel()
  }
}
