import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C13, in a module whose declarations belong to the main actor by default.
@Suite("Programs with main-actor default isolation") struct ShopTests {
  @Test func `a view model follows its model, its inputs and its collections`() {
    let shop = ShopModel()
    shop.follow()
    shop.clicks.send(())
    shop.cart.items.append(Item(name: "tea", price: 4))
    shop.cart.items[0].price = 5
    shop.cart.begin()
    shop.cart.customer?.lastName = "Lovelace"
    shop.cart.customer = nil
    shop.products.append(Product(name: "tea", price: 4))
    #expect(shop.clickCount == 1)
    #expect(shop.message == "5")
    #expect(shop.log == ["count 0", "0 products", "count 1", "loading", "valueChanged", "pathChanged", "1 products"])
  }

  @Test func `closures of operators may use self`() {
    let clock = VirtualScheduler()
    let shop = ShopModel()
    shop.search(on: clock)
    shop.query.value = "tea"
    clock.advance(by: .seconds(1))
    #expect(shop.results == ["<tea>", "<teatea>"])
    shop.query.value = "?"
    clock.advance(by: .seconds(1))
    #expect(shop.results == [])
    #expect(shop.message == "Broken()")
    #expect(shop.log == ["searching", "searching"])
  }

  @Test func `values of a nonisolated type work with every operator that compares`() {
    let products = Signal.of(Product(price: 1), Product(price: 1), Product(price: 3), Product(price: 2))
    #expect(Recorder(products.removeDuplicates().map(\.price)).history == ["1", "3", "2", "|"])
    #expect(Recorder(products.removeDuplicates(on: \.price).map(\.price)).history == ["1", "3", "2", "|"])
    #expect(Recorder(products.uniqued().map(\.price)).history == ["1", "3", "2", "|"])
    #expect(Recorder(products.uniqued(on: \.price).map(\.price)).history == ["1", "3", "2", "|"])
    #expect(Recorder(products.max().map(\.price)).history == ["3", "|"])
    #expect(Recorder(products.min().map(\.price)).history == ["1", "|"])
    #expect(Recorder(products.contains(Product(price: 2))).history == ["true", "|"])
    #expect(Recorder(products.sequenceEqual(products)).history == ["true", "|"])
    #expect(Recorder(products.groupBy { $0 }.map { $0.key.price }).history == ["1", "3", "2", "|"])
    let shared = Property(Product()) { $0 == $1 }
    let recorder = Recorder(shared.part(\.price).signal)
    shared.value.price = 3
    shared.value.name = "tea"
    #expect(recorder.history == ["0", "3"])
  }

  @Test func `closures on the main actor compare values of a main-actor type`() {
    let input = SignalInput<Item>()
    var names: [String] = []
    let endpoint = input.removeDuplicates(on: .main) { $0 == $1 }.subscribeValues { names.append($0.name) }
    for name in ["tea", "tea", "milk"] { input.send(Item(name: name)) }
    #expect(names == ["tea", "milk"])
    let found = input.filter(on: .main) { $0 == Item(name: "jam") }
    let recorder = Recorder(found.map { $0.price })
    input.send(Item(name: "jam"))
    #expect(recorder.history == ["0"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `fields, models and parts are bound`() {
    let cart = Cart()
    let name = Field()
    let price = Field()
    let settings = Property(Product())
    let label = Label()
    let prices = LocalConverter<String, Int>(forward: { Int($0) ?? 0 }, backward: { "\($0)" })
    var bindings: [any Cancellable] = []
    bindings += bind(name, \.text, to: cart, \.item.name)
    bindings += bind(price, \.text, to: cart, \.item.price, converting: prices)
    bindings += bind(cart, \.item.name, to: settings.part(\.name))
    bindings += bind(label, \.text, from: cart, \.item.name)
    cart.item = Item(name: "tea", price: 4)
    #expect([name.text, price.text, settings.value.name, label.text] == ["tea", "4", "tea", "tea"])
    price.text = "7"
    #expect(cart.item == Item(name: "tea", price: 7))
    name.text = "milk"
    #expect(settings.value.name == "milk")
    bindings.cancelAll()
  }

  @Test func `a signal and a projection are assigned to a property of an object`() {
    let label = Label()
    let field = Field()
    let input = SignalInput<String>()
    let endpoint = input.assign(to: \.text, on: label)
    input.send("a")
    #expect(label.text == "a")
    let copy = field.$text.assign(to: \.text, on: label)
    field.text = "b"
    #expect(label.text == "b")
    endpoint.cancel()
    copy.cancel()
  }

  @Test func `signals of key paths, manually reporting classes and @Observable classes are followed`() async {
    let cart = Cart()
    let shelf = Shelf()
    let account = Account()
    let names = Recorder(Signal.keyValueObserving(cart, \.item.name))
    var log: [String] = []
    let books = KeyValueObserver(shelf, \.books, options: [.old, .new]) { change in
      log.append("\(change.oldValue ?? 0) → \(change.newValue ?? 0)")
    }
    let (balances, continuation) = AsyncStream.makeStream(of: Int.self)
    let balance = KeyValueObserver(account, \.balance, options: [.new]) { continuation.yield($0.newValue ?? 0) }
    cart.item.name = "tea"
    shelf.books = 2
    account.balance = 3
    #expect(names.history == ["", "tea"])
    #expect(log == ["0 → 2"])
    var iterator = balances.makeAsyncIterator()
    #expect(await iterator.next() == 3)
    withExtendedLifetime((books, balance)) {}
  }

  @Test func `transactions, joins and derived values work with properties`() {
    let first = Property("Ada")
    let last = Property("King")
    let full = Derived { "\(first.value) \(last.value)" }
    let recorder = Recorder(full.signal)
    let both = Recorder(combineLatest(first, last).map { "\($0), \($1)" })
    transaction {
      first.value = "Grace"
      last.value = "Hopper"
    }
    #expect(recorder.history == ["Ada King", "Grace Hopper"])
    #expect(both.history == ["Ada, King", "Grace, Hopper"])
  }

  @Test func `the values of a property are awaited in a loop`() async throws {
    let property = Property(1)
    var values: [Int] = []
    for try await value in property.signal.values {
      values.append(value)
      if value == 3 { break }
      property.value = value + 1
    }
    #expect(values == [1, 2, 3])
  }
}
