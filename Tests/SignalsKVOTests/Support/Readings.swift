@testable import SignalsKVO

/// What is said to somebody who records what `body` reads.
func readings(of body: () -> Void) -> [String] {
  let recording = Recording()
  recording.listen(body)
  return recording.take().map { reading in
    switch reading.held {
    case .object: "object"
    case .nothing: "nothing"
    case .value: "value"
    }
  }
}
