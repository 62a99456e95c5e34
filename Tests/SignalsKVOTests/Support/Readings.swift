@testable import SignalsKVO

/// The accesses that access tracking records while `body` runs.
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
