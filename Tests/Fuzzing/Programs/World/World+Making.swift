import Signals
import SignalsKVO

extension World {
  /// More of a kind aren't made.
  private static let recipesAllowed = 24
  private static let sourcesAllowed = 6

  func make(_ step: Step) {
    switch step.kind {
    case .makeInput: makeInput(step[0])
    case .makeProperty: makeProperty(step[0])
    case .makePerson: makePerson(step[0])
    case .makeDerived: makeDerived(step[0], step[1])
    case .makeCold: keep(cold(step[0]))
    case .derive:
      guard let recipe = pick(recipes, step[1]), recipe.weight * 2 <= Recipe.weightAllowed else { return }
      keep(recipe.derived(step[0], step[2], in: self))
    case .join:
      guard let one = pick(recipes, step[1]), let two = pick(recipes, step[2]) else { return }
      guard one.weight + 6 * two.weight <= Recipe.weightAllowed else { return }
      keep(one.joined(step[0], with: two))
    default:
      guard !recipes.isEmpty else { return }
      let recipe = recipes.remove(at: step[0] % recipes.count)
      say("release the signal \(recipe.name)")
      withExtendedLifetime(recipe) {}
    }
  }

  private func keep(_ recipe: Recipe) {
    guard recipes.count < Self.recipesAllowed else { return }
    say("signal \(recipes.count): \(recipe.name)")
    recipes.append(recipe)
  }

  private func makeInput(_ flags: Int) {
    guard inputs.count < Self.sourcesAllowed else { return }
    let isOnQueue = flags & 3 == 3
    let name = "input\(inputs.count)\(isOnQueue ? "(on queue)" : "")"
    let slot = InputSlot(
      name, isOnQueue ? SignalInput(on: queue) : SignalInput(), isOnQueue: isOnQueue, isWitnessed: flags & 4 == 0,
      in: self)
    guard let signal = slot.input?.signal else { return }
    inputs.append(slot)
    keep(Recipe(signal: signal, name: name, source: slot))
  }

  private func makeProperty(_ number: Int) {
    guard properties.count < Self.sourcesAllowed else { return }
    let property = Property(value(number))
    let slot = PropertySlot("property\(properties.count)", property, isNegative: properties.count.isMultiple(of: 2))
    properties.append(slot)
    keep(Recipe(signal: property.signal, name: slot.name, state: slot))
  }

  private func makePerson(_ number: Int) {
    guard persons.count < Self.sourcesAllowed else { return }
    let person = Person(value(number), Token(.object, in: ledger))
    let slot = PersonSlot("person\(persons.count)", person)
    persons.append(slot)
    everybody.append(WeakPerson(person: person))
    keep(
      number & 16 == 0
        ? Recipe(signal: person.$item.signal, name: "\(slot.name).item", state: slot)
        : Recipe(signal: sums(of: person), name: "\(slot.name).sum"))
  }

  private func sums(of person: Person) -> Signal<Item> {
    let item = value(0)
    return Signal.keyValueObserving(person, \.sum).map { item.with($0) }
  }

  private func makeDerived(_ first: Int, _ second: Int) {
    guard derivedValues.count < Self.sourcesAllowed, let one = pick(properties, first)?.property,
      let two = pick(properties, second)?.property
    else { return }
    let token = Token(.closure, in: ledger)
    let derived = Derived<Item> {
      token.touch()
      return one.value.with(one.value.number + 20 * two.value.number)
    }
    let slot = DerivedSlot(derived)
    derivedValues.append(slot)
    keep(Recipe(signal: derived.signal, name: "derived\(derivedValues.count - 1)", state: slot))
  }

  /// A signal that begins anew for each subscription.
  private func cold(_ code: Int) -> Recipe {
    let items = [value(code / 8), value(code / 4)]
    return switch code % 6 {
    case 0: Recipe(signal: .from(items), name: "from(2)")
    case 1: Recipe(signal: .just(items[0]), name: "just")
    case 2: Recipe(signal: .empty(), name: "empty")
    case 3: Recipe(signal: .failed(Refusal()), name: "failed")
    case 4: Recipe(signal: .never(), name: "never")
    default:
      Recipe(
        signal: .generate { [weak self] emitter in
          emitter.send(items[0])
          self?.act()
          emitter.send(items[1])
          emitter.finish()
        }, name: "generate")
    }
  }
}
