import Lesson
import SignalsKVO

@MainActor
func twoSignals() {
  heading("Without a binding: one signal each way, with an echo")
  let ada = Person("Ada")
  let viewModel = ViewModel()
  let observers = watch(ada, viewModel)
  var endpoints: [any Cancellable] = []
  code()
  endpoints += ada.$firstName.signal.assign(to: \.recipientName, on: viewModel)
  code()
  let back = viewModel.$recipientName.signal.removeDuplicates()  // else each would set the other forever
  code()
  let endpoint = back.assign(to: \.firstName, on: ada)  // the model's own value goes back to it
  code()
  endpoint.cancel()
  code()
  endpoints += back.dropFirst().assign(to: \.firstName, on: ada)  // nothing goes back at first
  code()
  viewModel.recipientName = "Grace"  // one set here, one more by the echo
  code()
  ada.firstName = "Alan"  // the echo sets both once more

  endpoints.cancelAll()
  observers.cancelAll()
}

func oneBinding() {
  heading("One binding replaces both, without the echo")
  let ada = Person("Ada")
  let viewModel = ViewModel()
  let observers = watch(ada, viewModel)
  code()
  let binding = bind(viewModel, \.recipientName, to: ada, \.firstName)
  code()
  viewModel.recipientName = "Grace"
  code()
  ada.firstName = "Alan"

  observers.cancelAll()
  binding.cancel()
}

private func watch(_ person: Person, _ viewModel: ViewModel) -> [KeyValueObserver] {
  [watch("the view model", viewModel, \.recipientName), watch("the model", person, \.firstName)]
}
