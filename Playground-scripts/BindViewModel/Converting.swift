import Lesson
import SignalsKVO

func corrections() {
  heading("A normalized value is written back, once")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.priority, to: package, \.priority)  // the model limits it to 3

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
  var description: String { "\"\(text)\" is not a weight" }
}

func converters() {
  heading("A converter between two types: each direction may reject a value, and the other end stays unchanged")
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
  let endpoint = binding.rejections.subscribeValues { result($0.error, "- unchanged end:", $0.end) }
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
  heading("Other ends of a binding")
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
  bindings.append(bind(display, to: shelf))  // two Property values; any thread may set them
  code()
  display.value = 8
  show(shelf.value)
  bindings.cancelAll()
}
