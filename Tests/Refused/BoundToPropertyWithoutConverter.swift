// refused: 'bind(_:_:to:initially:conflicts:)' is unavailable: The ends have values of different types. Add `converting: Converter(
import SignalsKVO

@MainActor final class Field { @Observed var text = "" }

@MainActor func tie(_ field: Field, to count: Property<Int>) -> TwoWayBinding { bind(field, \.text, to: count) }
