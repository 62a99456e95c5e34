/// The two directions of a binding as one of its ends sees them: what is true from the first to the second is true the other
/// way round, so it stands here once.
struct Directions<Own, Other> {
  private let forth: Translation<Own, Other>
  private let back: Translation<Other, Own>
  private let policy: Policy

  private enum Policy {
    case lastWriter
    case preferOwn
    case preferOther
    /// Makes the value of one of the ends; then it is translated to the other.
    case mergeToOwn((Own, Other) throws -> Own)
    case mergeToOther((Own, Other) throws -> Other)
  }

  private init(forth: Translation<Own, Other>, back: Translation<Other, Own>, _ policy: Policy) {
    self.forth = forth
    self.back = back
    self.policy = policy
  }

  init(forth: Translation<Own, Other>, back: Translation<Other, Own>, policy: ConflictPolicy<Own, Other>) {
    switch policy.kind {
    case .lastWriter: self.init(forth: forth, back: back, .lastWriter)
    case .prefer(.first): self.init(forth: forth, back: back, .preferOwn)
    case .prefer(.second): self.init(forth: forth, back: back, .preferOther)
    case .merge(let merger): self.init(forth: forth, back: back, .mergeToOwn(merger.unchecked))
    }
  }

  var flipped: Directions<Other, Own> {
    let policy: Directions<Other, Own>.Policy =
      switch policy {
      case .lastWriter: .lastWriter
      case .preferOwn: .preferOther
      case .preferOther: .preferOwn
      case .mergeToOwn(let merge): .mergeToOther { try merge($1, $0) }
      case .mergeToOther(let merge): .mergeToOwn { try merge($1, $0) }
      }
    return Directions<Other, Own>(forth: back, back: forth, policy)
  }

  private var isLastWriter: Bool { if case .lastWriter = policy { true } else { false } }

  // MARK: - Changes

  func hear(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, waiting: Bool, isAnswer: Bool
  ) -> Verdict<Own, Other> {
    if let sent = other.onItsWay, change.stamp == sent.stamp {
      // What was on its way has come.
      own.seen = max(own.seen, change.stamp)
      other.onItsWay = nil
      return Verdict()
    }
    guard change.stamp > own.seen, change.stamp != other.seen else { return Verdict() }
    var change = change
    if change.stamp < other.seen, other.onItsWay == nil {
      // What is at the other end is newer, and comes here. But where this end has refused it, it doesn't.
      guard isAnswer else { return Verdict() }
      own.seen = change.stamp
      change = Change(value: change.value, stamp: .new(after: change.stamp))
    }
    own.seen = max(own.seen, change.stamp)
    if waiting {
      own.news = change
      return Verdict()
    }
    return proceed(&own, &other, change)
  }

  /// Does what a change asks for, once its turn is over.
  func proceed(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other> {
    if let sent = other.onItsWay {
      other.onItsWay = nil
      // Either it is an answer to what came there, or both have changed at once.
      if change.stamp < sent.stamp || change.stamp.rounds <= sent.stamp.rounds {
        return decide(&own, &other, change, sent)
      }
    }
    if own.isHeld {
      own.edited = change
      // What answers an earlier edit is out of date.
      if let waiting = other.heldBack, waiting.stamp.rounds > 0, waiting.stamp < change.stamp { other.heldBack = nil }
    }
    return carry(&own, &other, change)
  }

  /// Both have changed at once.
  func decide(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, _ others: Change<Other>
  ) -> Verdict<Own, Other> {
    if own.isHeld { own.edited = change }
    if other.isHeld { other.edited = others }
    switch policy {
    case .lastWriter:
      if change.stamp > others.stamp { return carry(&own, &other, change) }
      return flipped.carry(&other, &own, others).flipped
    case .preferOwn: return prefer(&own, &other, change)
    case .preferOther: return flipped.prefer(&other, &own, others).flipped
    case .mergeToOwn(let merge):
      return self.merge(&own, &other, max(change.stamp, others.stamp)) { try merge(change.value, others.value) }
    case .mergeToOther(let merge):
      return flipped.merge(&other, &own, max(change.stamp, others.stamp)) { try merge(change.value, others.value) }
        .flipped
    }
  }

  // MARK: - Writing

  private func carry(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other> {
    if other.isHeld {
      own.heldBack = change
      return Verdict()
    }
    if change.stamp.isSpent { return Verdict(report: .unsettled) }
    return translate(change.value) { translated in
      var verdict = Verdict<Own, Other>()
      var stamp = change.stamp
      if translated.isUnsettled { verdict.report = .unsettled }
      // Who is typing isn't interrupted: see `release`.
      if let normalised = translated.normalised, !own.isHeld {
        stamp = .new(after: stamp.carried)
        verdict.own = Write(value: normalised, stamp: stamp, condition: .ifNewer)
        own.seen = stamp
      }
      verdict.other = send(Change(value: change.value, stamp: stamp), as: translated.value, &own, &other)
      return verdict
    }
  }

  /// This end's change counts, also where the other's is newer.
  private func prefer(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other>
  {
    // A change that nobody has a newer one than.
    let stamp = Stamp.new(after: change.stamp.carried)
    let preferred = Change(value: change.value, stamp: stamp)
    if other.isHeld {
      own.heldBack = preferred
      return Verdict()
    }
    if stamp.isSpent { return Verdict(report: .unsettled) }
    return translate(change.value) { translated in
      var verdict = Verdict<Own, Other>()
      if translated.isUnsettled { verdict.report = .unsettled }
      if let normalised = translated.normalised, !own.isHeld {
        verdict.own = Write(value: normalised, stamp: stamp, condition: .ifNewer)
        own.seen = stamp
      } else if !own.isHeld {
        // It may have been overwritten meanwhile.
        other.onItsWay = Change(value: translated.value, stamp: stamp)
        verdict.own = Write(
          value: change.value, stamp: stamp, condition: .unlessAt(change.stamp, orStill: own.seen))
      }
      verdict.other = send(preferred, as: translated.value, &own, &other)
      return verdict
    }
  }

  private func merge(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ newest: Stamp, _ merge: () throws -> Own
  ) -> Verdict<Own, Other> {
    let stamp = Stamp.new(after: newest.carried)
    if stamp.isSpent { return Verdict(report: .unsettled) }
    let value: Own
    do { value = try merge() } catch { return Verdict(report: .rejection(error, keeps: .second)) }
    return translate(value) { translated in
      var verdict = Verdict<Own, Other>()
      if translated.isUnsettled { verdict.report = .unsettled }
      let merged = Change(value: translated.normalised ?? value, stamp: stamp)
      // Each of the two is on its way to one end, and neither has been anywhere yet.
      if other.isHeld {
        own.heldBack = merged
      } else {
        own.onItsWay = merged
        verdict.other = Write(value: translated.value, stamp: stamp, condition: .ifStill(other.seen))
      }
      if own.isHeld {
        other.heldBack = Change(value: translated.value, stamp: stamp)
      } else {
        other.onItsWay = Change(value: translated.value, stamp: stamp)
        verdict.own = Write(value: merged.value, stamp: stamp, condition: .ifStill(own.seen))
      }
      return verdict
    }
  }

  private func send(
    _ change: Change<Own>, as value: Other, _ own: inout Side<Own>, _ other: inout Side<Other>
  ) -> Write<Other> {
    if isLastWriter {
      other.seen = max(other.seen, change.stamp)
      return Write(value: value, stamp: change.stamp, condition: .ifNewer)
    }
    own.onItsWay = change
    return Write(value: value, stamp: change.stamp, condition: .ifStill(other.seen))
  }

  private func translate(
    _ value: Own, _ then: (Translation<Own, Other>.Result) -> Verdict<Own, Other>
  ) -> Verdict<Own, Other> {
    do { return then(try forth(value)) } catch { return Verdict(report: .rejection(error, keeps: .second)) }
  }

  // MARK: - Sessions

  /// The end is no longer held: what waits is settled, and what it has is made normal.
  func release(_ own: inout Side<Own>, _ other: inout Side<Other>) -> Verdict<Own, Other> {
    guard own.isHeld else { return Verdict() }
    let edited = own.edited
    let waiting = other.heldBack
    own.isHeld = false
    own.edited = nil
    other.heldBack = nil
    switch (edited, waiting) {
    case (nil, nil): return Verdict()
    case (let edited?, nil): return normalise(&own, edited)
    case (nil, let waiting?): return flipped.carry(&other, &own, waiting).flipped
    case (let edited?, let waiting?):
      // An answer to what was edited is no second opinion.
      if waiting.stamp.rounds > 0, waiting.stamp > edited.stamp {
        return flipped.carry(&other, &own, waiting).flipped
      }
      return decide(&own, &other, edited, waiting)
    }
  }

  private func normalise(_ own: inout Side<Own>, _ edited: Change<Own>) -> Verdict<Own, Other> {
    guard own.seen == edited.stamp, let normalised = (try? forth(edited.value))?.normalised else { return Verdict() }
    let stamp = Stamp.new(after: edited.stamp.carried)
    own.seen = stamp
    return Verdict(own: Write(value: normalised, stamp: stamp, condition: .ifNewer))
  }

  // MARK: - The beginning

  /// The other end gets its first value from this one, whatever it has.
  func begin(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other> {
    own.seen = max(own.seen, change.stamp)
    if other.isHeld {
      own.heldBack = change
      return Verdict()
    }
    return translate(change.value) { translated in
      var verdict = Verdict<Own, Other>()
      if translated.isUnsettled { verdict.report = .unsettled }
      var stamp = change.stamp
      if let normalised = translated.normalised, !own.isHeld {
        stamp = .new(after: stamp.carried)
        verdict.own = Write(value: normalised, stamp: stamp, condition: .ifNewer)
        own.seen = stamp
      }
      verdict.other = Write(value: translated.value, stamp: stamp, condition: .always)
      other.seen = max(other.seen, stamp)
      return verdict
    }
  }
}
