// refused: `$name` sets nothing. Bind the object and the key path: `bind(model, \.name, to: …)`.
import Shop
import SignalsKVO

@MainActor func tie(_ text: Property<String>, to shop: Shop) -> TwoWayBinding { bind(text, to: shop.$state) }
