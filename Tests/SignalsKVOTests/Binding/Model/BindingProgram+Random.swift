@testable import SignalsKVO

extension BindingProgram {
  /// The arrangement of the bindings.
  enum Shape: Sendable { case pair, chain(Int), ring(Int) }

  /// The kinds of events besides sets.
  struct Events: OptionSet, Sendable {
    let rawValue: Int
    static let turns = Events(rawValue: 1)
    static let sessions = Events(rawValue: 2)
    /// Ends and bindings are released or cancelled.
    static let endings = Events(rawValue: 4)
    /// An object on the path is replaced.
    static let swaps = Events(rawValue: 8)
    /// Bindings are made while ends are set.
    static let lateBindings = Events(rawValue: 16)
    /// Handlers of ends set others.
    static let reactions = Events(rawValue: 32)
    static let all: Events = [.turns, .sessions, .endings, .swaps, .lateBindings]
  }

  /// The ingredients of a random program.
  struct Ingredients: Sendable {
    var shape: Shape
    var policies: [LinkPlan.Policy] = [.lastWriter]
    var conversions: [ConversionPlan] = [.none]
    var setters: [EndPlan.Setter] = [.plain]
    var events: Events = []
    var steps = 5...40
  }

  init(_ random: inout SeededGenerator, of ingredients: Ingredients) {
    let count: Int
    switch ingredients.shape {
    case .pair: (count, links) = (2, [LinkPlan(first: 0, second: 1)])
    case .chain(let length): (count, links) = (length, (1..<length).map { LinkPlan(first: $0 - 1, second: $0) })
    case .ring(let length):
      (count, links) = (length, (0..<length).map { LinkPlan(first: $0, second: ($0 + 1) % length) })
    }
    ends = (0..<count).map { _ in
      let setter = ingredients.setters.pick(&random)
      return EndPlan(isProperty: setter != .tens && !random.oneIn(3), setter: setter, isRemote: random.oneIn(3))
    }
    for index in links.indices {
      links[index].policy = ingredients.policies.pick(&random)
      links[index].conversion = ingredients.conversions.pick(&random)
      links[index].start = random.oneIn(2) ? .fromFirst : .fromSecond
    }
    steps = []
    lastOrder = random.next()
    isBoundBefore = !ingredients.events.contains(.lateBindings)
    // Some programs let nearly all changes settle before the next step, others hardly any.
    let haste = random.number(in: 1...4)
    var waiting = isBoundBefore ? [] : links.indices.shuffled(using: &random).map { Step.bind($0) }
    for _ in 0..<random.number(in: ingredients.steps) {
      if !waiting.isEmpty, random.oneIn(3) { steps.append(waiting.removeLast()) }
      if random.oneIn(haste) { steps.append(step(&random, ingredients.events)) }
      if random.oneIn(12) { steps.append(.rest) }
      steps.append(.move(random.number(in: 0...11)))
    }
    steps += waiting
  }

  private func step(_ random: inout SeededGenerator, _ events: Events) -> Step {
    let (end, link) = (random.number(in: 0...ends.count - 1), random.number(in: 0...links.count - 1))
    let side: BindingEnd = random.oneIn(2) ? .first : .second
    switch random.number(in: 0...29) {
    case 0...3 where events.contains(.turns):
      return .turn(
        (0..<random.number(in: 1...4)).map { _ in
          Assignment(end: random.number(in: 0...ends.count - 1), value: Self.value(&random))
        })
    case 4...6 where events.contains(.sessions): return .hold(link, side)
    case 7...10 where events.contains(.sessions): return .release(link, side)
    case 11 where events.contains(.endings) && random.oneIn(3): return .cancel(link)
    case 12 where events.contains(.endings) && random.oneIn(3): return .die(end)
    case 13 where events.contains(.swaps): return .leave(end)
    case 16 where events.contains(.reactions): return .react(end, random.number(in: 0...ends.count - 1))
    case 14...15 where events.contains(.swaps): return .comeBack(end, Self.value(&random))
    default: return .set(end, Self.value(&random))
    }
  }

  /// One of few values, so that equal ones meet, some of which are not normal.
  private static func value(_ random: inout SeededGenerator) -> Int {
    [1, 2, 3, 7, 8, 15, 23, 60, 107, 207, -1, -2].pick(&random)
  }
}

extension Array {
  func pick(_ random: inout SeededGenerator) -> Element { self[random.number(in: 0...count - 1)] }
}
