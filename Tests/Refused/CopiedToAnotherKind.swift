// refused: 'bind(_:_:from:_:)' is unavailable: The source has values of another type than the target. Add a closure (`transform:`)
import SignalsKVO

final class Model { @Observed var count = 0 }
final class Label { var text = "" }

func show(_ model: Model, in label: Label) -> OneWayBinding { bind(label, \.text, from: model, \.count) }
