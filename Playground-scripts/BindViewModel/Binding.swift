import Lesson
import SignalsKVO

func oneLine() {
  heading("One line, and the two follow each other")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)  // keep the result
  show(viewModel.recipientName)  // the model has given the first value
  code()
  viewModel.recipientName = "Grace"
  show(package.recipient.firstName)
  code()
  package.recipient.firstName = "Alan"
  show(viewModel.recipientName)
  show(binding.state.lastOrigin)  // the model is the second of the two
}

func whoGivesTheFirstValue() {
  heading("Who gives the first value: the end named by to:, or the one that you name")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  viewModel.recipientName = "Grace"
  code()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName, initially: .fromFirst)
  show(package.recipient.firstName)
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
  code()
  viewModel.recipientName = "Grace"
  code()
  package.recipient.firstName = "Grace"  // an equal value is a set like any other

  observers.cancelAll()
  binding.cancel()
}

func otherObjects() {
  heading("When an object on the way is replaced, the binding follows the new one")
  let ada = Person("Ada")
  let package = Package(to: ada)
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code()
  package.recipient = Person("Grace")
  show(viewModel.recipientName)
  code()
  viewModel.recipientName = "Grace B."  // sets her name, not Ada's
  show(package.recipient.firstName, ada.firstName)
  binding.cancel()
}
