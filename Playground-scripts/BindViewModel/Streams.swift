import Lesson
import SignalsKVO

@MainActor
func twoStreams() {
  heading("Without a binding: a stream each way, and each of them hears what the other has set")
  let ada = Person("Ada")
  let viewModel = ViewModel()
  let observers = watch(ada, viewModel)
  var endpoints: [any Cancellable] = []
  code()
  endpoints += ada.$firstName.signal.assign(to: \.recipientName, on: viewModel)
  code()
  let back = viewModel.$recipientName.signal.removeDuplicates()  // or the two would set each other for ever
  code()
  let endpoint = back.assign(to: \.firstName, on: ada)  // what has just come from the model goes back to it
  code()
  endpoint.cancel()
  code()
  endpoints += back.dropFirst().assign(to: \.firstName, on: ada)  // nothing goes back yet
  code()
  viewModel.recipientName = "Grace"  // set once here, and once more by the echo
  code()
  ada.firstName = "Alan"  // the echo sets both of them once more

  endpoints.cancelAll()
  observers.cancelAll()
}

func oneBinding() {
  heading("One bind is all of it, without the echo")
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
