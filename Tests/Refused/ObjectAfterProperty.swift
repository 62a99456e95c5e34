// refused: 'bind(_:to:_:initially:conflicts:)' is unavailable: The object with its key path comes first,
import SignalsKVO

@MainActor final class Field { @Observed var text = "" }

@MainActor func tie(_ text: Property<String>, to field: Field) -> TwoWayBinding { bind(text, to: field, \.text) }
