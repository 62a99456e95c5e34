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
let display = observe {
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
let rejections = binding.rejections.subscribeValues { print("rejected:", $0.error) }

print("the form shows \(form.budget)")
form.budget = "15"
form.budget = "plenty"
list.budget = 20
print("the form shows \(form.budget)")
