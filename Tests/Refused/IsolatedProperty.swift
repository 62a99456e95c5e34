// refused: main actor-isolated property 'label' can not be referenced from a Sendable closure
// with: -default-isolation MainActor
import Signals

struct Item: Sendable {
  var name = ""
  var label: String { name.uppercased() }
}

func follow(_ items: Signal<Item>) -> Signal<String> { items.map { $0.label } }
