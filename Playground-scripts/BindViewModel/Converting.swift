import SignalsKVO

func corrections() {
  heading("What an end makes of a value comes back, once")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code("var priority = 1 { didSet { if priority > 3 { priority = 3 } } }   // in the model")
  code("bind(viewModel, \\.priority, to: package, \\.priority)")
  let binding = bind(viewModel, \.priority, to: package, \.priority)
  let observers = [watch("the view model", viewModel, \.priority), watch("the model", package, \.priority)]
  code("viewModel.priority = 2")
  viewModel.priority = 2
  code("viewModel.priority = 9")
  viewModel.priority = 9
  code("(viewModel.priority, package.priority)")
  result(viewModel.priority, package.priority)
  observers.cancelAll()
  binding.cancel()
}

private struct NoWeight: Error, CustomStringConvertible {
  let text: String
  var description: String { "\"\(text)\" is no weight" }
}

func converters() {
  heading("A converter between two types: each way may refuse, and then the other end stays as it is")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code("let grams = Converter<String, Int>(forward: { Int($0) or throw NoWeight }, backward: { \"\\($0)\" })")
  let grams = Converter<String, Int>(
    forward: { text in
      guard let number = Int(text) else { throw NoWeight(text: text) }
      return number
    },
    backward: { "\($0)" })
  code("let binding = bind(viewModel, \\.weight, to: package, \\.grams, converting: grams)")
  let binding = bind(viewModel, \.weight, to: package, \.grams, converting: grams)
  code("binding.rejections.subscribeValues { result($0.error, \"- kept by:\", $0.end) }")
  let endpoint = binding.rejections.subscribeValues { result($0.error, "- kept by:", $0.end) }
  code("viewModel.weight   // converted from the model's 500")
  result(viewModel.weight)
  code("viewModel.weight = \"750\"")
  viewModel.weight = "750"
  code("package.grams + 1")
  result(package.grams + 1)
  code("viewModel.weight = \"heavy\"")
  viewModel.weight = "heavy"
  code("(viewModel.weight, package.grams)")
  result(viewModel.weight, package.grams)
  code("viewModel.weight = \"0080\"   // 80, which is \"80\" when it is converted back")
  viewModel.weight = "0080"
  code("(viewModel.weight, package.grams)")
  result(viewModel.weight, package.grams)
  endpoint.cancel()
  binding.cancel()
}

func otherEnds() {
  heading("Other ends: what can be observed and set can be bound")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let shelf = Property(7)
  let display = Property(0)
  code("bind(viewModel, \\.priority, to: package, \\.priority)   // two objects, each with a key path")
  var bindings = [bind(viewModel, \.priority, to: package, \.priority)]
  code("package.priority = 2")
  package.priority = 2
  code("viewModel.priority")
  result(viewModel.priority)
  code("bind(display, to: shelf)   // both of them: Property(…), which any thread may set")
  bindings.append(bind(display, to: shelf))
  code("display.value = 8")
  display.value = 8
  code("shelf.value")
  result(shelf.value)
  bindings.cancelAll()
}
