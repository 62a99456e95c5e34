import SignalsKVO

func editSessions() {
  heading("An edit session: while a person types, what the model says waits")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code("binding.hold(.first)")
  binding.hold(.first)
  code("viewModel.recipientName = \"Gra\"   // what is typed goes on at once")
  viewModel.recipientName = "Gra"
  code("package.recipient.firstName")
  result(package.recipient.firstName)
  code("package.recipient.firstName = \"Alan\"")
  package.recipient.firstName = "Alan"
  code("(viewModel.recipientName, binding.state.pending.contains(.first))")
  result(viewModel.recipientName, binding.state.pending.contains(.first))
  code("binding.release(.first)   // who wrote last prevails")
  binding.release(.first)
  code("(viewModel.recipientName, package.recipient.firstName)")
  result(viewModel.recipientName, package.recipient.firstName)
  binding.cancel()
}

func conflicts() {
  heading("When both have changed at once, the policy decides")
  code("transaction { package.recipient.firstName = \"Alan\"; viewModel.recipientName = \"Grace\" }")
  settle(".lastWriter", .lastWriter)
  settle(".prefer(.second)", .prefer(.second))
  settle(".merge { mine, theirs in \"\\(mine) & \\(theirs)\" }", .merge { mine, theirs in "\(mine) & \(theirs)" })
}

private func settle(_ name: String, _ policy: ConflictPolicy<String, String>) {
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code("bind(…, conflicts: \(name))")
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName, conflicts: policy)
  transaction {
    package.recipient.firstName = "Alan"
    viewModel.recipientName = "Grace"
  }
  result(viewModel.recipientName, "/", package.recipient.firstName)
  binding.cancel()
}

func chains() {
  heading("A chain: what is set anywhere is everywhere, once")
  let package = Package(to: Person("Ada"))
  let form = ViewModel()
  let preview = ViewModel()
  code("bind(form, \\.recipientName, to: package, \\.recipient.firstName)")
  code("bind(preview, \\.recipientName, to: form, \\.recipientName)")
  let bindings = [
    bind(form, \.recipientName, to: package, \.recipient.firstName),
    bind(preview, \.recipientName, to: form, \.recipientName),
  ]
  let observers = [
    watch("the model", package, \.recipient.firstName), watch("the form", form, \.recipientName),
    watch("the preview", preview, \.recipientName),
  ]
  code("package.recipient.firstName = \"Grace\"")
  package.recipient.firstName = "Grace"
  code("form.recipientName = \"Alan\"")
  form.recipientName = "Alan"
  code("preview.recipientName = \"Mary\"")
  preview.recipientName = "Mary"
  observers.cancelAll()
  bindings.cancelAll()
}

func transactions() {
  heading("In a transaction only the outcome crosses")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  let observer = watch("the model", package, \.recipient.firstName)
  code("transaction { for name in [\"G\", \"Gr\", \"Grace\"] { viewModel.recipientName = name } }")
  transaction { for name in ["G", "Gr", "Grace"] { viewModel.recipientName = name } }
  observer.cancel()
  binding.cancel()
}
