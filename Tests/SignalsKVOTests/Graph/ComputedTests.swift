import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// K3, K8: a computed value of objects that belong to one actor.
@Suite("Computed", .leavesNothing) @MainActor struct ComputedTests {
  private struct Item: Equatable {
    var name: String
    var price: Int
  }

  @MainActor private final class Cart {
    @Observed var items: [Item] = []
    @Observed var currency = "€"
    let runs = Log<Int>()

    lazy var total = Computed { [unowned self] in
      runs.append(items.count)
      return items.reduce(0) { $0 + $1.price }
    }
    lazy var label = Computed { [unowned self] in "\(total.value) \(currency)" }
    lazy var selected = Computed { [unowned self] in items.isEmpty ? nil : Holder(items[0]) }
  }

  @MainActor private final class Holder: Equatable {
    @Observed var item: Item

    init(_ item: Item) { self.item = item }

    nonisolated static func == (one: Holder, other: Holder) -> Bool { one === other }
  }

  @Test func `a lazily made computed value runs on the main actor, though another thread sets its input`() async {
    @MainActor final class Screen {
      @Observed var title = "a"
      let isOnMain = Log<Bool>()
      let source: Property<Int>
      lazy var label = Computed { [unowned self] in
        isOnMain.append(MainQueue.isCurrent)
        return "\(title) \(source.value)"
      }
      init(_ source: Property<Int>) { self.source = source }
    }
    let source = Property(0)
    let screen = Screen(source)
    let log = Log<String>()
    let observer = KeyValueObserver(screen, \.label.value, options: [.initial, .new]) { log.append($0.newValue ?? "") }
    await onOwnThread { source.value = 1 }
    for _ in 0..<100_000 where log.entries.count < 2 { await letOthersGoOn() }
    expect(log.entries, equals: ["a 0", "a 1"])
    expect(screen.isOnMain.entries, equals: [true, true])
    observer.cancel()
  }

  @Test func `a computed value is computed when it is read, and kept until an input changes`() {
    let cart = Cart()
    expect(cart.runs.entries.isEmpty)
    expect(cart.total.value, equals: 0)
    expect(cart.total.value, equals: 0)
    cart.items.append(Item(name: "book", price: 10))
    cart.currency = "$"
    expect(cart.label.value, equals: "10 $")
    expect(cart.label.value, equals: "10 $")
    expect(cart.runs.entries, equals: [0, 1])
  }

  /// An object of the same actor that no other thread may use.
  @MainActor private final class Screen {
    var lines: [String] = []
  }

  @Test func `an owner's observers get the old and the new value`() {
    let (cart, screen) = (Cart(), Screen())
    cart.total.subscribe(screen) { screen, total in screen.lines.append("total \(total)") }
    cart.total.addObserver(forOwner: screen, triggerImmediately: true) { screen, old, new, isInitial in
      screen.lines.append("\(old) → \(new)\(isInitial ? " at once" : "")")
    }
    let token = cart.total.addObserver(forOwner: screen) { old, new in screen.lines.append("(\(old), \(new))") }
    cart.total.addObserver(forOwner: screen) { screen, old, new in screen.lines.append("[\(old), \(new)]") }
    cart.items.append(Item(name: "book", price: 10))
    expect(screen.lines, equals: ["0 → 0 at once", "total 10", "0 → 10", "(0, 10)", "[0, 10]"])
    token.cancel()
    screen.lines = []
    cart.items.append(Item(name: "gift", price: 0))
    expect(screen.lines.isEmpty)
    cart.items = []
    expect(screen.lines, equals: ["total 0", "10 → 0", "[10, 0]"])
  }

  @Test func `observers are counted, and removed for an owner or all at once`() {
    let (cart, screen, other) = (Cart(), Screen(), Screen())
    expect(cart.total.observerCount, equals: 0)
    cart.total.subscribe(screen) { screen, total in screen.lines.append("\(total)") }
    cart.total.addObserver(forOwner: other) { _, new in other.lines.append("\(new)") }
    cart.total.subscribe(other) { other, total in other.lines.append("\(total)") }
    let observer = KeyValueObserver(cart, \.total.value, options: .new) { _ in }
    expect(cart.total.observerCount, equals: 4)
    cart.total.removeObservers(forOwner: other)
    expect(cart.total.observerCount, equals: 2)
    cart.items.append(Item(name: "book", price: 10))
    cart.total.removeAllObservers()
    expect(cart.total.observerCount, equals: 1)
    cart.items = []
    expect((screen.lines, other.lines), equals: (["10"], []))
    observer.cancel()
    expect(cart.total.observerCount, equals: 0)
  }

  @Test func `an observer ends with its owner and with the computed value`() {
    let cart = Cart()
    var screen: Screen? = Screen()
    weak let gone = screen
    let log = Log<String>()
    do {
      let captured = Tracked("closure", log)
      screen.map {
        _ = cart.total.subscribe($0) { _, total in
          captured.touch()
          log.append("\(total)")
        }
      }
    }
    screen = nil
    expect(gone == nil)
    cart.items.append(Item(name: "book", price: 10))
    expect(log.entries, equals: ["closure released"])
    expect(cart.total.observerCount, equals: 0)
    let remaining = Screen()
    var computed: Computed<Int>? = Computed { [cart] in cart.items.count }
    let token = computed?.subscribe(remaining) { _, _ in }
    computed = nil
    cart.items = []
    withExtendedLifetime((token, remaining)) {}
  }

  @Test func `observers removed in a handler receive nothing more (C6)`() {
    let (cart, screen) = (Cart(), Screen())
    cart.total.subscribe(screen) { [unowned cart] screen, total in
      screen.lines.append("\(total)")
      cart.total.removeAllObservers()
    }
    cart.total.subscribe(screen) { screen, total in screen.lines.append("second \(total)") }
    cart.items.append(Item(name: "book", price: 10))
    cart.items = []
    expect(screen.lines, equals: ["10"])
  }

  @Test func `observers removed in their first call receive nothing more (C6)`() {
    let (cart, screen, other) = (Cart(), Screen(), Screen())
    cart.total.addObserver(forOwner: screen, triggerImmediately: true) { [unowned cart] screen, _, new in
      screen.lines.append("\(new)")
      cart.total.removeObservers(forOwner: screen)
    }
    cart.total.addObserver(forOwner: other, triggerImmediately: true) { [unowned cart] other, _, new in
      other.lines.append("\(new)")
      cart.items.append(Item(name: "book", price: 10))
      cart.total.removeAllObservers()
    }
    expect(cart.total.observerCount, equals: 0)
    cart.items = []
    expect((screen.lines, other.lines), equals: (["0"], ["0"]))
  }

  @Test func `a change in place is no read, so a computation may make one (K8)`() {
    final class Model { @Observed var runs = 0 }
    let (model, input) = (Model(), Property(1))
    let computed = Computed {
      model.runs += 1
      return input.value
    }
    expect(computed.value, equals: 1)
    expect(computed.value, equals: 1)
    expect(model.runs, equals: 1)
    model.runs = 7
    expect(computed.value, equals: 1)
    expect(model.runs, equals: 7)
    input.value = 2
    expect(computed.value, equals: 2)
    expect(model.runs, equals: 8)
  }

  @Test func `a path through a computed value reports a change only if the result differs`() {
    let cart = Cart()
    let log = Log<String>()
    let observer = KeyValueObserver(cart, \.total.value, options: [.initial, .new, .old]) { change in
      log.append("\(change.oldValue.map { "\($0)" } ?? "-") → \(change.newValue.map { "\($0)" } ?? "-")")
    }
    cart.items = [Item(name: "book", price: 10)]
    cart.items = [Item(name: "pen", price: 4), Item(name: "ink", price: 6)]
    cart.items.removeLast()
    observer.cancel()
    cart.items = []
    expect(log.entries, equals: ["- → 0", "0 → 10", "10 → 4"])
  }

  @Test func `a path may continue from a computed object`() {
    let cart = Cart()
    let log = Log<String>()
    let observer = KeyValueObserver(cart, \.selected.value?.item.name) { log.append(($0.newValue ?? nil) ?? "nothing") }
    cart.items = [Item(name: "book", price: 10)]
    cart.selected.value?.item.name = "pen"
    cart.items = []
    expect(log.entries, equals: ["nothing", "book", "pen", "nothing"])
    observer.cancel()
  }

  @Test func `an effect follows a computed value, once per turn`() {
    let cart = Cart()
    let log = Log<String>()
    let endpoint = observe { log.append(cart.label.value) }
    transaction {
      cart.items = [Item(name: "book", price: 10)]
      cart.items.append(Item(name: "pen", price: 2))
      cart.currency = "$"
    }
    cart.items.swapAt(0, 1)
    expect(log.entries, equals: ["0 €", "12 $"])
    endpoint.cancel()
  }

  @Test func `the signal of a computed value emits each different result`() {
    let cart = Cart()
    let recorder = Recorder(cart.label.signal)
    cart.currency = "$"
    cart.currency = "$"
    cart.items = [Item(name: "book", price: 10)]
    expect(recorder.history, equals: ["0 €", "0 $", "10 $"])
  }

  @Test func `a computed value uses its own comparison, and has its given value in a circle`() {
    let temperature = Property(20.0)
    let coarse = Computed(isSame: { abs($0 - $1) < 0.5 }) { temperature.value }
    let log = Log<Double>()
    let endpoint = observe { log.append(coarse.value) }
    for value in [20.25, 25, 25.25] { temperature.value = value }
    expect(log.entries, equals: [20, 25])
    endpoint.cancel()

    final class Cells {
      lazy var first: Computed<Int> = Computed(inCircle: -1) { [unowned self] in second.value + 1 }
      lazy var second: Computed<Int> = Computed(inCircle: -2) { [unowned self] in first.value + 1 }
    }
    let cells = Cells()
    expect(cells.first.value, equals: -1)
    expect(cells.second.value, equals: -2)
  }

  @Test func `a circle of computed values stops the program with a message that names Computed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var other: Computed<Int>?
      let first = Computed { (other?.value ?? 0) + 1 }
      other = Computed { first.value }
      _ = first.value
    }
    let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    expect(words.contains("a value for this case: Computed(inCircle: …)."))
  }

  @Test func `a set by another thread is followed on the actor`() async {
    let rate = Property(2)
    let cart = Cart()
    cart.items = [Item(name: "book", price: 10)]
    let converted = Computed { [unowned cart] in
      MainActor.assertIsolated()
      return cart.total.value * rate.value
    }
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let observer = KeyValueObserver(converted, \.value) { continuation.yield($0.newValue ?? 0) }
    var values = stream.makeAsyncIterator()
    expect(await values.next(), equals: 20)
    await Task.detached { rate.value = 3 }.value
    expect(await values.next(), equals: 30)
    observer.cancel()
  }

  @Test func `a computed value is released with its object`() {
    weak var released: Cart?
    var cart: Cart? = Cart()
    released = cart
    _ = cart?.label.value
    cart = nil
    expect(released == nil)
  }
}
