@testable import SignalsKVO

/// What is said to somebody who records what `body` reads.
func readings(of body: () -> Void) -> [String] {
  let log = AccessLog()
  AccessTracking.run(for: log, body)
  return log.readings.map { reading in
    switch reading.held {
    case .object: "object"
    case .nothing: "nothing"
    case .value: "value"
    }
  }
}
