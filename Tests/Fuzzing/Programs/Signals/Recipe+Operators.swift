import Signals

extension Recipe {
  /// How many operators of one signal there are, the plain ones included.
  static let operatorCount = PlainOperator.count + 21

  /// A signal made of this one.
  func derived(_ code: Int, _ number: Int, in world: World) -> Recipe {
    let code = code % Self.operatorCount
    if code < PlainOperator.count {
      let plain = PlainOperator(code, number)
      return Recipe(
        signal: plain.applied(to: signal, in: world), name: "\(name).\(plain)", source: source, chain: chain + [plain],
        weight: weight)
    }
    let clock = world.clock
    let interval = Duration.milliseconds(number % 8)
    let item = Item(number % 8, Token(.value, in: world.ledger))
    // A high number chooses a variant, so that the other programs of the corpus keep their meaning.
    switch (code - PlainOperator.count, number >= 224) {
    case (0, true): return made("shared(for:)", signal.shared(for: interval, on: clock))
    case (1, true):
      return made("shared(\(number % 3), for:)", signal.shared(replaying: number % 3, for: interval, on: clock))
    case (6, true): return made("prefix(for:)", signal.prefix(for: interval, on: clock))
    case (7, true): return made("delaySubscription", signal.delaySubscription(for: interval, on: clock))
    case (8, true): return made("dropFirst(for:)", signal.dropFirst(for: interval, on: clock))
    case (11, true):
      return made("retry(when:)", signal.retry { $0.prefix(1).delay(for: interval, on: clock) }, weight: 2)
    case (14, true): return made("windows", signal.windows(every: interval, on: clock).flatMap { $0 })
    default: break
    }
    switch code - PlainOperator.count {
    case 0: return made("shared", signal.shared())
    case 1: return made("shared(\(number % 3))", signal.shared(replaying: number % 3))
    case 2: return made("playback", signal.playback())
    case 3: return made("continuous", signal.continuous())
    case 4: return made("cacheUntilActive", signal.cacheUntilActive())
    case 5: return made("autoconnect", signal.multicast().autoconnect())
    case 6: return made("debounce", signal.debounce(for: interval, on: clock))
    case 7: return made("delay", signal.delay(for: interval, on: clock))
    case 8: return made("throttle", signal.throttle(for: interval, latest: number < 128, on: clock))
    case 9: return made("timeout", signal.timeout(interval, on: clock))
    case 10: return made("prepend(\(item.number))", signal.prepend(item))
    case 11: return made("retry", signal.retry(1, on: clock), weight: 2)
    case 12: return made("materialize.dematerialize", signal.materialize().dematerialize())
    case 13: return made("replaceError(\(item.number))", signal.replaceError(with: item))
    case 14: return made("groupBy", signal.groupBy { $0.number % 3 }.flatMap { $0.signal })
    case 15:
      return made(
        "collect(2, orEvery)",
        signal.collect(2, orEvery: interval + .milliseconds(1), on: clock).compactMap { items in
          items.last?.with(items.reduce(0) { $0 + $1.number })
        })
    case 16: return made("uniqued", signal.uniqued { $0.number })
    case 17: return made("diamond", diamond(in: world), weight: 2)
    case 18: return made("merge(itself)", signal.merge(with: signal), weight: 2)
    case 19: return made("deferred", Signal.deferred { [signal] in signal })
    default: return made("deliver(newest)", signal.deliver(on: world.queue, buffering: .newest(2)))
    }
  }

  private func made(_ operation: String, _ signal: Signal<Item>, weight factor: Int = 1) -> Recipe {
    Recipe(signal: signal, name: "\(name).\(operation)", weight: weight * factor)
  }

  /// The signal joined with itself: both sides always come from the same event (C10).
  ///
  /// A signal that begins with values of its own isn't checked: those are delivered one side after the other.
  private func diamond(in world: World) -> Signal<Item> {
    let name = name
    let isHot = source != nil && !chain.contains(where: \.bringsItsOwn)
    return Signals.combineLatest(signal, signal.map { $0.with(-$0.number) }).map { [weak world] left, right in
      if isHot, left.number != -right.number {
        world?.breach("C10: a join of \(name) with itself had \(left.number) and \(-right.number)")
      }
      return left.with(left.number)
    }
  }

  static let joinCount = 17

  /// A signal made of this and another one.
  func joined(_ code: Int, with other: Recipe) -> Recipe {
    let (one, two) = (signal, other.signal)
    func made(_ operation: String, _ signal: Signal<Item>) -> Recipe {
      Recipe(signal: signal, name: "\(operation)(\(name), \(other.name))", weight: weight + other.weight)
    }
    func flattened(_ operation: String, _ strategy: FlatMapStrategy) -> Recipe {
      Recipe(
        signal: one.flatMap(strategy) { _ in two }, name: "\(name).flatMap(\(operation)) { \(other.name) }",
        weight: weight + 6 * other.weight)
    }
    switch code % Self.joinCount {
    case 0: return made("merge", Signals.merge(one, two))
    case 1: return made("combineLatest", Signals.combineLatest(one, two).map { $0.with($0.number + $1.number) })
    case 2: return made("withLatest", one.withLatest(from: two).map { $0.with($0.number + $1.number) })
    case 3: return made("zip", Signals.zip(one, two).map { $0.with($0.number + $1.number) })
    case 4: return flattened("merge", .merge)
    case 5: return flattened("concat", .concat)
    case 6: return flattened("latest", .latest)
    case 7: return flattened("first", .first)
    case 8:
      var recipe = made(
        "switchToLatest", one.map { $0.number.isMultiple(of: 2) ? two : Signal.just($0) }.switchToLatest())
      recipe.weight = weight + 6 * other.weight
      return recipe
    case 9: return made("sample", one.sample(on: two))
    case 10 where code >= 170: return made("pausable", one.pausable(by: two.map { $0.number.isMultiple(of: 2) }))
    case 10: return made("prefixUntil", one.prefix(untilOutputFrom: two))
    case 11: return made("dropUntil", one.drop(untilOutputFrom: two))
    case 12: return made("concat", Signals.concat(one, two))
    case 13: return made("race", Signals.race(one, two))
    case 14: return made("catch", one.catch { _ in two })
    case 15: return flattened("merge(limit: 2)", .merge(limit: 2))
    default: return made("combineLatest([])", Signals.combineLatest([one, two, one]).compactMap { $0.last })
    }
  }
}

extension PlainOperator {
  /// Whether it has values that come from no source.
  fileprivate var bringsItsOwn: Bool {
    switch self {
    case .append, .deliver: true
    default: false
    }
  }
}
