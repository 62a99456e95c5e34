// refused: value of type 'Row' has no member 'name'
import Signals

struct Row: Sendable { var number = 1 }

@MainActor final class Table {
  let rows = SignalInput<Row>()
  var text = ""
  var endpoints: [any Cancellable] = []

  func follow() {
    endpoints += rows.subscribeValues { [weak self] row in
      guard let self else { return }
      text += row.name
    }
  }
}
