import SignalsKVO

func absentEnds() {
  heading("A way through an optional: absent while that is nil")
  let ada = Person("Ada")
  let package = Package(to: ada)
  let viewModel = ViewModel()
  code("bind(viewModel, \\.managerName, to: LocalEnd(package, through: \\.recipient.manager, \\.firstName))")
  let binding = bind(viewModel, \.managerName, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
  code("viewModel.managerName   // there is no manager")
  result(viewModel.managerName)
  var grace: Person? = Person("Grace")
  code("ada.manager = grace")
  ada.manager = grace
  code("viewModel.managerName")
  result(viewModel.managerName)
  code("viewModel.managerName = \"Grace B.\"")
  viewModel.managerName = "Grace B."
  code("grace?.firstName")
  result(grace?.firstName ?? "nil")
  code("grace = nil   // the manager is held weakly: there is none again")
  grace = nil
  code("viewModel.managerName = \"Nobody\"")
  viewModel.managerName = "Nobody"
  code("ada.manager")
  result(ada.manager?.firstName ?? "nil")
  let alan = Person("Alan")
  code("ada.manager = alan")
  ada.manager = alan
  code("(viewModel.managerName, alan.firstName)")
  result(viewModel.managerName, alan.firstName)
  binding.cancel()
}

func cancelling() {
  heading("A binding lasts as long as it is kept, or until it is cancelled")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code("var bindings = [bind(viewModel, \\.recipientName, to: package, \\.recipient.firstName)]")
  var bindings = [bind(viewModel, \.recipientName, to: package, \.recipient.firstName)]
  code("bindings[0].cancel()")
  bindings[0].cancel()
  code("viewModel.recipientName = \"Grace\"")
  viewModel.recipientName = "Grace"
  code("package.recipient.firstName")
  result(package.recipient.firstName)
  code("bindings[0] = bind(viewModel, \\.recipientName, to: package, \\.recipient.firstName)")
  bindings[0] = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code("bindings = []   // let go of, and so cancelled")
  bindings = []
  code("package.recipient.firstName = \"Alan\"")
  package.recipient.firstName = "Alan"
  code("viewModel.recipientName")
  result(viewModel.recipientName)
}

func endsThatGo() {
  heading("Ends are held weakly: when one goes the binding is over, and the other stays as it is")
  var packages = [Package(to: Person("Ada"))]
  let viewModel = ViewModel()
  code("let binding = bind(viewModel, \\.recipientName, to: packages[0], \\.recipient.firstName)")
  let binding = bind(viewModel, \.recipientName, to: packages[0], \.recipient.firstName)
  code("packages = []")
  packages = []
  code("(binding.state.ended, viewModel.recipientName)")
  result(binding.state.ended, viewModel.recipientName)
  binding.cancel()
}

@MainActor
func oneWay() {
  heading("One way: what a signal brings is assigned")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let display = Property(0)
  var endpoints: [any Cancellable] = []
  code("package.$grams.signal.map { \"\\($0) g\" }.assign(to: \\.weight, on: viewModel).store(in: &endpoints)")
  package.$grams.signal.map { "\($0) g" }.assign(to: \.weight, on: viewModel).store(in: &endpoints)
  code("package.$priority.signal.assign(to: display).store(in: &endpoints)   // a Property, from any thread")
  package.$priority.signal.assign(to: display).store(in: &endpoints)
  code("package.grams = 750")
  package.grams = 750
  code("package.priority = 2")
  package.priority = 2
  code("(viewModel.weight, display.value)")
  result(viewModel.weight, display.value)
  code("viewModel.weight = \"heavy\"   // nothing goes back")
  viewModel.weight = "heavy"
  code("package.grams")
  result(package.grams)
  endpoints.cancelAll()
}
