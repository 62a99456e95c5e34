/// The two directions of a binding as seen from one of its ends: a rule from the first to the second holds the other
/// way round, so it stands here once.
struct Directions<Own, Other> {
  private let converter: LocalConverter<Own, Other>
  private let policy: Policy

  private enum Policy {
    case lastWriter
    case preferOwn
    case preferOther
    /// Makes the value of one of the ends; then it is translated to the other.
    case mergeToOwn((Own, Other) throws -> Own)
    case mergeToOther((Own, Other) throws -> Other)
  }

  private init(converter: LocalConverter<Own, Other>, _ policy: Policy) {
    self.converter = converter
    self.policy = policy
  }

  init(converter: LocalConverter<Own, Other>, policy: ConflictPolicy<Own, Other>) {
    self.converter = converter
    self.policy =
      switch policy.kind {
      case .lastWriter: .lastWriter
      case .prefer(.first): .preferOwn
      case .prefer(.second): .preferOther
      case .merge(let merge): .mergeToOwn(unisolated(merge))
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
    return Directions<Other, Own>(converter: converter.flipped, policy)
  }

  private var isLastWriter: Bool { if case .lastWriter = policy { true } else { false } }

  // MARK: - Changes

  func receive(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>, waiting: Bool
  ) -> Resolution<Own, Other> {
    // A change that was sent on under a new stamp comes back under that stamp.
    if own.inFlight.contains(change.stamp) || change.stamp == own.sent?.stamp {
      // The write has arrived; older writes arrived before, or never will.
      own.inFlight.removeAll { $0 <= change.stamp }
      own.seen = max(own.seen, change.stamp)
      return Resolution()
    }
    // Where the other end has something newer, that comes here.
    guard change.stamp > own.seen, !isLastWriter || comesNext(own, other, change) else { return Resolution() }
    own.seen = change.stamp
    own.staged = nil
    var resolution = Resolution<Own, Other>()
    // A change that meets a write in flight is decided at once, while that is known to be in flight. A change that meets a
    // waiting change of the other end waits with it: that has replaced the write.
    if other.staged != nil || waiting && own.inFlight.isEmpty {
      own.staged = change
    } else {
      resolution = proceed(&own, &other, change)
    }
    resolution.isNewWrite = !change.stamp.isAnswer
    return resolution
  }

  /// Does what a change asks for, once its turn is over.
  func proceed(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>) -> Resolution<
    Own, Other
  > {
    // Both ends have changed at once, if a user has set this end before the write to it arrived.
    var opponent: StampedValue<Other>?
    if change.stamp.isUserWrite, let sent = other.sent, !sent.stamp.isAnswer, own.inFlight.contains(sent.stamp) {
      opponent = sent
    }
    let isOverwritten = own.inFlight.contains { $0 > change.stamp }
    // Older writes will not arrive any more.
    own.inFlight.removeAll { $0 < change.stamp }
    if own.isHeld { return edit(&own, &other, change, against: opponent, isOverwritten: isOverwritten) }
    if let opponent {
      if !other.isHeld { return decide(&own, &other, change, opponent) }
      own.deferred = change
      if other.edited == nil { other.edited = Edit(opponent) }
      return Resolution()
    }
    if isOverwritten {
      // Changes that bindings carry or setters correct are not user writes: the newer one stays, or two changes that go
      // round a ring would be decided wherever they meet, for ever. But the result of an end's own change is older than
      // a later user write there.
      return change.stamp.isUserWrite ? prefer(&own, &other, change, .new(after: change.stamp)) : Resolution()
    }
    if change.stamp > other.newest { return carry(&own, &other, change) }
    return comesNext(own, other, change) ? prefer(&own, &other, change, .new(after: change.stamp)) : Resolution()
  }

  /// Whether a change comes after what the other end has, or gets. That may have a newer stamp, and have come from here as
  /// well, or be part of the first value: then this has come later all the same.
  private func comesNext(_ own: Side<Own>, _ other: Side<Other>, _ change: StampedValue<Own>) -> Bool {
    change.stamp > other.newest || own.sent?.stamp == other.newest || other.newest == other.unreported
  }

  /// Both have changed at once.
  ///
  /// - Parameter isLost: whether the end may have got something else since its change.
  func decide(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>, _ others: StampedValue<Other>,
    isLost: Bool = false
  ) -> Resolution<Own, Other> {
    (own.deferred, other.deferred) = (nil, nil)
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

  private func carry(_ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>) -> Resolution<
    Own, Other
  > {
    if other.isHeld {
      own.deferred = change
      return Resolution()
    }
    if change.stamp.isSpent { return Resolution(report: .unsettled) }
    return translate(change.value) { translated in
      var resolution = Resolution<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      var stamp = change.stamp
      if let normalised = translated.normalised {
        if own.isHeld {
          // Typing isn't interrupted: see `release`.
          own.edited = own.edited ?? Edit(change)
        } else {
          stamp = .new(after: stamp.carried)
          resolution.own = send(normalised, stamp, to: &own)
        }
      }
      // A user's write keeps its priority in a conflict, even when normalization gives it a new stamp.
      own.sent = StampedValue(value: change.value, stamp: change.stamp.isUserWrite ? stamp.asUserWrite : stamp)
      resolution.other = send(translated.value, stamp, to: &other)
      return resolution
    }
  }

  /// This end's change counts, whichever is newer. Both ends get it under the newest stamp of all: a write in
  /// flight to either of them doesn't stay there.
  ///
  /// - Parameters:
  ///   - condition: that of the write to the other end.
  ///   - isLost: whether this end may have got something else since its change.
  private func prefer(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>, _ stamp: Stamp,
    _ condition: Write<Other>.Condition = .ifNewer, isLost: Bool = false
  ) -> Resolution<Own, Other> {
    if stamp.isSpent { return Resolution(report: .unsettled) }
    let isThere = !isLost && own.inFlight.isEmpty && own.seen == change.stamp
    if other.isHeld {
      own.deferred = StampedValue(value: change.value, stamp: stamp)
      if own.isHeld { own.edited = Edit(change, sentAs: stamp, isLost: !isThere) }
      return own.isHeld || isThere ? Resolution() : Resolution(own: send(change.value, stamp, to: &own))
    }
    return translate(change.value) { translated in
      var resolution = Resolution<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      if !own.isHeld {
        if let normalised = translated.normalised {
          resolution.own = send(normalised, stamp, to: &own)
        } else {
          let condition: Write<Own>.Condition = own.inFlight.isEmpty ? .unlessAt(change.stamp) : .ifNewer
          resolution.own = send(change.value, stamp, to: &own, condition)
        }
      } else {
        own.edited = Edit(change, sentAs: stamp, isLost: !isThere)
      }
      (own.sent, other.sent) = (StampedValue(value: change.value, stamp: stamp), nil)
      resolution.other = send(translated.value, stamp, to: &other, condition)
      return resolution
    }
  }

  private func merge(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ stamp: Stamp, _ merge: () throws -> Own
  ) -> Resolution<Own, Other> {
    if stamp.isSpent { return Resolution(report: .unsettled) }
    let value: Own
    do { value = try merge() } catch { return Resolution(report: .rejection(error, keeps: .second)) }
    return translate(value) { translated in
      var resolution = Resolution<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      let merged = StampedValue(value: translated.normalised ?? value, stamp: stamp)
      let others = StampedValue(value: translated.value, stamp: stamp)
      // Each of the two is on its way to one end.
      (own.sent, other.sent) = (merged, others)
      if other.isHeld { own.deferred = merged } else { resolution.other = send(others.value, stamp, to: &other) }
      if own.isHeld { other.deferred = others } else { resolution.own = send(merged.value, stamp, to: &own) }
      return resolution
    }
  }

  private func send<Value>(
    _ value: Value, _ stamp: Stamp, to side: inout Side<Value>, _ condition: Write<Value>.Condition = .ifNewer
  ) -> Write<Value> {
    if isLastWriter {
      side.seen = max(side.seen, stamp)
      return Write(value: value, stamp: stamp, condition: condition)
    }
    side.inFlight.append(stamp)
    return Write(value: value, stamp: stamp, condition: condition, isAnswered: true)
  }

  private func translate(
    _ value: Own, _ then: (LocalConverter<Own, Other>.Result) -> Resolution<Own, Other>
  ) -> Resolution<Own, Other> {
    do { return then(try converter.convert(value)) } catch {
      return Resolution(report: .rejection(error, keeps: .second))
    }
  }

  // MARK: - Sessions

  /// A set of an end that is held is carried on, even if the other end has a newer value: that waits.
  private func edit(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>,
    against opponent: StampedValue<Other>?,
    isOverwritten: Bool
  ) -> Resolution<Own, Other> {
    let isLate = isOverwritten || change.stamp <= other.newest
    if isLate, isLastWriter || !change.stamp.isUserWrite, !comesNext(own, other, change) { return Resolution() }
    if let opponent { other.wait(opponent) }
    let edited = own.edited
    own.edited = Edit(change)
    // An answer to an earlier set of this end is out of date.
    if let waiting = other.deferred?.stamp, waiting < change.stamp,
      edited?.isAnswered(by: waiting) == true || own.sent.map({ waiting.answers($0.stamp) }) == true
    {
      other.deferred = nil
    }
    let resolution =
      isLate ? prefer(&own, &other, change, .new(after: change.stamp)) : carry(&own, &other, change)
    // A rejected edit conflicts with nothing.
    if case .rejection = resolution.report { own.edited = edited }
    return resolution
  }

  /// A write has reached an end that is held.
  func withdraw(_ own: inout Side<Own>, _ other: inout Side<Other>, _ write: Write<Own>) -> Resolution<Own, Other> {
    own.inFlight.removeAll { $0 == write.stamp }
    // It has met something newer.
    if write.stamp < max(own.seen, own.sent?.stamp ?? .none) { return Resolution() }
    if !own.isHeld {
      if !isLastWriter { own.inFlight.append(write.stamp) }
      return Resolution(own: write)
    }
    if let sent = other.sent, sent.stamp == write.stamp {
      other.wait(sent)
    } else if write.stamp > own.edited?.change.stamp ?? .none {
      own.edited = Edit(StampedValue(value: write.value, stamp: write.stamp), isLost: true)
    }
    return Resolution()
  }

  /// The end is no longer held: waiting changes are settled, and its value gets its normal form.
  func release(_ own: inout Side<Own>, _ other: inout Side<Other>) -> Resolution<Own, Other> {
    guard own.isHeld else { return Resolution() }
    let edited = own.edited
    let waiting = other.deferred
    own.isHeld = false
    own.edited = nil
    other.deferred = nil
    if own.staged != nil {
      // The turn under way settles that as well.
      if let waiting, waiting.stamp > other.staged?.stamp ?? .none { other.staged = waiting }
      return Resolution()
    }
    guard let waiting else { return edited.map { finish(&own, &other, $0) } ?? Resolution() }
    let resolution = settle(&own, &other, edited, waiting)
    guard case .rejection = resolution.report, let edited else { return resolution }
    // A change that was rejected conflicts with nothing, so the edit stays.
    var finished = finish(&own, &other, edited)
    finished.report = resolution.report
    return finished
  }

  /// Settles a change that has waited for the end of a session with the edit of that session.
  private func settle(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ edited: Edit<Own>?, _ waiting: StampedValue<Other>
  ) -> Resolution<Own, Other> {
    switch edited {
    case let edited? where !edited.isAnswered(by: waiting.stamp):
      return decide(&own, &other, edited.change, waiting, isLost: edited.isLost || edited.sentAs != edited.change.stamp)
    default:
      // There is no second user write; the edit has only been answered, and later edits were rejected. A write that was
      // withdrawn is the newest one sent to this end, and under `.lastWriter` it is no newer than that.
      if waiting.stamp > own.newest || isLastWriter && waiting.stamp == own.newest {
        return flipped.carry(&other, &own, waiting).flipped
      }
      return flipped.prefer(&other, &own, waiting, .new(after: waiting.stamp)).flipped
    }
  }

  /// Ends a session in which nothing conflicts with the edit.
  private func finish(_ own: inout Side<Own>, _ other: inout Side<Other>, _ edited: Edit<Own>) -> Resolution<Own, Other>
  {
    if edited.isLost { return prefer(&own, &other, edited.change, .new(after: edited.change.stamp), isLost: true) }
    return own.seen == edited.change.stamp ? normalise(&own, &other, edited) : Resolution()
  }

  /// The edit of the session has been carried on. Only now it may be replaced by its normal form, or by itself under the
  /// stamp that the other end has it by.
  private func normalise(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ edited: Edit<Own>
  ) -> Resolution<Own, Other> {
    let change = edited.change
    if (try? converter.convert(change.value))?.normalised != nil {
      return prefer(&own, &other, change, .new(after: change.stamp.carried), .unlessAt(edited.sentAs))
    }
    if edited.sentAs == change.stamp { return Resolution() }
    return Resolution(own: send(change.value, edited.sentAs, to: &own, .unlessAt(change.stamp)))
  }

  // MARK: - The beginning

  /// The other end receives its first value from this one.
  ///
  /// - Parameters:
  ///   - newest: the newest change that is in that value. The end reports newer changes later.
  ///   - isReported: whether the end reports that change, too. It doesn't if the change precedes the observation.
  func begin(
    _ own: inout Side<Own>, _ other: inout Side<Other>, _ change: StampedValue<Own>, knowing newest: Stamp,
    isReported: Bool
  ) -> Resolution<Own, Other> {
    // A set between the stamp and the read is in the value, but its stamp doesn't count.
    let known = min(newest, change.stamp)
    let seen = isReported ? known : newest
    own.seen = max(own.seen, seen)
    if seen > known { own.unreported = seen }
    if let staged = own.staged, staged.stamp <= seen { own.staged = nil }
    return translate(change.value) { translated in
      // Earlier sets of that end are reported later.
      other.seen = max(other.seen, change.stamp)
      if let staged = other.staged, staged.stamp < change.stamp { other.staged = nil }
      if other.isHeld {
        // A set there is carried on, and is newer.
        own.deferred = StampedValue(value: change.value, stamp: known)
        return Resolution()
      }
      var resolution = Resolution<Own, Other>(report: translated.isUnsettled ? .unsettled : nil)
      if let normalised = translated.normalised {
        if own.isHeld {
          let edited = StampedValue(value: change.value, stamp: known)
          own.edited = own.edited ?? Edit(edited, sentAs: change.stamp, isLost: true)
        } else {
          let stamp = own.unreported.isNone ? change.stamp : .new(after: own.unreported.carried)
          own.unreported = own.unreported.isNone ? .none : stamp
          resolution.own = send(normalised, stamp, to: &own)
        }
      }
      // It is no user write: any later set prevails.
      own.sent = StampedValue(value: change.value, stamp: change.stamp.answering)
      resolution.other = send(translated.value, change.stamp, to: &other)
      return resolution
    }
  }
}
