import SignalsKVO

struct Item: Sendable {
  var name: String
  var price: Int
}

@MainActor final class ShoppingList {
  @Observed var items: [Item] = []
  @Observed var budget = 10

  lazy var total = Computed { [unowned self] in items.reduce(0) { $0 + $1.price } }
  var remaining: Int { budget - total.value }
}

let list = ShoppingList()
let display = observe {
  print("\(list.items.map(\.name)) cost \(list.total.value), \(list.remaining) left")
}

list.items.append(Item(name: "bread", price: 3))
transaction {
  list.items.append(Item(name: "cheese", price: 6))
  list.budget = 20
}
