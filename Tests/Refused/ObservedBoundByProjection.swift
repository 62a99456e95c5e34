// refused: `$name` sets nothing. Bind the object and the key path: `bind(model, \.name, to: …)`.
import SignalsKVO

final class Model { @Observed private(set) var title = "" }

func tie(_ model: Model, to other: Model) -> TwoWayBinding { bind(model.$title, to: other.$title) }
