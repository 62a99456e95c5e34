// refused: cannot convert value of type 'LocalConverter<String, Int>' to expected argument type 'Converter<
import SignalsKVO

func tie(_ text: Property<String>, to count: Property<Int>) -> TwoWayBinding {
  bind(text, to: count, converting: LocalConverter(forward: { Int($0) ?? 0 }, backward: { "\($0)" }))
}
