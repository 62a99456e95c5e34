// refused: 'bind(_:_:to:initially:conflicts:)' is unavailable: A key path that can't be set is no end of a binding. Where a step is optional, name the end in two parts: `bind(count, to: LocalEnd(model, through: \.manager, \.age))`.
import SignalsKVO

final class Person {
  @Observed var name = ""
  @Observed var manager: Person?
}

@MainActor func tie(_ person: Person, to name: Property<String>) -> TwoWayBinding {
  bind(person, \.manager?.name, to: name)
}
