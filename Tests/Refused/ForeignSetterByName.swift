// refused: cannot assign to property: 'state' setter is inaccessible
import Shop
import SignalsKVO

func open(_ shop: Shop) { shop.state = "open" }
