import Lesson
import SignalsKVO

func corrections() {
  heading("What an end makes of a value comes back, once")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.priority, to: package, \.priority)  // the model allows no more than 3

  let observers = [watch("the view model", viewModel, \.priority), watch("the model", package, \.priority)]
  code()
  viewModel.priority = 2
  code()
  viewModel.priority = 9
  show(viewModel.priority, package.priority)
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
  code()
  let grams = Converter<String, Int>(
    forward: { text in
      guard let number = Int(text) else { throw NoWeight(text: text) }
      return number
    },
    backward: { "\($0)" })
  code()
  let binding = bind(viewModel, \.weight, to: package, \.grams, converting: grams)
  code()
  let endpoint = binding.rejections.subscribeValues { result($0.error, "- kept by:", $0.end) }
  show(viewModel.weight)  // converted from the model's 500
  code()
  viewModel.weight = "750"
  show(package.grams + 1)
  code()
  viewModel.weight = "heavy"
  show(viewModel.weight, package.grams)
  code()
  viewModel.weight = "0080"  // 80, which is "80" when it is converted back
  show(viewModel.weight, package.grams)
  endpoint.cancel()
  binding.cancel()
}

func otherEnds() {
  heading("Other ends: what can be observed and set can be bound")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let shelf = Property(7)
  let display = Property(0)
  code()
  var bindings = [bind(viewModel, \.priority, to: package, \.priority)]  // two objects, each with a key path
  code()
  package.priority = 2
  show(viewModel.priority)
  code()
  bindings.append(bind(display, to: shelf))  // both of them: Property(…), which any thread may set
  code()
  display.value = 8
  show(shelf.value)
  bindings.cancelAll()
}
