// refused: mutation of captured var 'calls' in concurrently-executing code
import SignalsKVO

func tie(_ text: Property<String>, to count: Property<Int>) -> TwoWayBinding {
  var calls = 0
  return bind(
    text, to: count,
    converting: Converter(
      forward: {
        calls += 1
        return Int($0) ?? calls
      }, backward: { "\($0)" }))
}
