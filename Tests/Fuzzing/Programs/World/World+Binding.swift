import Signals
import SignalsKVO

extension World {
  private static let tiesAllowed = 12

  func performBinding(_ step: Step) {
    switch step.kind {
    case .bind: bind(step)
    case .hold, .letGo:
      guard let tie = pick(ties, step[0]), let binding = tie.binding else { return }
      let end: BindingEnd = step[1] & 1 == 0 ? .first : .second
      say("\(step.kind) \(end) of \(tie.name)")
      if step.kind == .hold {
        tie.held.insert(end)
        binding.hold(end)
      } else {
        binding.release(end)
        tie.held.remove(end)
      }
    case .cancelBinding, .releaseBinding:
      guard let tie = pick(ties, step[0]), let binding = tie.binding else { return }
      say("\(step.kind) \(tie.name)")
      if step.kind == .cancelBinding { binding.cancel() } else { tie.binding = nil }
    case .watch:
      guard let slot = pick(persons, step[0]), let person = slot.person, watches.count < Self.tiesAllowed else {
        return
      }
      let paths = Watch.Path.allCases
      let path = paths[step[1] % paths.count]
      say("watch\(watches.count): \(path) of \(slot.name)")
      let watch = Watch("watch\(watches.count)", path, isPrior: step[2] & 1 == 1, acts: step[2] & 2 == 2, in: self)
      watches.append(watch)
      watch.begin(person)
    default:
      guard let watch = pick(watches, step[0]) else { return }
      say("cancel \(watch.name)")
      watch.cancel()
    }
  }

  private func bind(_ step: Step) {
    guard ties.count < Self.tiesAllowed else { return }
    let start: BindingStart = step[3] & 1 == 0 ? .fromFirst : .fromSecond
    let converts = step[3] & 2 == 2
    let policies: [ConflictPolicy<Item, Item>] = [
      .lastWriter, .prefer(.first), .prefer(.second), .merge { $0.number > $1.number ? $0 : $1 },
    ]
    if flaw == .neverBinds { return bindNothing() }
    let policy = policies[step[3] / 4 % policies.count]
    let name = "binding\(ties.count)"
    let tie =
      step[0] & 1 == 0
      ? bindProperties(name, step, start, policy) : bindPersons(name, step, start, policy, converts)
    if let tie { ties.append(tie) }
  }

  /// A deliberate bug: two other properties are bound.
  private func bindNothing() {
    let elsewhere = [Property(value(0)), Property(value(0))]
    keptByFlaw += elsewhere
    ties.append(
      Tie(
        "binding\(ties.count)", SignalsKVO.bind(elsewhere[0], to: elsewhere[1]), end(properties[0]), end(properties[1]),
        isNegated: true, in: self))
  }

  /// Every second property has the negative of the others' value, so no ring of bindings contradicts itself.
  private func bindProperties(
    _ name: String, _ step: Step, _ start: BindingStart, _ policy: ConflictPolicy<Item, Item>
  ) -> Tie? {
    guard let one = pick(properties, step[1]), let two = pick(properties, step[2]), one !== two,
      let first = one.property, let second = two.property
    else { return nil }
    let isOnQueue = step[0] & 2 == 2
    let isNegated = one.isNegative != two.isNegative
    say("\(name): \(one.name) to \(two.name)\(isOnQueue ? " on the queue" : "")\(isNegated ? ", negated" : "")")
    let binding: TwoWayBinding
    if isNegated {
      let token = Token(.converter, in: ledger)
      let converter = Converter<Item, Item>(
        forward: {
          token.touch()
          return $0.with(-$0.number)
        }, backward: { $0.with(-$0.number) })
      binding =
        isOnQueue
        ? SignalsKVO.bind(
          first, to: SharedEnd(second, on: queue), initially: start, conflicts: policy, converting: converter)
        : SignalsKVO.bind(first, to: second, initially: start, conflicts: policy, converting: converter)
    } else {
      binding =
        isOnQueue
        ? SignalsKVO.bind(first, to: SharedEnd(second, on: queue), initially: start, conflicts: policy)
        : SignalsKVO.bind(first, to: second, initially: start, conflicts: policy)
    }
    return Tie(name, binding, end(one), end(two), isNegated: isNegated, in: self)
  }

  private func end(_ slot: PropertySlot) -> Tie.End {
    Tie.End(name: slot.name, number: { slot.number }, isGone: { slot.number == nil })
  }

  private func bindPersons(
    _ name: String, _ step: Step, _ start: BindingStart, _ policy: ConflictPolicy<Item, Item>, _ converts: Bool
  ) -> Tie? {
    guard let one = pick(persons, step[1]), let two = pick(persons, step[2]), one !== two, let first = one.person,
      let second = two.person
    else { return nil }
    let goesThroughFriend = step[0] & 2 == 2
    say("\(name): \(one.name) to \(two.name)\(goesThroughFriend ? ".friend" : "")\(converts ? ", converted" : "")")
    let token = Token(.converter, in: ledger)
    let converter = LocalConverter<Item, Item>(
      forward: {
        token.touch()
        return $0.with($0.number)
      }, backward: { $0.with($0.number) })
    let binding: TwoWayBinding
    if goesThroughFriend {
      binding =
        converts
        ? SignalsKVO.bind(
          first, \.item, to: LocalEnd(second, through: \.friend, \.item), initially: start, conflicts: policy,
          converting: converter)
        : SignalsKVO.bind(
          first, \.item, to: LocalEnd(second, through: \.friend, \.item), initially: start, conflicts: policy)
    } else {
      binding =
        converts
        ? SignalsKVO.bind(
          first, \.item, to: second, \.item, initially: start, conflicts: policy, converting: converter)
        : SignalsKVO.bind(first, \.item, to: second, \.item, initially: start, conflicts: policy)
    }
    return Tie(
      name, binding, end(one, throughFriend: false), end(two, throughFriend: goesThroughFriend), isNegated: false,
      in: self)
  }

  private func end(_ slot: PersonSlot, throughFriend: Bool) -> Tie.End {
    Tie.End(
      name: slot.name,
      number: { throughFriend ? slot.alive?.friend?.item.number : slot.number }, isGone: { slot.alive == nil })
  }
}
