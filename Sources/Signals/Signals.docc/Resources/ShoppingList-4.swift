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

@MainActor final class Form {
  @Observed var budget = ""
}

struct NotANumber: Error {
  var text: String
}

let list = ShoppingList()
var endpoints: [any Cancellable] = []
endpoints += observe {
  print("\(list.items.map(\.name)) cost \(list.total.value), \(list.remaining) left")
}

let form = Form()
let numbers = Converter(
  forward: { (text: String) in
    guard let number = Int(text) else { throw NotANumber(text: text) }
    return number
  },
  backward: { (number: Int) in String(number) })
let binding = bind(form, \.budget, to: list, \.budget, converting: numbers)
endpoints += binding
endpoints += binding.rejections.subscribeValues { print("rejected:", $0.error) }

let lines = SignalInput<String>()
let commands = lines.signal.map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 2 }
endpoints += commands.filter { $0[0] == "budget" }.subscribeValues { form.budget = $0[1] }
endpoints += commands.filter { $0[0] != "budget" }
  .compactMap { words in Int(words[1]).map { price in Item(name: words[0], price: price) } }
  .subscribeValues { list.items.append($0) }

while let line = readLine(), line != "stop" { lines.send(line) }

endpoints.cancelAll()
list.budget = 0  // prints nothing
print("off to buy \(list.items.count) items")
