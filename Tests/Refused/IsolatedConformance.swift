// refused: main actor-isolated conformance of 'Item' to 'Equatable' cannot satisfy conformance requirement for a 'Sendable' type parameter
// with: -default-isolation MainActor
import Signals

struct Item: Equatable, Sendable {}

func follow(_ items: Signal<Item>) -> Signal<Item> { items.removeDuplicates() }
