// refused: cannot assign to property: 'value' is a get-only property
import SignalsKVO

final class Model { @Observed private(set) var title = "" }

func rename(_ model: Model) { model.$title.value = "Ada" }
