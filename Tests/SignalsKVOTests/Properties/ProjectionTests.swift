import Observation
import SignalsKVO
import Testing

@Suite("What `$name` gives (K1, K6)", .leavesNothing) struct ProjectionTests {
  @Test func `it reads the property, and sets nothing`() {
    let person = Person("Ada")
    let name = person.$firstName
    person.firstName = "Grace"
    #expect([person.firstName, name.value] == ["Grace", "Grace"])
    let path: AnyKeyPath = \ObservedProperty<String>.value
    #expect(!(path is WritableKeyPath<ObservedProperty<String>, String>))
  }

  @Test("The willSet and didSet that the class wrote run for every set: by name and by key path (K1)")
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
    #expect(
      history.take() == ["will 1", "valueChanged 0 1", "did 1", "will 2", "valueChanged 1 2", "did 2"])
    observer.cancel()
  }

  @Test("Who keeps it hides nobody's death, and reads what the property held then")
  func keptBeyondDeath() {
    var person: Person? = Person("Ada")
    let name = person?.$firstName
    let manager = person?.$manager
    var heard: [KeyValueChangeReason] = []
    let observer = person.map { KeyValueObserver($0, \.firstName, options: []) { heard.append($0.reason) } }
    let log = Log<String>()
    let endpoint = name?.subscribe { event in log.append("\(event)") }
    person?.firstName = "Grace"
    person = nil
    #expect(heard == [.valueChanged, .sourceDeleted])
    #expect(log.entries == ["value(Ada)", "value(Grace)", "finished"])
    #expect(name?.value == "Grace")
    #expect(manager?.value == nil)
    let late = Log<String>()
    let lateEndpoint = name?.subscribe { event in late.append("\(event)") }
    #expect(late.entries == ["finished"])
    _ = (observer, endpoint, lateEndpoint)
  }

  @Test("A computed property that reads it is followed")
  func followed() {
    final class Shout {
      @Observed var word = "a"
      var loud: String { $word.value.uppercased() }
    }
    let shout = Shout()
    var heard: [String] = []
    let observer = KeyValueObserver(shout, \.loud) { heard.append($0.newValue ?? "-") }
    shout.word = "b"
    #expect(heard == ["A", "B"])
    observer.cancel()
  }

  @Test("Swift's tracking hears of a read by it, where the class is Observable (K10)")
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
    #expect(log.entries == ["changes"])
  }
}

@Suite("What a signal keeps for those who come later (K6, C12)", .leavesNothing) struct RememberedValueTests {
  protocol Delegate: AnyObject, Sendable {}
  final class Window: Delegate {}
  final class Screen {
    @WeakObserved var window: Window?
    weak var unobserved: Window?
    @Observed var version = 0
    var delegate: (any Delegate)? { version >= 0 ? unobserved : nil }
  }

  @Test("No object, be it known by its class or by what it conforms to")
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
    #expect(gone == nil)
    let after = [
      delegates.subscribeValues { log.append($0 != nil) }, windows.subscribeValues { log.append($0 != nil) },
    ]
    #expect(log.entries == [true, true, false, false])
    _ = (before, after)
  }
}

@Suite("A getter that reads, of a class that says itself when it changes (K7)", .leavesNothing) struct MixedTests {
  final class Page: KeyValueObservable {
    let observationStore = ObservationStore<Page>()
    @Observed var number = 1
    private var chapter = "I" { didSet { didChangeValue(for: \.title) } }
    var title: String { "\(chapter), \(number)" }

    func turn(to chapter: String) { self.chapter = chapter }
  }

  @Test("Both what it reads and what is announced are heard")
  func both() {
    let page = Page()
    var heard: [String] = []
    let observer = KeyValueObserver(page, \.title) { heard.append($0.newValue ?? "-") }
    page.number = 2
    page.turn(to: "II")
    #expect(heard == ["I, 1", "I, 2", "II, 2"])
    observer.cancel()
  }
}

@Suite("Objects in properties that nobody can observe (K3, K6)", .leavesNothing) struct UnobservedStepTests {
  final class Parent {
    var child: Person? = Person("Ada")
    weak var guest: Person?
    @Observed var round = 0
    var line: String { "\(round) \(child?.firstName ?? "-")" }
  }

  @Test("Replacing one does not trap, though its death is heard of in the middle of that")
  func replacing() {
    let parent = Parent()
    var heard: [String] = []
    let observer = KeyValueObserver(parent, \.line) { heard.append($0.newValue ?? "-") }
    parent.child?.firstName = "Augusta"
    parent.child = Person("Grace")
    parent.round = 1
    parent.child?.firstName = "Rear Admiral"
    #expect(heard == ["0 Ada", "0 Augusta", "1 Grace", "1 Rear Admiral"])
    observer.cancel()
  }

  @MainActor
  @Test("On an actor it is read again right after that")
  func onAnActor() async {
    let parent = Parent()
    var heard: [String] = []
    let observer = KeyValueObserver(parent, \.child?.firstName) { heard.append(($0.newValue ?? nil) ?? "-") }
    parent.child = Person("Grace")
    #expect(heard == ["Ada"])
    while heard.count < 2 { await letOthersGoOn() }
    #expect(heard == ["Ada", "Grace"])
    observer.cancel()
  }
}
