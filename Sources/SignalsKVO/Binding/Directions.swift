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
    case .merge(let merge):
      self.init(forth: forth, back: back, .mergeToOwn(ThrowingCallableOnActor2(merge).unchecked))
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
    // What was sent from here under another stamp than its own comes back under that.
    if own.unheard.contains(change.stamp) || change.stamp == own.sent?.stamp {
      // What was written has come; what is older came before, or doesn't come at all.
      own.unheard.removeAll { $0 <= change.stamp }
      own.seen = max(own.seen, change.stamp)
      return Verdict()
    }
    // Where the other end has something newer, that comes here.
    guard change.stamp > own.seen, !isLastWriter || comesNext(own, other, change) else { return Verdict() }
    own.seen = change.stamp
    own.news = nil
    var verdict = Verdict<Own, Other>()
    // What meets a write that is on its way is decided at once, as long as it is known to be. What meets a change of the other
    // end that waits, waits with it: that has come in the place of what was written.
    if other.news != nil || waiting && own.unheard.isEmpty {
      own.news = change
    } else {
      verdict = proceed(&own, &other, change)
    }
    verdict.isNews = true
    return verdict
  }

  /// Does what a change asks for, once its turn is over.
  func proceed(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>) -> Verdict<Own, Other> {
    // Both have changed at once, if somebody has set this end without knowing of what was sent to it.
    var opponent: Change<Other>?
    if change.stamp.isOpinion, let sent = other.sent, !sent.stamp.isAnswer, own.unheard.contains(sent.stamp) {
      opponent = sent
    }
    let isOverwritten = own.unheard.contains { $0 > change.stamp }
    // What is older than this doesn't come any more.
    own.unheard.removeAll { $0 < change.stamp }
    if own.isHeld { return edit(&own, &other, change, against: opponent, isOverwritten: isOverwritten) }
    if let opponent {
      if !other.isHeld { return decide(&own, &other, change, opponent) }
      own.heldBack = change
      if other.edited == nil { other.edited = Edit(opponent) }
      return Verdict()
    }
    if isOverwritten {
      // What bindings carry, or setters correct, is no opinion of anybody's: the newer one stays, or two changes that go
      // round a ring would be decided upon wherever they meet, for ever. But what comes of an end's own change is older
      // than what somebody has set there since.
      return change.stamp.isOpinion ? prefer(&own, &other, change, .new(after: change.stamp)) : Verdict()
    }
    if change.stamp > other.newest { return carry(&own, &other, change) }
    return comesNext(own, other, change) ? prefer(&own, &other, change, .new(after: change.stamp)) : Verdict()
  }

  /// Whether a change comes after what the other end has, or gets. That may have a newer stamp, and have come from here as
  /// well: then this has come later all the same.
  private func comesNext(_ own: Side<Own>, _ other: Side<Other>, _ change: Change<Own>) -> Bool {
    change.stamp > other.newest || own.sent?.stamp == other.newest
  }

  /// Both have changed at once.
  ///
  /// - Parameter isLost: whether the end may have got something else since its change.
  func decide(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, _ others: Change<Other>,
    isLost: Bool = false
  ) -> Verdict<Own, Other> {
    (own.heldBack, other.heldBack) = (nil, nil)
    (own.edited, other.edited) = (nil, nil)
    // It takes as many rounds as the change that has made it necessary.
    let stamp = Stamp.new(after: change.stamp.uncarried)
    switch policy {
    case .lastWriter where isLost:
      if change.stamp > others.stamp { return prefer(&own, &other, change, stamp, isLost: true) }
      return flipped.prefer(&other, &own, others, stamp).flipped
    case .lastWriter:
      if change.stamp > others.stamp { return carry(&own, &other, change) }
      return flipped.carry(&other, &own, others).flipped
    case .preferOwn: return prefer(&own, &other, change, stamp, isLost: isLost)
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
      if let normalised = translated.normalised {
        if own.isHeld {
          // Who is typing isn't interrupted: see `release`.
          own.edited = own.edited ?? Edit(change)
        } else {
          stamp = .new(after: stamp.carried)
          verdict.own = send(normalised, stamp, to: &own)
        }
      }
      // Under whatever stamp: what somebody has set is an opinion, also if it wasn't normal.
      own.sent = Change(value: change.value, stamp: change.stamp.isOpinion ? stamp.asOpinion : stamp)
      verdict.other = send(translated.value, stamp, to: &other)
      return verdict
    }
  }

  /// This end's change counts, whichever is newer. Both ends get it under a stamp that nobody has a newer one than: what is
  /// still on its way to either of them doesn't stay there.
  ///
  /// - Parameters:
  ///   - condition: that of the write to the other end.
  ///   - isLost: whether this end may have got something else since its change.
  private func prefer(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, _ stamp: Stamp,
    _ condition: Write<Other>.Condition = .ifNewer, isLost: Bool = false
  ) -> Verdict<Own, Other> {
    if stamp.isSpent { return Verdict(report: .unsettled) }
    let isThere = !isLost && own.unheard.isEmpty && own.seen == change.stamp
    if other.isHeld {
      own.heldBack = Change(value: change.value, stamp: stamp)
      if own.isHeld { own.edited = Edit(change, sentAs: stamp, isLost: !isThere) }
      return own.isHeld || isThere ? Verdict() : Verdict(own: send(change.value, stamp, to: &own))
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
      } else {
        own.edited = Edit(change, sentAs: stamp, isLost: !isThere)
      }
      (own.sent, other.sent) = (Change(value: change.value, stamp: stamp), nil)
      verdict.other = send(translated.value, stamp, to: &other, condition)
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

  /// What is set while an end is held goes on, even where the other end has something newer: that waits.
  private func edit(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, against opponent: Change<Other>?,
    isOverwritten: Bool
  ) -> Verdict<Own, Other> {
    let isLate = isOverwritten || change.stamp <= other.newest
    if isLate, isLastWriter || !change.stamp.isOpinion, !comesNext(own, other, change) { return Verdict() }
    if let opponent { other.wait(opponent) }
    let edited = own.edited
    own.edited = Edit(change)
    // What answers an earlier edit is out of date.
    if let waiting = other.heldBack, waiting.stamp.isAnswer, waiting.stamp < change.stamp { other.heldBack = nil }
    let verdict =
      isLate ? prefer(&own, &other, change, .new(after: change.stamp)) : carry(&own, &other, change)
    // What was refused is no edit that anything could be in conflict with.
    if case .rejection = verdict.report { own.edited = edited }
    return verdict
  }

  /// What was on its way to an end has found it held.
  func takeBack(_ own: inout Side<Own>, _ other: inout Side<Other>, _ write: Write<Own>) -> Verdict<Own, Other> {
    own.unheard.removeAll { $0 == write.stamp }
    // It has met something newer.
    if write.stamp < max(own.seen, own.sent?.stamp ?? .none) { return Verdict() }
    if !own.isHeld {
      if !isLastWriter { own.unheard.append(write.stamp) }
      return Verdict(own: write)
    }
    if let sent = other.sent, sent.stamp == write.stamp {
      other.wait(sent)
    } else if write.stamp > own.edited?.change.stamp ?? .none {
      own.edited = Edit(Change(value: write.value, stamp: write.stamp), isLost: true)
    }
    return Verdict()
  }

  /// The end is no longer held: what waits is settled, and what it has is made normal.
  func release(_ own: inout Side<Own>, _ other: inout Side<Other>) -> Verdict<Own, Other> {
    guard own.isHeld else { return Verdict() }
    let edited = own.edited
    let waiting = other.heldBack
    own.isHeld = false
    own.edited = nil
    other.heldBack = nil
    if own.news != nil {
      // The turn under way settles that as well.
      if let waiting, waiting.stamp > other.news?.stamp ?? .none { other.news = waiting }
      return Verdict()
    }
    switch (edited, waiting) {
    case (nil, nil): return Verdict()
    case (let edited?, nil):
      if edited.isLost { return prefer(&own, &other, edited.change, .new(after: edited.change.stamp), isLost: true) }
      return own.seen == edited.change.stamp ? normalise(&own, &other, edited) : Verdict()
    case (let edited?, let waiting?) where !(waiting.stamp.isAnswer && waiting.stamp > edited.change.stamp):
      return decide(&own, &other, edited.change, waiting, isLost: edited.isLost || edited.sentAs != edited.change.stamp)
    case (_, let waiting?):
      // There is no second opinion; what was edited has only been answered. What was set since then was refused.
      // What was taken back is the newest that was sent to this end, and where the last writer wins it is no newer than that.
      if waiting.stamp > own.newest || isLastWriter && waiting.stamp == own.newest {
        return flipped.carry(&other, &own, waiting).flipped
      }
      return flipped.prefer(&other, &own, waiting, .new(after: waiting.stamp)).flipped
    }
  }

  /// What was set while the end was held has gone on. Only now it may be replaced by its normal form, or by itself under the
  /// stamp that the other end has it by.
  private func normalise(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ edited: Edit<Own>
  ) -> Verdict<Own, Other> {
    let change = edited.change
    if (try? forth(change.value))?.normalised != nil {
      return prefer(&own, &other, change, .new(after: change.stamp.carried), .unlessAt(edited.sentAs))
    }
    if edited.sentAs == change.stamp { return Verdict() }
    return Verdict(own: send(change.value, edited.sentAs, to: &own, .unlessAt(change.stamp)))
  }

  // MARK: - The beginning

  /// The other end gets its first value from this one, whatever it has.
  ///
  /// - Parameter known: the newest change that is in that value; what is newer follows.
  func begin(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: Change<Own>, knowing known: Stamp
  ) -> Verdict<Own, Other> {
    // What was set between the stamp and the reading is in the value, but not under a stamp that counts: it follows, too.
    let known = min(known, change.stamp)
    own.seen = max(own.seen, known)
    if let news = own.news, news.stamp <= known { own.news = nil }
    return translate(change.value) { translated in
      // What was set there before is told later.
      other.seen = max(other.seen, change.stamp)
      if let news = other.news, news.stamp < change.stamp { other.news = nil }
      if other.isHeld {
        // What is set there goes on, and is newer.
        own.heldBack = Change(value: change.value, stamp: known)
        return Verdict()
      }
      var verdict = Verdict<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      if let normalised = translated.normalised {
        if own.isHeld {
          let edited = Change(value: change.value, stamp: known)
          own.edited = own.edited ?? Edit(edited, sentAs: change.stamp, isLost: true)
        } else {
          verdict.own = send(normalised, change.stamp, to: &own)
        }
      }
      // It is no opinion: what somebody sets after it is right.
      own.sent = Change(value: change.value, stamp: change.stamp.answering)
      verdict.other = send(translated.value, change.stamp, to: &other)
      return verdict
    }
  }
}
