// refused: to expected argument type 'ReferenceWritableKeyPath<Model, String>'
import SignalsKVO

final class Model { @Observed private(set) var title = "" }
final class Field { @Observed var text = "" }

func tie(_ field: Field, to model: Model) -> TwoWayBinding { bind(field, \.text, to: model, \.title) }
