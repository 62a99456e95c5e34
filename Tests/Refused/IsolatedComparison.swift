// refused: main actor-isolated conformance of 'Item' to 'Equatable' cannot be used in nonisolated context
// with: -default-isolation MainActor
import Signals

struct Item: Equatable, Sendable {}

func follow(_ items: Signal<Item>) -> Signal<Item> { items.filter { $0 != Item() } }
