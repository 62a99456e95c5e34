/// What is the same in every state of a machine: one object for all of them, so that comparing states costs nothing for it.
final class Fixed<Value>: Hashable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: Fixed, other: Fixed) -> Bool { one === other }

  func hash(into hasher: inout Hasher) {}
}
