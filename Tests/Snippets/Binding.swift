// Declarations for the examples of binding.

import Dispatch
import Signals
import SignalsKVO

final class Person {
  @Observed var firstName = "Ada"
  @Observed var lastName = "King"
  @WeakObserved var manager: Person?
  var fullName: String { "\(firstName) \(lastName)" }
}

final class Package {
  @Observed var recipient = Person()
}

final class ViewModel {
  @Observed var title = ""
  @Observed var recipientFirstName = ""
}

final class Model {
  @Observed var name = ""
}

final class Label {
  @Observed var text = ""
}

struct NotANumber: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

@MainActor let package = Package()
@MainActor let viewModel = ViewModel()
let field = Property("")
let count = Property(0)
let bag = CancellableBag()
