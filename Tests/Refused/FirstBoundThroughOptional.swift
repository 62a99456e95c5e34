// refused: 'bind(_:_:to:_:initially:conflicts:)' is unavailable: A key path that can't be set is no end of a binding. Where a step is optional, name the end in two parts: `bind(field, \.text, to: LocalEnd(model, through: \.manager, \.name))`.
import SignalsKVO

final class Person {
  @Observed var name = ""
  @Observed var manager: Person?
}
final class Field { @Observed var text = "" }

func tie(_ person: Person, to field: Field) -> TwoWayBinding { bind(person, \.manager?.name, to: field, \.text) }
