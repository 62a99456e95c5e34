// refused: `$name` sets nothing. Bind the object and the key path: `bind(model, \.name, to: …)`.
import Shop
import SignalsKVO

@MainActor func tie(_ shop: Shop, to text: Property<String>) -> TwoWayBinding { bind(shop.$state, to: text) }
