// refused: type 'Model' does not conform to the 'Sendable' protocol
import Dispatch
import SignalsKVO

final class Model { @Observed var count = 0 }

func tie(_ model: Model, to count: Property<Int>, on queue: DispatchQueue) -> TwoWayBinding {
  bind(SharedEnd(model, \.count, on: queue), to: count)
}
