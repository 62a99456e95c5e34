// refused: capture of 'draft' with non-Sendable type 'Draft'
import SignalsKVO

final class Draft { var text = "" }

func makeSave() -> Action<String, Void> {
  let draft = Draft()
  return Action { text in draft.text = text }
}
