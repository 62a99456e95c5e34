// refused: is unavailable: The path has an optional step. Name it in two parts: `LocalEnd(model, through: \.manager, \.name)`.
import SignalsKVO

final class Person {
  @Observed var name = ""
  @Observed var manager: Person?
}
final class Field { @Observed var text = "" }

func tie(_ field: Field, to person: Person) -> TwoWayBinding {
  bind(field, \.text, to: LocalEnd(person, \.manager?.name))
}
