// refused: 'bind(_:to:initially:conflicts:)' is unavailable: The ends have values of different types. Add `converting: Converter(
import SignalsKVO

func tie(_ text: Property<String>, to count: Property<Int>) -> TwoWayBinding { bind(text, to: count) }
