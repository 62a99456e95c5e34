import Observation
import SignalsKVO
import Testing

/// K4, K10: objects that live on an actor other than the main one.
@Suite("Observing on an actor", .leavesNothing) struct ActorTests {
  @Observable
  final class Settings { var theme = "light" }

  final class Shelf { let stock = Property(1) }

  actor Clerk {
    private let history = History()
    private let person = Person("Ada")
    private let settings = Settings()
    private let shelf = Shelf()
    private var manager: Person?
    private var observers: [KeyValueObserver] = []

    var lines: [String] { history.lines }

    func begin() {
      manager = Person("Boss")
      person.manager = manager
      observers = [
        history.observe(person, \.firstName) { _ in self.assertIsolated() },
        history.observe(person, \.manager?.firstName) { _ in self.assertIsolated() },
        history.observe(settings, \.theme) { _ in self.assertIsolated() },
        history.observe(shelf, \.stock.value) { _ in self.assertIsolated() },
      ]
    }

    /// Returns the notifications until the return of the set.
    func rename(_ name: String) -> [String] {
      person.firstName = name
      return history.take()
    }

    func dismiss() -> [String] {
      manager = nil
      return history.take()
    }

    /// Sets a value that any thread may set, on this actor. Returns the notifications until the return of the set.
    func restock(_ count: Int) -> [String] {
      shelf.stock.value = count
      return history.lines
    }

    func change(_ theme: String) -> [String] {
      settings.theme = "unseen"
      settings.theme = theme
      return history.take()
    }

    func end() { observers = [] }
  }

  @Test func `sets are reported inline, deaths and Observable models a little later on the actor`() async {
    let clerk = Clerk()
    await clerk.begin()
    expect(await clerk.rename("Grace"), equals: ["valueChanged Ada Grace"])
    expect(await clerk.dismiss(), equals: [])
    while await clerk.lines.isEmpty { await letOthersGoOn() }
    expect(await clerk.lines, equals: ["pathChanged Boss -"])
    expect(await clerk.change("dark"), equals: ["pathChanged Boss -"])
    while await clerk.lines.isEmpty { await letOthersGoOn() }
    expect(await clerk.lines, equals: ["valueChanged light dark"])
    await clerk.end()
  }

  /// Stores its own observers and bindings, whose handlers don't retain it.
  private actor Keeper {
    private let person = Person("Ada")
    private let name = Property("")
    private var kept: [any Cancellable] = []

    func begin() {
      kept = [
        KeyValueObserver(person, \.firstName) { _ in }, bind(person, \.firstName, to: name),
        Signal.keyValueObserving(person, \.firstName).subscribeValues { _ in },
      ]
    }
  }

  @Test func `an actor isn't retained by the observers and bindings that it stores (K6, C8)`() async {
    weak var seen: Keeper?
    func live() async {
      let keeper = Keeper()
      seen = keeper
      await keeper.begin()
    }
    await live()
    // The last hop may still be pending.
    var looks = 1_000_000
    while seen != nil, looks > 0 {
      looks -= 1
      await Task.yield()
    }
    expect(seen == nil)
  }

  @Test func `a set of a Property on that very actor is reported a little later (K3)`() async {
    let clerk = Clerk()
    await clerk.begin()
    expect(await clerk.restock(2), equals: [])
    while await clerk.lines.isEmpty { await letOthersGoOn() }
    expect(await clerk.lines, equals: ["valueChanged 1 2"])
    await clerk.end()
  }

  private actor Store {
    @Observed private var rows = 0
    private var kept: [AnyObject] = []
    private var endpoints: [any Cancellable] = []
    let log = Log<String>()

    func begin() {
      let total = Computed {
        self.assertIsolated()
        return self.rows * 10
      }
      let doubled = Computed { total.value * 2 }
      let loaded = Resource(of: total) { "loaded \($0)" }
      kept = [total, doubled, loaded]
      endpoints = [
        total.subscribeValues { [log] in log.append("signal \($0)") },
        KeyValueObserver(doubled, \.value) { [log] in log.append("path \($0.newValue ?? 0)") },
        loaded.subscribeValues { [log] in if case .loaded(let value) = $0 { log.append(value) } },
      ]
      total.addObserver(forOwner: self) { [log] old, new in log.append("\(old) → \(new)") }
    }

    func set(_ count: Int) { rows = count }

    func end() {
      endpoints = []
      kept = []
    }
  }

  @Test func `observers of a computed value of an actor are told of each change (K8)`() async {
    let store = Store()
    await store.begin()
    for (count, expected) in [
      (0, ["signal 0", "path 0", "loaded 0"]), (7, ["signal 70", "path 140", "loaded 70", "0 → 70"]),
    ] {
      await store.set(count)
      for _ in 0..<100_000 where store.log.entries.count < expected.count { await letOthersGoOn() }
      expect(store.log.take().sorted(), equals: expected.sorted())
    }
    await store.end()
  }
}
