import Signals

extension World {
  private static let subscriptionsAllowed = 24

  func performSubscribing(_ step: Step) {
    switch step.kind {
    case .subscribe: subscribe(pick(recipes, step[0]), step[1], step[2])
    case .subscribeToNewest: subscribe(recipes.last, step[0], step[1])
    case .cancel:
      guard let subscription = pick(subscriptions, step[0]), subscription.endpoint != nil else { return }
      say("cancel \(subscription.name)")
      subscription.cancel()
    case .releaseEndpoint:
      guard let subscription = pick(subscriptions, step[0]), subscription.endpoint != nil else { return }
      say("release the endpoint of \(subscription.name)")
      subscription.willBeCancelled()
      release(subscription.endpoint.take())
    case .cancelBag:
      guard !bags.isEmpty else { return }
      let bag = bags.remove(at: step[0] % bags.count)
      say("cancel the bag of \(bag.subscriptions.map(\.name))")
      bag.isCancelled = true
      bag.bag.cancel()
      for subscription in bag.subscriptions { subscription.willBeCancelled() }
    default:
      guard !owners.isEmpty else { return }
      say("release an owner")
      let owner = owners.remove(at: step[0] % owners.count)
      for subscription in subscriptions where subscription.way == .forOwner { subscription.mayBeOver = true }
      withExtendedLifetime(owner) {}
    }
  }

  private func subscribe(_ recipe: Recipe?, _ way: Int, _ plan: Int) {
    guard let recipe, subscriptions.count < Self.subscriptionsAllowed else { return }
    let ways = Subscription.Way.allCases
    let plans = Subscription.Plan.allCases
    let way = ways[way % ways.count]
    let subscription = Subscription(
      "subscription\(subscriptions.count)", recipe, way, plans[plan % plans.count], in: self)
    say("\(subscription.name): \(way) of \(recipe.name), \(plans[plan % plans.count])")
    subscriptions.append(subscription)
    var atRelease: (@Sendable () -> Void)?
    if plan & 64 != 0 { atRelease = { [weak self] in self?.act() } }
    let token = Token(.handler, in: ledger, atRelease: atRelease)
    subscription.token = token
    attach(subscription, to: recipe.signal, token)
  }

  private func attach(_ subscription: Subscription, to signal: Signal<Item>, _ token: Token) {
    if let flaw { return attach(subscription, to: signal, token, with: flaw) }
    switch subscription.way {
    case .events:
      subscription.endpoint = signal.subscribe { event in
        token.touch()
        subscription.hear(event)
      }
    case .values:
      subscription.endpoint = signal.subscribeValues { item in
        token.touch()
        subscription.hear(.value(item))
      }
    case .whileTrue:
      subscription.endpoint = signal.subscribeWhile { item in
        token.touch()
        return subscription.hear(.value(item))
      }
    case .forOwner:
      let owner = Token(.owner, in: ledger)
      owners.append(owner)
      subscription.endpoint = signal.subscribeValues(for: owner) { _, item in
        token.touch()
        subscription.hear(.value(item))
      }
    case .inBag:
      let bag = pick(bags, subscriptions.count) ?? makeBag()
      let endpoint = signal.subscribe { event in
        token.touch()
        subscription.hear(event)
      }
      endpoint.store(in: bag.bag)
      // The bag may have been cancelled in the meantime.
      if bag.isCancelled { subscription.willBeCancelled() } else { bag.subscriptions.append(subscription) }
    }
  }

  private func makeBag() -> BagSlot {
    let bag = BagSlot()
    bags.append(bag)
    return bag
  }
}
