/// How the source of an operator under test ends.
enum SourceEnding: CaseIterable, CustomStringConvertible {
  case finish, failure, inputReleased

  var description: String {
    switch self {
    case .finish: "the input finishes"
    case .failure: "the input fails"
    case .inputReleased: "the input is released"
    }
  }
}
