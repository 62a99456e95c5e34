// refused: 'bind(_:_:to:_:initially:conflicts:)' is unavailable: The ends have values of different types. Add `converting: Converter(
import SignalsKVO

final class Model { @Observed var count = 0 }
final class Field { @Observed var text = "" }

func tie(_ field: Field, to model: Model) -> TwoWayBinding { bind(field, \.text, to: model, \.count) }
