// refused: is unavailable: A key path that can't be set is no end of a binding.
import Shop
import SignalsKVO

final class Field { @Observed var text = "" }

func tie(_ field: Field, to shop: Shop) -> TwoWayBinding { bind(field, \.text, to: shop, \.state) }
