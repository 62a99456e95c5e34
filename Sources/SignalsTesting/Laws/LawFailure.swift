/// The errors of the laws.
enum LawFailure: Error, CustomStringConvertible {
  case ofTheInput, ofTheClosure

  var description: String {
    switch self {
    case .ofTheInput: "input's"
    case .ofTheClosure: "closure's"
    }
  }
}
