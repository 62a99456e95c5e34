// refused: no exact matches in call to global function 'bind'
import SignalsKVO

func tie(_ text: Property<String>, to count: Property<Int>) -> TwoWayBinding { bind(text, to: count) }
