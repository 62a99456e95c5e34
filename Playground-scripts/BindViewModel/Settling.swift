import Lesson
import SignalsKVO

func editSessions() {
  heading("An edit session: changes of the model wait while the user types")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  code()
  binding.hold(.first)
  code()
  viewModel.recipientName = "Gra"  // typed text reaches the model at once
  show(package.recipient.firstName)
  code()
  package.recipient.firstName = "Alan"
  show(viewModel.recipientName, binding.state.pending.contains(.first))
  code()
  binding.release(.first)  // the last write wins
  show(viewModel.recipientName, package.recipient.firstName)
  binding.cancel()
}

func conflicts() {
  heading("Conflicts: a policy decides when both ends have changed")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  code()
  let latest = bind(viewModel, \.recipientName, to: package, \.recipient.firstName, conflicts: .lastWriter)

  change(package, viewModel)
  latest.cancel()
  code()
  let model = bind(viewModel, \.recipientName, to: package, \.recipient.firstName, conflicts: .prefer(.second))

  change(package, viewModel)
  model.cancel()
  code()
  let both = bind(
    viewModel, \.recipientName, to: package, \.recipient.firstName,
    conflicts: .merge { mine, theirs in "\(mine) & \(theirs)" })

  change(package, viewModel)
  both.cancel()
}

private func change(_ package: Package, _ viewModel: ViewModel) {
  code()
  transaction {
    package.recipient.firstName = "Alan"
    viewModel.recipientName = "Grace"
  }
  show(viewModel.recipientName, package.recipient.firstName)
}

func chains() {
  heading("A chain of bindings: each set reaches every other end once")
  let package = Package(to: Person("Ada"))
  let form = ViewModel()
  let preview = ViewModel()
  code()
  let bindings = [
    bind(form, \.recipientName, to: package, \.recipient.firstName),
    bind(preview, \.recipientName, to: form, \.recipientName),
  ]

  let observers = [
    watch("the model", package, \.recipient.firstName), watch("the form", form, \.recipientName),
    watch("the preview", preview, \.recipientName),
  ]
  code()
  package.recipient.firstName = "Grace"
  code()
  form.recipientName = "Alan"
  code()
  preview.recipientName = "Mary"

  observers.cancelAll()
  bindings.cancelAll()
}

func transactions() {
  heading("In a transaction, only the final value crosses")
  let package = Package(to: Person("Ada"))
  let viewModel = ViewModel()
  let binding = bind(viewModel, \.recipientName, to: package, \.recipient.firstName)
  let observer = watch("the model", package, \.recipient.firstName)
  code()
  transaction { for name in ["G", "Gr", "Grace"] { viewModel.recipientName = name } }

  observer.cancel()
  binding.cancel()
}
