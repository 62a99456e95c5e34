/// The errors with which a law fails the source or a closure.
enum InjectedError: Error, CustomStringConvertible {
  case input, closure

  var description: String {
    switch self {
    case .input: "input's"
    case .closure: "closure's"
    }
  }
}
