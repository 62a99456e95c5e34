// refused: passing closure as a 'sending' parameter risks causing data races
import SignalsKVO

final class Person {
  @Observed var name = ""
}

final class Label { var text = "" }

func follow(_ label: Label) async -> KeyValueObserver {
  let person = Person()
  let observer = KeyValueObserver(person, \.name) { label.text = $0.newValue ?? "" }
  await Task.detached { person.name = "Ada" }.value
  return observer
}
