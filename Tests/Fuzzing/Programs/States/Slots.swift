import Signals
import SignalsKVO

/// A property that stands alone.
// Unchecked for the same reason as the world.
final class PropertySlot: StateSlot, @unchecked Sendable {
  let name: String
  private(set) var property: Property<Item>?
  /// All of its notifications to an observer that was there from the beginning.
  private(set) var told: [Int] = []
  private var witness: Endpoint?
  private weak var alive: Property<Item>?

  /// Whether bindings give it the negative of the other values.
  let isNegative: Bool

  init(_ name: String, _ property: Property<Item>, isNegative: Bool) {
    self.name = name
    self.isNegative = isNegative
    self.property = property
    alive = property
    witness = property.signal.subscribeValues { [weak self] in self?.told.append($0.number) }
  }

  var number: Int? { alive?.value.number }

  func release() {
    let (old, witness) = (property.take(), witness.take())
    withExtendedLifetime((old, witness)) {}
  }
}

/// A value that follows from properties.
// Unchecked for the same reason as the world.
final class DerivedSlot: StateSlot, @unchecked Sendable {
  var derived: Derived<Item>?
  private weak var alive: Derived<Item>?

  init(_ derived: Derived<Item>) {
    self.derived = derived
    alive = derived
  }

  var number: Int? { alive?.value.number }
}

/// An object with observed properties.
final class Person {
  @Observed var item: Item
  @Observed var friend: Person?
  @WeakObserved var manager: Person?
  private let token: Token

  init(_ item: Item, _ token: Token) {
    self.item = item
    self.token = token
  }

  var sum: Int { item.number + 10 * (friend?.item.number ?? 0) }
}

// Unchecked for the same reason as the world.
final class PersonSlot: StateSlot, @unchecked Sendable {
  let name: String
  var person: Person?
  private(set) weak var alive: Person?

  init(_ name: String, _ person: Person) {
    self.name = name
    self.person = person
    alive = person
  }

  var number: Int? { alive?.item.number }
}

struct WeakPerson {
  weak var person: Person?
}
