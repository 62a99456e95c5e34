// refused: no exact matches in call to global function 'bind'
import SignalsKVO

func tie(_ text: Property<String>, to count: Property<Int>) -> TwoWayBinding {
  bind(text, to: count, converting: LocalConverter(forward: { Int($0) ?? 0 }, backward: { "\($0)" }))
}
