import SignalsKVO
import Testing

/// C13, K8: observers that are made in the initial value of a property of the main actor, where Swift knows of no actor.
@Suite("Observers in initial values", .leavesNothing) @MainActor struct InitialValueTests {
  @MainActor private final class Model {
    let source: Property<Int>
    var seen: [Int] = []
    @Observed var copy = 0
    @Observed var title = 0

    lazy var effect = observe { [unowned self] in note(source.value) }
    lazy var observer = KeyValueObserver(self, \.source.value) { [unowned self] in note($0.newValue ?? 0) }
    lazy var pairs = KeyValueObserver(self, \.source.value) { [unowned self] _, new in note(new) }
    lazy var signal = Signal.keyValueObserving(self, \.source.value)
    lazy var binding = bind(self, \.title, to: self, \.source.value)
    lazy var copying = bind(self, \.copy, from: self, \.source.value)
    lazy var total = Computed { [unowned self] in
      MainActor.assertIsolated()
      return source.value * 2
    }

    init(_ source: Property<Int>) { self.source = source }

    private func note(_ value: Int) {
      MainActor.assertIsolated()
      seen.append(value)
    }
  }

  private enum Form: CaseIterable { case effect, observer, pairs, signal, copying, binding, total }

  @Test(arguments: Form.allCases)
  private func `they belong to the main actor, whichever thread sets what they observe`(_ form: Form) async {
    let source = Property(1)
    let model = Model(source)
    let endpoint: any Cancellable
    switch form {
    case .effect: endpoint = model.effect
    case .observer: endpoint = model.observer
    case .pairs: endpoint = model.pairs
    case .signal: endpoint = model.signal.subscribeValues { [unowned model] in model.seen.append($0) }
    case .copying:
      _ = model.copying
      endpoint = KeyValueObserver(model, \.copy) { [unowned model] in model.seen.append($0.newValue ?? 0) }
    case .binding:
      _ = model.binding
      endpoint = KeyValueObserver(model, \.title) { [unowned model] in model.seen.append($0.newValue ?? 0) }
    case .total: endpoint = model.total.subscribeValues { [unowned model] in model.seen.append($0 / 2) }
    }
    // The form with two values has no first call.
    expect(model.seen, equals: form == .pairs ? [] : [1])
    model.seen = []
    source.value = 2
    expect(model.seen, equals: [2])
    await onOwnThread { source.value = 3 }
    for _ in 0..<100_000 where model.seen.count < 2 { await letOthersGoOn() }
    expect(model.seen, equals: [2, 3])
    endpoint.cancel()
  }

  @globalActor private actor Database { static let shared = Database() }

  @Database private final class Table {
    let source: Property<Int>
    let seen = Log<Int>()
    lazy var total = Computed(isolation: Database.shared) { [unowned self] in
      Database.assertIsolated()
      return source.value * 2
    }
    lazy var effect = observe(isolation: Database.shared) { [unowned self] in
      Database.assertIsolated()
      seen.append(total.value)
    }

    init(_ source: Property<Int>) { self.source = source }
    func begin() { _ = effect }
    func end() { effect.cancel() }
  }

  @Test func `in a class of another global actor they belong to the actor that is passed`() async {
    let source = Property(1)
    let table = await Table(source)
    await table.begin()
    await onOwnThread { source.value = 3 }
    for _ in 0..<100_000 where table.seen.entries.count < 2 { await letOthersGoOn() }
    expect(table.seen.entries, equals: [2, 6])
    await table.end()
  }
}
