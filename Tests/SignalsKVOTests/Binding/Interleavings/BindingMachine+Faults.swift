@testable import SignalsKVO

// The conditions at rest.

extension BindingMachine {
  var faultAtRest: String? {
    if let fault = faultOfLinks ?? faultOfWinner { return fault }
    return isOpen ? faultOfOneMore : nil
  }

  /// Whether all links are bound, no end is held and no value is rejected.
  private var isOpen: Bool {
    links.allSatisfy { $0.hasBegun && !$0.isOver && !$0.isHeld.first && !$0.isHeld.second && !$0.isRefused }
  }

  private var faultOfLinks: String? {
    for (link, plan) in zip(links, scene.links) where link.hasBegun && !link.isOver {
      let isHeld = link.isHeld.first || link.isHeld.second
      if link.reconciler.hasStaged { return "a change is left unsettled" }
      if !isHeld, !link.reconciler.pending.isEmpty { return "a change is still pending" }
      if !link.reconciler.first.inFlight.isEmpty || !link.reconciler.second.inFlight.isEmpty {
        return "a write is believed to be in flight"
      }
      if isHeld || link.isRefused { continue }
      if !plan.conversion.agrees(ends[plan.first].value, ends[plan.second].value) { return "the ends don't agree" }
    }
    return nil
  }

  // MARK: - The prevailing value

  private var faultOfWinner: String? {
    guard isOpen, opinions.all != 0 else { return nil }
    let value = scene.opinions(in: ends[0].value, at: 0)
    if value == 0 || value & ~opinions.all != 0 {
      return value == 0 && opinions.all == opinions.overruled ? nil : "the final value was never set"
    }
    // For sets during the initial binding, and for policies in a chain, no more can be said.
    let policy = scene.links.first?.policy ?? .lastWriter
    if !scene.isBound || scene.ends.count > 2 && policy != .lastWriter { return nil }
    // The same is true of a normal form that is found at the end of a session.
    if scene.hasSessions, scene.isDoubled(0), policy != .lastWriter { return nil }
    if isRight(value, opinions.knownOutsideOfSessions, policy) { return nil }
    if opinions.isDoubtful, isRight(value, opinions.known, policy) { return nil }
    return "the wrong value prevails"
  }

  private func isRight(_ value: Int, _ known: [Int], _ policy: BindingScene.Policy) -> Bool {
    let standing = opinions.standing(known)
    if policy == .merge {
      // All standing values, and none of the others unless it was part of a conflict.
      return value == standing
        || value & standing == standing && opinions.hasConflict(known) && opinions.order.count > 2
    }
    guard value.nonzeroBitCount == 1 else { return false }
    let end = opinions.ends[value.trailingZeroBitCount]
    // A normal form is as new as its discovery.
    if scene.isDoubled(end), opinions.order.count > 2 { return true }
    if policy == .lastWriter {
      return scene.isDoubled(end) || value == opinions.order.last { $0 & standing != 0 }
    }
    let preferred = policy == .preferFirst ? scene.links[0].first : scene.links[0].second
    // A resolved conflict offers the value again to an end that has had it already.
    if opinions.order.count > 2, opinions.hasConflict(known), end == preferred {
      return value == opinions.order.last { opinions.isSet($0, at: end) }
    }
    guard value & standing != 0 else { return false }
    return end == preferred || !opinions.order.contains { $0 & standing != 0 && opinions.isSet($0, at: preferred) }
  }

  // MARK: - The number of sets

  /// At rest there is no conflict: a further set prevails, and sets each end once (B2).
  private var faultOfOneMore: String? {
    for end in ends.indices {
      var machine = self
      let opinion = 32
      machine.set(opinion, at: end, .new(), waits: false)
      let before = ends.map(\.timesWritten)
      for _ in 0..<200 { if let step = machine.stepsOfBindings.first { machine.take(step) } }
      if !machine.isQuiet { return "the next set never settles" }
      if let fault = machine.fault { return "\(fault), after the next set" }
      for other in ends.indices {
        let normal = scene.isDoubled(other) ? opinion * 2 : opinion
        if machine.ends[other].value != normal { return "the next set isn't carried over" }
        let isNormalised = other == end && scene.isDoubled(end)
        let writes = machine.ends[other].timesWritten - before[other]
        if writes != (other == end && !isNormalised ? 0 : 1) { return "the next set sets an end \(writes) times" }
      }
    }
    return nil
  }
}
