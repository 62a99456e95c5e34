// refused: 'bind(_:_:from:_:)' is unavailable: The source may be nil. Add a closure that gives the value for that case: `{ $0 ?? … }`.
import SignalsKVO

final class Person {
  @Observed var name = ""
  @Observed var manager: Person?
}
final class Label { var text = "" }

func show(_ person: Person, in label: Label) -> OneWayBinding { bind(label, \.text, from: person, \.manager?.name) }
