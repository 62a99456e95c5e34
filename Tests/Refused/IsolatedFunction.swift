// refused: call to main actor-isolated global function 'decode' in a synchronous nonisolated context
// with: -default-isolation MainActor
import Signals

func decode(_ text: String) -> Int { text.count }

func follow(_ texts: Signal<String>) -> Signal<Int> { texts.map { decode($0) } }
