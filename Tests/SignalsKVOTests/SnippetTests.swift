import SignalsKVO
import Testing

/// The library as a user's code calls it.
@Suite("Usage examples of observing, binding and work", .leavesNothing) @MainActor struct SnippetTests {
  struct Item: Sendable, Equatable { var name = "" }

  final class Person {
    @Observed var firstName = ""
    @Observed var lastName = ""
    @WeakObserved var manager: Person?
    var fullName: String { "\(firstName) \(lastName)" }
  }

  final class Package {
    @Observed var recipient = Person()
    @Observed var contents: [Item] = []
  }

  final class Event: KeyValueObservable {
    let observationStore = ObservationStore<Event>()
    var title = "" { didSet { didChangeValue(for: \.title) } }
  }

  final class Screen {
    var label = ""
    var lines: [String] = []
    let count = Property(0)

    func begin(_ event: Event) {
      event.addObserver(self, keyPath: \.title, options: [.initial]) { observer, title in observer.label = title }
    }
  }

  @Test("a path observer, a path signal and a property signal report each set")
  func paths() {
    let package = Package()
    var lines: [String] = []
    let observer = KeyValueObserver(package, \.recipient.fullName, options: [.initial, .new, .old]) { change in
      lines.append("\(change.reason) \(change.oldValue ?? "-") \(change.newValue ?? "-") \(change.isPrior)")
    }
    var endpoints: [any Cancellable] = [observer]
    endpoints += Signal.keyValueObserving(package, \.recipient.fullName).subscribeValues { lines.append($0) }
    endpoints += package.$contents.subscribeValues { lines.append("\($0.count)") }
    endpoints += package.$contents.signal.map(\.count).subscribeValues { lines.append("\($0)") }
    package.recipient.firstName = "Ada"
    package.contents.append(Item())
    endpoints.cancelAll()
    package.recipient.firstName = "Grace"
    expect(
      lines,
      equals: [
        "valueChanged -   false", " ", "0", "0", "valueChanged   Ada  false", "Ada ", "1", "1",
      ])
  }

  @Test("a manually reported property is observed by key path")
  func byHand() {
    let event = Event()
    let screen = Screen()
    event.title = "a"
    screen.begin(event)
    event.title = "b"
    expect(screen.label, equals: "b")
  }

  @Test("a Property notifies its owner's observers, feeds a derived value and accepts a signal's values")
  func properties() {
    @MainActor final class Owner {
      var received: [String] = []

      func begin(_ count: Property<Int>) {
        count.addObserver(forOwner: self, triggerImmediately: true) { [unowned self] old, new in
          received.append("\(old) \(new)")
        }
        count.subscribe(self) { owner, value in owner.received.append("\(value)") }
      }
    }
    let count = Property(0)
    let double = count.derived { $0 * 2 }
    let owner = Owner()
    owner.begin(count)
    count.value = 1
    count.modify { $0 += 1 }
    count.removeObservers(forOwner: owner)
    count.value = 3
    expect(owner.received, equals: ["0 0", "0 1", "1", "1 2", "2"])
    expect(double.value, equals: 6)
    let input = SignalInput<Int>()
    let endpoint = input.signal.assign(to: count)
    input.send(9)
    expect(count.value, equals: 9)
    endpoint.cancel()
  }

  @Test("an observed array reports an append as an insertion")
  func collections() {
    let list = ObservedArray([1, 2, 3])
    var received: [String] = []
    let endpoint = list.changes.subscribeValues { changes in received += changes.map { "\($0)" } }
    list.append(4)
    expect(received, equals: ["\(ArrayChange.insertion([4], at: 3))"])
    expect(list.value, equals: [1, 2, 3, 4])
    endpoint.cancel()
  }

  final class ViewModel {
    @Observed var recipientFirstName = ""
    @Observed var manager = ""
  }

  struct NotANumber: Error {}

  @Test("bindings of key paths, properties and optional paths, with converters and rejections")
  func binding() {
    let (viewModel, package) = (ViewModel(), Package())
    package.recipient.firstName = "Ada"
    let binding = bind(viewModel, \.recipientFirstName, to: package, \.recipient.firstName)
    expect(viewModel.recipientFirstName, equals: "Ada")

    let (field, count) = (Property("3"), Property(0))
    let counting = bind(
      field, to: count, initially: .fromFirst, conflicts: .lastWriter,
      converting: Converter(forward: { Int($0) ?? -1 }, backward: { String($0) }))
    expect(count.value, equals: 3)
    let strict = bind(
      field, to: count,
      converting: Converter(
        forward: { text in
          guard let number = Int(text) else { throw NotANumber() }
          return number
        },
        backward: { number in String(number) }))
    let rejected = Log<BindingEnd>()
    let endpoint = strict.rejections.subscribeValues { rejected.append($0.end) }
    counting.cancel()
    field.value = "?"
    expect(rejected.entries, equals: [.second])
    expect(strict.state.lastOrigin, equals: .second)
    strict.hold(.first)
    strict.release(.first)

    let managing = bind(viewModel, \.manager, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
    let manager = Person()
    manager.firstName = "Grace"
    package.recipient.manager = manager
    expect(viewModel.manager, equals: "Grace")

    let text = Property("")
    let byProperty = bind(text, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
    let byPath = bind(viewModel, \.manager, to: text)
    text.value = "Barbara"
    expect((viewModel.manager, manager.firstName), equals: ("Barbara", "Barbara"))
    withExtendedLifetime((binding, managing, byProperty, byPath, endpoint)) {}
  }

  private struct Draft: Sendable { var text = "" }

  private struct API: Sendable {
    func save(_ draft: Draft) async throws -> Int { draft.text.count }
    func profile(_ id: Int) async throws -> String { "user \(id)" }
  }

  private final class Form {
    @Observed var text = ""
    lazy var isValid = Computed { [unowned self] in !text.isEmpty }
  }

  @Test("an action runs when it is enabled, and a resource loads again for a new input")
  func work() async throws {
    let api = API()
    let form = Form()
    let save = Action(enabledIf: form.isValid) { (draft: Draft) in try await api.save(draft) }
    let empty = Action { try await Task.sleep(for: .zero) }
    let isOnline = Property(true)
    let counted = Action(.parallel(4), enabledIf: isOnline) { (draft: Draft) in
      let count = try await api.save(draft)
      return count * 2
    }
    var lines: [String] = []
    let endpoints: [any Cancellable] = [
      save.values.subscribeValues { lines.append("saved \($0)") },
      save.errors.subscribeValues { lines.append("\($0)") },
    ]
    expect(!save.run(Draft(text: "abc")))
    form.text = "abc"
    expect(save.isEnabled.value)
    expect(save.run(Draft(text: "abc")))
    expect(save.isRunning.value)
    while save.isRunning.value { await Task.yield() }
    while lines.isEmpty { await Task.yield() }
    expect(lines, equals: ["saved 3"])
    save.run(Draft())
    save.cancel()
    empty.run()
    expect(try await counted.perform(Draft(text: "a")), equals: 2)
    await empty.cancelAndWait()

    let userID = Property(1)
    let profile = Resource(of: userID) { id in try await api.profile(id) }
    while profile.value.isLoading { await Task.yield() }
    userID.value = 2
    profile.reload()
    switch profile.value {
    case .loading(let previous): expect(previous, equals: "user 1")
    case .loaded(let name): Issue.record("loaded \(name)")
    case .failed(let error, let previous): Issue.record("\(error), \(previous ?? "-")")
    }
    while profile.value.isLoading { await Task.yield() }
    expect(profile.value.latest, equals: "user 2")
    endpoints.cancelAll()
  }
}
