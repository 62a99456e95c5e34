// refused: cannot assign to property: 'value' is a get-only property
import Shop
import SignalsKVO

func open(_ shop: Shop) { shop.$state.value = "open" }
