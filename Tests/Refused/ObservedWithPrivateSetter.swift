// refused: 'bind(_:_:to:_:initially:conflicts:)' is unavailable: A key path that can't be set is no end of a binding.
import SignalsKVO

final class Model { @Observed private(set) var title = "" }
final class Field { @Observed var text = "" }

func tie(_ field: Field, to model: Model) -> TwoWayBinding { bind(field, \.text, to: model, \.title) }
