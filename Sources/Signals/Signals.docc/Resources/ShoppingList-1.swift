import SignalsKVO

struct Item: Sendable {
  var name: String
  var price: Int
}

@MainActor final class ShoppingList {
  @Observed var items: [Item] = []
}

let list = ShoppingList()
let display = KeyValueObserver(list, \.items) { change in
  let names = (change.newValue ?? []).map(\.name)
  print(names)
}

list.items.append(Item(name: "bread", price: 3))
list.items.append(Item(name: "cheese", price: 6))
