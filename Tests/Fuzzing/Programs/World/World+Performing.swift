import Signals
import SignalsKVO

extension World {
  /// Does what a step says, as far as there is something to do it to.
  func perform(_ step: Step) {
    switch step.kind {
    case .makeInput, .makeProperty, .makePerson, .makeCold, .makeDerived, .derive, .join, .releaseRecipe: make(step)
    case .subscribe, .subscribeToNewest, .cancel, .releaseEndpoint, .cancelBag, .releaseOwner: performSubscribing(step)
    case .send, .sendToNewest, .finish, .fail, .releaseInput, .inTransaction, .passTime: performSending(step)
    case .setProperty, .releaseProperty, .setItem, .setFriend, .setManager, .releasePerson: performSetting(step)
    case .bind, .hold, .letGo, .cancelBinding, .releaseBinding, .watch, .cancelWatch: performBinding(step)
    }
  }

  /// The one of `elements` that a step means, if there are any.
  func pick<Element>(_ elements: [Element], _ number: Int) -> Element? {
    elements.isEmpty ? nil : elements[number % elements.count]
  }

  func value(_ number: Int) -> Item { Item(number % 16, Token(.value, in: ledger)) }

  // MARK: - Events

  private func performSending(_ step: Step) {
    switch step.kind {
    case .send: send(step[1] % 16, to: pick(inputs, step[0]))
    case .sendToNewest: send(step[0] % 16, to: inputs.last)
    case .finish, .fail:
      guard let slot = pick(inputs, step[0]) else { return }
      say("\(step.kind) \(slot.name)")
      slot.end(step.kind == .finish ? .finished : .failed, in: self)
    case .releaseInput:
      guard let slot = pick(inputs, step[0]) else { return }
      say("release \(slot.name)")
      slot.release()
    case .inTransaction:
      let count = 1 + step[0] % 4
      say("transaction of \(count)")
      transaction { act(count) }
    default:
      say("\(step[0] % 8) ms pass")
      clock.advance(by: .milliseconds(step[0] % 8))
    }
  }

  private func send(_ number: Int, to slot: InputSlot?) {
    guard let slot else { return }
    say("send \(number) to \(slot.name)")
    slot.send(number, in: self)
  }

  // MARK: - States

  private func performSetting(_ step: Step) {
    switch step.kind {
    case .setProperty, .releaseProperty:
      guard let slot = pick(properties, step[0]), let property = slot.property else { return }
      if step.kind == .releaseProperty {
        say("release \(slot.name)")
        slot.release()
      } else {
        say("\(slot.name) = \(step[1] % 16)")
        property.value = value(step[1])
      }
    default:
      guard let slot = pick(persons, step[0]), let person = slot.person else { return }
      setPerson(step, person, slot)
    }
  }

  private func setPerson(_ step: Step, _ person: Person, _ slot: PersonSlot) {
    let other = step[1] % 4 == 3 ? nil : pick(persons, step[1] / 4)
    switch step.kind {
    case .setItem:
      say("\(slot.name).item = \(step[1] % 16)")
      person.item = value(step[1])
    case .setFriend:
      say("\(slot.name).friend = \(other?.name ?? "nil")")
      person.friend = other?.person
    case .setManager:
      say("\(slot.name).manager = \(other?.name ?? "nil")")
      person.manager = other?.person
    default:
      say("release \(slot.name)")
      release(slot.person.take())
    }
  }
}
