import Signals

/// A subscriber that checks whether its events keep the contract.
// Unchecked for the same reason as the world.
final class Subscription: @unchecked Sendable {
  /// The further actions of the handler.
  enum Plan: Int, CaseIterable {
    case nothing, stepAtFirst, stepAtEach, twoStepsAtEach, stepAtEnd, cancelAtSecond
  }

  /// How it subscribes.
  enum Way: Int, CaseIterable {
    case events, values, whileTrue, forOwner, inBag
  }

  let name: String
  let way: Way
  private let plan: Plan
  private let recipe: Recipe
  /// The first event of the input that has to come, if that is known.
  private let start: Int?
  private let ordinal: Int
  private unowned let world: World
  var endpoint: Endpoint?
  /// The captures of the handler.
  weak var token: Token?

  private(set) var history: [Int] = []
  private(set) var end: ModelEnd?
  private(set) var isCancelled = false
  private var isInside = false
  /// Whether an owner has gone, so that the next event ends it.
  var mayBeOver = false

  init(_ name: String, _ recipe: Recipe, _ way: Way, _ plan: Plan, in world: World) {
    self.name = name
    self.recipe = recipe
    self.way = way
    self.plan = plan
    self.world = world
    start = recipe.source?.nextEvent
    recipe.source?.directObservers += 1
    ordinal = recipe.source?.directObservers ?? 0
  }

  /// Whether its handler hears of the end.
  private var seesEnd: Bool { way == .events || way == .inBag }

  func willBeCancelled() { if end == nil { isCancelled = true } }

  func cancel() {
    guard let endpoint else { return }
    willBeCancelled()
    endpoint.cancel()
  }

  // MARK: - Notifications

  /// - Returns: whether more is wanted.
  @discardableResult
  func hear(_ event: Event<Item>) -> Bool {
    world.countCall()
    world.say("\(name) hears \(text(event))")
    if isInside { world.breach("C3: \(name) is called inside itself, with \(text(event))") }
    if isCancelled { world.breach("C6: \(name) hears \(text(event)) after it was cancelled") }
    if end != nil { world.breach("C1: \(name) hears \(text(event)) after the end") }
    isInside = true
    defer { isInside = false }
    switch event {
    case .value(let item):
      if !item.isWhole { world.breach("C13: \(name) hears a torn value") }
      history.append(item.number)
      if recipe.isDirect { recipe.source?.observed(item.place, by: ordinal, in: world) }
    case .end(.finished): end = .finished
    case .end(.failed): end = .failed
    }
    return react(to: event)
  }

  private func react(to event: Event<Item>) -> Bool {
    let isEnd = end != nil
    switch plan {
    case .nothing: break
    case .stepAtFirst: if history.count == 1, !isEnd { world.act() }
    case .stepAtEach: world.act()
    case .twoStepsAtEach: world.act(2)
    case .stepAtEnd: if isEnd { world.act() }
    case .cancelAtSecond: if history.count == 2, !isEnd { cancel() }
    }
    if way == .whileTrue, history.count >= 3 {
      willBeCancelled()
      return false
    }
    return true
  }

  private func text(_ event: Event<Item>) -> String {
    switch event {
    case .value(let item): "\(item.number)"
    case .end(.finished): "the finish"
    case .end(.failed): "a failure"
    }
  }

  // MARK: - Laws for a quiet state

  private var isOver: Bool { end != nil || isCancelled }

  func checkAtRest() {
    if isOver, token != nil { world.breach("C8: \(name) is over, and what its handler captured is still held") }
    if let endpoint, seesEnd, endpoint.isActive == isOver {
      world.breach("C6: \(name) is \(isOver ? "over" : "not over"), and its endpoint says otherwise")
    }
    if endpoint?.isActive == false, token != nil {
      world.breach("C8: the endpoint of \(name) is not active, and what its handler captured is still held")
    }
    checkHistory()
    checkState()
  }

  /// Each value that the input has accepted came through once, in order (C4, C5, C12).
  private func checkHistory() {
    guard let source = recipe.source, let start else { return }
    let expected = recipe.expected(of: source.order.dropFirst(start), source.end)
    let isComplete = !isCancelled && !mayBeOver
    let numbers = isComplete ? expected.numbers : Array(expected.numbers.prefix(history.count))
    if history != numbers { world.breach("C4: \(name) heard \(history) instead of \(numbers)") }
    if isComplete, seesEnd, end != expected.end {
      world.breach("C1: \(name) heard the end \(text(end)) instead of \(text(expected.end))")
    }
  }

  private func text(_ end: ModelEnd?) -> String { end.map { "\($0)" } ?? "none" }

  /// The last notified value is the present one (C4, C12).
  private func checkState() {
    guard let state = recipe.state, !isOver, !mayBeOver else { return }
    if let number = state.number {
      if history.last != number {
        world.breach("C4: \(name) heard \(history), and what is held is \(number)")
      }
    } else if seesEnd {
      world.breach("C1: \(name) heard no end though what it observes has gone")
    }
  }
}

/// A bag, until it is cancelled.
final class BagSlot {
  let bag = CancellableBag()
  var isCancelled = false
  var subscriptions: [Subscription] = []
}
