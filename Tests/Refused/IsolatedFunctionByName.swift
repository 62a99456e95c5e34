// refused: loses global actor 'MainActor'
// with: -default-isolation MainActor
import Signals

func decode(_ text: String) -> Int { text.count }

func follow(_ texts: Signal<String>) -> Signal<Int> { texts.map(decode) }
