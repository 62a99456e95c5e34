// Declarations for the examples of interoperation.

import Signals
import SignalsKVO

let sensor = SignalInput<Double>().signal
let locations = SignalInput<String>().signal
let city = SignalInput<String>().signal

struct Weather {
  func forecast(for city: String) async throws -> String { "sunny in \(city)" }
}

let service = Weather()

nonisolated struct Page {
  let title = Property("")
}

nonisolated let page = Page()

nonisolated struct Command {
  init?(_ line: String) {}
}
