// refused: 'nil' is not compatible with expected argument type 'Property<Int>._IsBoundToAnObjectOnAnActorOnly' (aka 'any Actor')
import SignalsKVO

final class Model { @Observed var count = 0 }

func tie(_ model: Model, to count: Property<Int>) -> TwoWayBinding { bind(model, \.count, to: count) }
