// refused: is unavailable: Name the end: `bind(field, \.text, to: LocalEnd(model, through: \.manager, \.name))`.
import SignalsKVO

final class Person {
  @Observed var name = ""
  @Observed var manager: Person?
}
final class Field { @Observed var text = "" }

func tie(_ field: Field, to person: Person) -> TwoWayBinding {
  bind(field, \.text, to: person, through: \.manager, \.name)
}
