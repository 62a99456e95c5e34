// refused: type 'Draft' does not conform to the 'Sendable' protocol
import Signals

final class Draft { var text = "" }

func follow(_ signal: Signal<String>, for draft: Draft) -> Endpoint {
  signal.subscribeValues(for: draft) { draft, text in draft.text = text }
}
