// Declarations for the examples of the README.

import Signals
import SignalsKVO

let first = SignalInput<String>()
let last = SignalInput<String>()
let prices = SignalInput<Double>()

final class Person {
  @Observed var firstName = ""
}

final class Package {
  @Observed var recipient = Person()
}

final class ViewModel {
  @Observed var name = ""
}

@MainActor let package = Package()
@MainActor let viewModel = ViewModel()
