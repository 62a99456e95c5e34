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
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, waiting: Bool
  ) -> Verdict<Own, Other> {
    if own.unheard.contains(change.stamp) {
      // What was written has come; what is older came before, or doesn't come at all.
      own.unheard.removeAll { $0 <= change.stamp }
      own.seen = max(own.seen, change.stamp)
      return Verdict()
    }
    // Where the other end has something newer, that comes here.
    guard change.stamp > own.seen, !isLastWriter || change.stamp > other.seen else { return Verdict() }
    own.seen = change.stamp
    var verdict = Verdict<Own, Other>()
    // What meets a write that is on its way is decided at once, as long as it is known to be.
    if waiting, own.unheard.isEmpty { own.news = change } else { verdict = proceed(&own, &other, change) }
    verdict.isNews = true
    return verdict
  }

  /// Does what a change asks for, once its turn is over.
  func proceed(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other> {
    if let written = own.unheard.last {
      // What is older than this doesn't come any more.
      own.unheard.removeAll { $0 < change.stamp }
      // Either it answers what was written, or both have changed at once.
      let isAnswer = change.stamp > written && change.stamp.rounds > written.rounds
      if !isAnswer, let sent = other.sent {
        // What another binding has carried here is no opinion of anybody's: the newer one stays, or two changes that go round a
        // ring would be decided upon wherever they meet, for ever.
        if !change.stamp.isCarried { return decide(&own, &other, change, sent) }
        if change.stamp < sent.stamp { return Verdict() }
      }
    }
    // The other end has something newer, or gets it.
    if change.stamp <= other.newest { return Verdict() }
    let edited = own.edited
    if own.isHeld {
      own.edited = change
      // What answers an earlier edit is out of date.
      if let waiting = other.heldBack, waiting.stamp.rounds > 0, waiting.stamp < change.stamp { other.heldBack = nil }
    }
    let verdict = carry(&own, &other, change)
    // What was refused is no edit that anything could be in conflict with.
    if case .rejection = verdict.report { own.edited = edited }
    return verdict
  }

  /// Both have changed at once.
  func decide(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, _ others: Change<Other>
  ) -> Verdict<Own, Other> {
    own.heldBack = nil
    other.heldBack = nil
    if own.isHeld { own.edited = change }
    if other.isHeld { other.edited = others }
    // It takes as many rounds as the change that has made it necessary.
    let stamp = Stamp.new(after: change.stamp.uncarried)
    switch policy {
    case .lastWriter:
      if change.stamp > others.stamp { return carry(&own, &other, change) }
      return flipped.carry(&other, &own, others).flipped
    case .preferOwn: return prefer(&own, &other, change, stamp)
    case .preferOther: return flipped.prefer(&other, &own, others, stamp).flipped
    case .mergeToOwn(let merge):
      return self.merge(&own, &other, stamp) { try merge(change.value, others.value) }
    case .mergeToOther(let merge):
      return flipped.merge(&other, &own, stamp) { try merge(change.value, others.value) }.flipped
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
      var verdict = Verdict<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      var stamp = change.stamp
      // Who is typing isn't interrupted: see `release`.
      if let normalised = translated.normalised, !own.isHeld {
        stamp = .new(after: stamp.carried)
        verdict.own = send(normalised, stamp, to: &own)
      }
      own.sent = isLastWriter ? nil : Change(value: change.value, stamp: stamp)
      verdict.other = send(translated.value, stamp, to: &other)
      return verdict
    }
  }

  /// This end's change counts, whichever is newer. Both ends get it under a stamp that nobody has a newer one than: what is
  /// still on its way to either of them doesn't stay there.
  private func prefer(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, _ stamp: Stamp
  ) -> Verdict<Own, Other> {
    if stamp.isSpent { return Verdict(report: .unsettled) }
    if other.isHeld {
      own.heldBack = Change(value: change.value, stamp: stamp)
      return Verdict()
    }
    return translate(change.value) { translated in
      var verdict = Verdict<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      if !own.isHeld {
        if let normalised = translated.normalised {
          verdict.own = send(normalised, stamp, to: &own)
        } else {
          let condition: Write<Own>.Condition = own.unheard.isEmpty ? .unlessAt(change.stamp) : .ifNewer
          verdict.own = send(change.value, stamp, to: &own, condition)
        }
      } else if !own.unheard.isEmpty {
        // It may be overwritten yet, and is set right when it is released.
        other.heldBack = Change(value: translated.value, stamp: stamp)
      }
      own.sent = Change(value: change.value, stamp: stamp)
      verdict.other = send(translated.value, stamp, to: &other)
      return verdict
    }
  }

  private func merge(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ stamp: Stamp, _ merge: () throws -> Own
  ) -> Verdict<Own, Other> {
    if stamp.isSpent { return Verdict(report: .unsettled) }
    let value: Own
    do { value = try merge() } catch { return Verdict(report: .rejection(error, keeps: .second)) }
    return translate(value) { translated in
      var verdict = Verdict<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      let merged = Change(value: translated.normalised ?? value, stamp: stamp)
      let others = Change(value: translated.value, stamp: stamp)
      // Each of the two is on its way to one end.
      (own.sent, other.sent) = (merged, others)
      if other.isHeld { own.heldBack = merged } else { verdict.other = send(others.value, stamp, to: &other) }
      if own.isHeld { other.heldBack = others } else { verdict.own = send(merged.value, stamp, to: &own) }
      return verdict
    }
  }

  private func send<Value>(
    _ value: Value, _ stamp: Stamp, to side: inout Side<Value>, _ condition: Write<Value>.Condition = .ifNewer
  ) -> Write<Value> {
    if isLastWriter {
      side.seen = max(side.seen, stamp)
      return Write(value: value, stamp: stamp, condition: condition)
    }
    side.unheard.append(stamp)
    return Write(value: value, stamp: stamp, condition: condition, isAnswered: true)
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
    case (nil, let waiting?):
      // What was set here since then was refused there.
      let isOld = waiting.stamp < own.seen
      let coming = isOld ? Change(value: waiting.value, stamp: .new(after: waiting.stamp)) : waiting
      return flipped.carry(&other, &own, coming).flipped
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
    return Verdict(own: send(normalised, .new(after: edited.stamp.carried), to: &own))
  }

  // MARK: - The beginning

  /// The other end gets its first value from this one, whatever it has.
  func begin(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other> {
    if other.isHeld {
      own.heldBack = change
      return Verdict()
    }
    return translate(change.value) { translated in
      var verdict = Verdict<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      if let normalised = translated.normalised, !own.isHeld { verdict.own = send(normalised, change.stamp, to: &own) }
      // What was set before is told later.
      own.seen = max(own.seen, change.stamp)
      other.seen = max(other.seen, change.stamp)
      own.sent = isLastWriter ? nil : change
      verdict.other = send(translated.value, change.stamp, to: &other)
      return verdict
    }
  }
}
