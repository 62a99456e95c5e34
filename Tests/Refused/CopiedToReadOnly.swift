// refused: 'bind(_:_:from:_:)' is unavailable: The first key path can't be set:
import SignalsKVO

final class Model { @Observed var title = "" }
final class Label { let text = "" }

func show(_ model: Model, in label: Label) -> OneWayBinding { bind(label, \.text, from: model, \.title) }
