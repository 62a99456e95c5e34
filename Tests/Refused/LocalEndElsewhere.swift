// refused: 'nil' is not compatible with expected argument type 'LocalEnd<Int>._IsBoundOnAnActorOnly' (aka 'any Actor')
import SignalsKVO

final class Model { @Observed var count = 0 }

func tie(_ model: Model, to count: Property<Int>) -> TwoWayBinding { bind(LocalEnd(model, \.count), to: count) }
