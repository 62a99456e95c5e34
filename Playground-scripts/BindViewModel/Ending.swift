import Lesson
import SignalsKVO

func absentEnds() {
  heading("A way through an optional: absent while that is nil")
  let ada = Person("Ada")
  let package = Package(to: ada)
  let viewModel = ViewModel()
  code()
  let binding = bind(viewModel, \.managerName, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
  show(viewModel.managerName)  // there is no manager
  var grace: Person? = Person("Grace")
  code()
  ada.manager = grace
  show(viewModel.managerName)
  code()
  viewModel.managerName = "Grace B."
  show(grace?.firstName)
  code()
  grace = nil  // the manager is held weakly: there is none again
  code()
  viewModel.managerName = "Nobody"
  show(ada.manager?.firstName)
  let alan = Person("Alan")
  code()
  ada.manager = alan
  show(viewModel.managerName, alan.firstName)
  binding.cancel()
}

func cancelling() {
  heading("A binding lasts as long as it is kept, or until it is cancelled")
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
  bindings = []  // let go of, and so cancelled
  code()
  package.recipient.firstName = "Alan"
  show(viewModel.recipientName)
}

func endsThatGo() {
  heading("Ends are held weakly: when one goes the binding is over, and the other stays as it is")
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
  heading("One way: what a signal brings is assigned")
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
  viewModel.weight = "heavy"  // nothing goes back
  show(package.grams)
  endpoints.cancelAll()
}
