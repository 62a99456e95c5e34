// refused: main actor-isolated property 'factor'
import Signals

@MainActor
final class Model {
  var factor = 2

  func scaled(_ signal: Signal<Int>) -> Signal<Int> { signal.map { $0 * self.factor } }
}
