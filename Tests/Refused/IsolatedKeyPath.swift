// refused: type 'KeyPath<Item, String>' does not conform to the 'Sendable' protocol
// with: -default-isolation MainActor
import Signals

struct Item: Sendable { var name = "" }

func follow(_ items: Signal<Item>) -> Signal<String> { items.map(\.name) }
