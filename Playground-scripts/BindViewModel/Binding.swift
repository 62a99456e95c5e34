import SignalsKVO

func oneLine() {
  heading("One line, and the two follow each other")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code("let binding = bind(viewModel, \\.recipientName, to: package, \\.recipient.firstName)   // keep the result")
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code("viewModel.recipientName   // the model has given the first value")
  result(viewModel.recipientName)
  code("viewModel.recipientName = \"Grace\"")
  viewModel.recipientName = "Grace"
  code("package.recipient.firstName")
  result(package.recipient.firstName)
  code("package.recipient.firstName = \"Alan\"")
  package.recipient.firstName = "Alan"
  code("viewModel.recipientName")
  result(viewModel.recipientName)
  code("binding.state.lastOrigin   // the model is the second of the two")
  result(binding.state.lastOrigin.map { "\($0)" } ?? "none")
}

func whoGivesTheFirstValue() {
  heading("Who gives the first value: the end named by to:, or the one that you name")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  viewModel.recipientName = "Grace"
  code("bind(viewModel, \\.recipientName, to: package, \\.recipient.firstName, initially: .fromFirst)")
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName, initially: .fromFirst)
  code("package.recipient.firstName")
  result(package.recipient.firstName)
  binding.cancel()
}

func noEcho() {
  heading("No echo: one set of one end is one set of the other, and none back")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  let observers = [
    watch("the view model", viewModel, \.recipientName), watch("the model", package, \.recipient.firstName),
  ]
  code("viewModel.recipientName = \"Grace\"")
  viewModel.recipientName = "Grace"
  code("package.recipient.firstName = \"Grace\"   // an equal value is a set like any other")
  package.recipient.firstName = "Grace"
  observers.cancelAll()
  binding.cancel()
}

func otherObjects() {
  heading("When an object on the way is replaced, the binding follows the new one")
  let ada = Person("Ada")
  let package = Package(to: ada)
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code("package.recipient = Person(\"Grace\")")
  package.recipient = Person("Grace")
  code("viewModel.recipientName")
  result(viewModel.recipientName)
  code("viewModel.recipientName = \"Grace B.\"   // sets her name, not Ada's")
  viewModel.recipientName = "Grace B."
  code("(package.recipient.firstName, ada.firstName)")
  result(package.recipient.firstName, ada.firstName)
  binding.cancel()
}
