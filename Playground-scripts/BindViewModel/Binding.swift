import Lesson
import SignalsKVO

func twoWayBinding() {
  heading("A two-way binding")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)  // keep the result
  show(viewModel.recipientName)  // the initial value comes from the model
  code()
  viewModel.recipientName = "Grace"
  show(package.recipient.firstName)
  code()
  package.recipient.firstName = "Alan"
  show(viewModel.recipientName)
  show(binding.state.lastOrigin)  // the model is the second end
}

func initialValue() {
  heading("The initial value: from the end after to:, unless you choose the other one")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  viewModel.recipientName = "Grace"
  code()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName, initially: .fromFirst)
  show(package.recipient.firstName)
  binding.cancel()
}

func noEcho() {
  heading("No echo: one set at one end causes one set at the other, and none back")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  let observers = [
    watch("the view model", viewModel, \.recipientName), watch("the model", package, \.recipient.firstName),
  ]
  code()
  viewModel.recipientName = "Grace"
  code()
  package.recipient.firstName = "Grace"  // a set to an equal value counts as a set, too

  observers.cancelAll()
  binding.cancel()
}

func replacedObjects() {
  heading("A replaced object on the key path: the binding follows the new object")
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
