import Observation
import Signals
import SignalsKVO

// The types of an app in a module with main-actor default isolation: without any annotation, except for `nonisolated`
// on values whose conformances are used by operators.

/// All members of this type belong to the main actor, its `Equatable` conformance included.
struct Item: Equatable, Sendable {
  var name = ""
  var price = 0
}

/// A value for any thread.
nonisolated struct Product: Hashable, Comparable, Sendable {
  var name = ""
  var price = 0

  static func < (one: Product, other: Product) -> Bool { one.price < other.price }
}

nonisolated enum Phase: Sendable { case idle, loading, loaded }

final class Customer {
  @Observed var firstName = "Ada"
  @Observed var lastName = "King"
  var fullName: String { "\(firstName) \(lastName)" }
}

final class Cart {
  @Observed var items: [Item] = []
  @Observed var item = Item()
  @Observed var customer: Customer? = Customer()
  @Observed public private(set) var phase = Phase.idle
  lazy var total = Computed { [unowned self] in items.reduce(0) { $0 + $1.price } }
  lazy var dearest = Computed { [unowned self] in items.max { $0.price < $1.price } ?? Item() }
  var count: Int { items.count }

  func begin() { phase = .loading }
}

/// The text fields and labels of a user interface.
final class Field {
  @Observed var text = ""
}

final class Label {
  var text = ""
}

@Observable final class Account {
  var balance = 0
}

final class Shelf: KeyValueObservable {
  let observationStore = ObservationStore<Shelf>()
  var books = 0 {
    willSet { willChangeValue(for: \.books) }
    didSet { didChangeValue(for: \.books) }
  }
}

struct Broken: Error {}

/// A view model with all of a screen's uses of signals.
final class ShopModel {
  let cart = Cart()
  let clicks = SignalInput<Void>()
  let query = Property("")
  let products = ObservedArray<Product>([])
  let stock = ObservedDictionary<Product, Int>([:])
  var log: [String] = []
  var clickCount = 0
  var message = ""
  var results: [String] = []
  var endpoints: [any Cancellable] = []
  let bag = CancellableBag()

  func follow() {
    endpoints += clicks.subscribeValues { [weak self] in self?.clickCount += 1 }
    endpoints += cart.$items.map { $0.count }.removeDuplicates().subscribeValues { [weak self] in
      self?.log.append("count \($0)")
    }
    endpoints += cart.$phase.subscribeValues { [weak self] phase in
      if phase == .loading { self?.log.append("loading") }
    }
    endpoints += KeyValueObserver(cart, \.customer?.fullName, options: [.old, .new]) { [weak self] change in
      self?.log.append("\(change.reason)")
    }
    endpoints += observe { [weak self] in self?.message = "\(self?.cart.total.value ?? 0)" }
    products.signal.subscribeValues(for: self) { model, products in model.log.append("\(products.count) products") }
      .store(in: bag)
  }

  func search(on clock: some Scheduler) {
    endpoints +=
      query
      .debounce(for: .milliseconds(300), on: clock)
      .filter { !$0.isEmpty }
      .handleEvents(onValue: { [weak self] _ in self?.log.append("searching") })
      .flatMap(.latest) { text in text == "?" ? Signal.failed(Broken()) : Signal.of([text, text + text]) }
      .catch { [weak self] error in
        self?.message = "\(error)"
        return .just([])
      }
      .map(on: .main) { [weak self] texts in self?.decorated(texts) ?? [] }
      .subscribeValues { [weak self] in self?.results = $0 }
  }

  private func decorated(_ texts: [String]) -> [String] { texts.map { "<\($0)>" } }
}
