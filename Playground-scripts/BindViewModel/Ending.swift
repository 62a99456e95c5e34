import Lesson
import SignalsKVO

func absentEnds() {
  heading("An end behind an optional: absent while the optional is nil")
  let ada = Person("Ada")
  let package = Package(to: ada)
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.managerName, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
  show(viewModel.managerName)  // no manager yet
  var grace: Person? = Person("Grace")
  code()
  ada.manager = grace
  show(viewModel.managerName)
  code()
  viewModel.managerName = "Grace B."
  show(grace?.firstName)
  code()
  grace = nil  // the manager is held weakly, and is released
  code()
  viewModel.managerName = "Nemo"
  show(ada.manager?.firstName)
  let alan = Person("Alan")
  code()
  ada.manager = alan
  show(viewModel.managerName, alan.firstName)
  binding.cancel()
}

func cancelling() {
  heading("The lifetime of a binding: until it is cancelled or released")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code()
  var bindings = [bind(viewModel, \.recipientName, to: package, \.recipient.firstName)]
  code()
  bindings[0].cancel()
  code()
  viewModel.recipientName = "Grace"
  show(package.recipient.firstName)
  code()
  bindings[0] = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code()
  bindings = []  // released, and thereby cancelled
  code()
  package.recipient.firstName = "Alan"
  show(viewModel.recipientName)
}

func releasedEnds() {
  heading("Ends are held weakly: when one is released, the binding ends and the other end stays unchanged")
  var packages = [Package(to: Person("Ada"))]
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.recipientName, to: packages[0], \.recipient.firstName)
  code()
  packages = []
  show(binding.state.ended, viewModel.recipientName)
  binding.cancel()
}

@MainActor
func oneWay() {
  heading("One way: assigning the values of a signal")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let display = Property(0)
  var endpoints: [any Cancellable] = []
  code()
  package.$grams.signal.map { "\($0) g" }.assign(to: \.weight, on: viewModel).store(in: &endpoints)
  code()
  package.$priority.signal.assign(to: display).store(in: &endpoints)  // a Property, from any thread
  code()
  package.grams = 750
  code()
  package.priority = 2
  show(viewModel.weight, display.value)
  code()
  viewModel.weight = "heavy"  // the model stays unchanged
  show(package.grams)
  endpoints.cancelAll()
}
