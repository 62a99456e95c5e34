// refused: capture of 'draft' with non-Sendable type 'Draft'
import Signals

final class Draft { var text = "" }

func follow(_ signal: Signal<String>) -> Endpoint {
  let draft = Draft()
  return signal.subscribeValues { draft.text = $0 }
}
