import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K8: a part of a property is like a property.
@Suite("Parts of a property", .leavesNothing) struct PropertyPartTests {
  struct Settings: Sendable {
    struct User: Sendable {
      var name = "Ada"
      var visits = 0
    }

    /// A type without a comparison.
    struct Theme: Sendable {
      var color = "red"
    }

    var user = User()
    var theme = Theme()
    var tags: [String: Int] = [:]
  }

  private final class Owner: Sendable {}

  private let settings = Property(Settings())

  @Test func `a set of a part is one change of the whole`() {
    let log = Log<String>()
    let endpoint = settings.signal.subscribeValues { log.append("\($0.user.name) \($0.user.visits) \($0.tags)") }
    let name = settings.part(\.user.name)
    name.value = "Grace"
    settings.part(\.tags["a"]).value = 1
    expect(name.value, equals: "Grace")
    expect(settings.value.user.name, equals: "Grace")
    expect(log.entries, equals: ["Ada 0 [:]", "Grace 0 [:]", "Grace 0 [\"a\": 1]"])
    endpoint.cancel()
  }

  @Test func `a change of the whole with an equal part is no change of the part`() {
    let recorder = Recorder(settings.part(\.user.name).signal)
    settings.modify { $0.user.visits = 1 }
    settings.part(\.user.name).value = "Ada"
    settings.modify { $0.user.name = "Grace" }
    settings.value = Settings()
    expect(recorder.history, equals: ["Ada", "Grace", "Ada"])
  }

  @Test func `a part without a comparison changes with every change of the whole`() {
    let recorder = Recorder(settings.part(\.theme).signal.map(\.color))
    settings.part(\.user.visits).value = 1
    settings.part(\.theme.color).value = "blue"
    expect(recorder.history, equals: ["red", "red", "blue"])
  }

  @Test func `modify changes a part in place, and returns its closure's result`() {
    let visits = settings.part(\.user.visits)
    let answer = visits.modify { visits in
      visits += 1
      return visits * 10
    }
    expect(answer, equals: 10)
    expect(visits.value, equals: 1)
    #expect(throws: CancellationError.self) {
      try visits.modify { visits throws(CancellationError) in
        visits = 5
        throw CancellationError()
      }
    }
    expect(visits.value, equals: 1)
  }

  @Test func `concurrent sets of different parts lose no value`() {
    let settings = settings
    onThreads(2) { thread in
      for _ in 0..<1_000 {
        if thread == 0 { settings.part(\.user.visits).modify { $0 += 1 } } else { settings.part(\.tags["a"]).value = 1 }
      }
    }
    expect(settings.value.user.visits, equals: 1_000)
    expect(settings.value.tags, equals: ["a": 1])
  }

  @Test func `an owner's observers get the changes of the part, and are removed with those of the whole`() {
    let (owner, other) = (Owner(), Owner())
    let log = Log<String>()
    let name = settings.part(\.user.name)
    name.subscribe(owner) { _, name in log.append("new \(name)") }
    name.addObserver(forOwner: owner, triggerImmediately: true) { old, new in log.append("\(old) → \(new)") }
    name.addObserver(forOwner: other) { _, old, new in log.append("other \(old) → \(new)") }
    expect(settings.observerCount, equals: 3)
    settings.modify { $0.user.visits = 1 }
    name.value = "Grace"
    settings.removeObservers(forOwner: owner)
    name.value = "Alan"
    expect(log.entries, equals: ["Ada → Ada", "new Grace", "Ada → Grace", "other Ada → Grace", "other Grace → Alan"])
    settings.removeAllObservers()
    name.value = "Barbara"
    expect(log.take().count, equals: 5)
    withExtendedLifetime((owner, other)) {}
  }

  @Test func `a derived value follows a part`() {
    let settings = settings
    let greeting = Derived { "Hello, \(settings.part(\.user.name).value)" }
    let shouted = settings.part(\.user).part(\.name).derived { $0.uppercased() }
    let recorders = [Recorder(greeting.signal), Recorder(shouted.signal)]
    settings.part(\.user.visits).value = 1
    settings.part(\.user.name).value = "Grace"
    expect(recorders.map(\.history), equals: [["Hello, Ada", "Hello, Grace"], ["ADA", "GRACE"]])
  }

  @Test func `in a transaction each set is a change, and a join of two parts emits once (C11)`() {
    let both = combineLatest(settings.part(\.user.name).signal, settings.part(\.user.visits).signal)
    let recorder = Recorder(both.map { "\($0) \($1)" })
    transaction {
      settings.part(\.user.name).value = "Grace"
      settings.part(\.user.visits).value = 1
    }
    expect(recorder.history, equals: ["Ada 0", "Grace 1"])
  }

  @Test func `the signal doesn't retain the property, and finishes with its release`() {
    var settings: Property<Settings>? = Property(Settings())
    weak let gone = settings
    let recorder = settings.map { Recorder($0.part(\.user.name).signal) }
    settings = nil
    expect(gone == nil)
    expect(recorder?.history, equals: ["Ada", "|"])
  }

  @Test func `the description contains the types and the value of the part`() {
    expect(settings.part(\.user.name).description, equals: "PropertyPart<Settings, String>(Ada)")
  }
}
