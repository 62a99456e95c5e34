// refused: Only a property of a class can be observed: make the type a class.
import SignalsKVO

struct Person {
  @Observed var name = ""
}

func rename(_ person: Person) -> String { person.name }
