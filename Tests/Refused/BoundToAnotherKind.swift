// refused: be equivalent
import SignalsKVO

func tie(_ text: Property<String>, to count: Property<Int>) -> TwoWayBinding { bind(text, to: count) }
