// refused: is unavailable: The first key path can't be set:
import Shop
import SignalsKVO

final class Field { @Observed var text = "" }

func copy(_ field: Field, to shop: Shop) -> OneWayBinding { bind(shop, \.owner, from: field, \.text) }
