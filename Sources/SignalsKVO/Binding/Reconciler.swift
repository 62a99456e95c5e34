/// The decisions of a binding about the changes of its two ends: one pure value, so that every
/// order of events can be tried.
///
/// It receives events in some order, from one thread at a time, and returns the writes as a
/// ``Resolution``. Changes are known by their stamps. Of two changes that have met, the newer one is right (`.lastWriter`), or
/// the result of the policy, under a stamp of its own.
///
/// An end takes newer changes only, and reports them in the order of the stamps. So a change that an end reports before the
/// echo of a write there was made before that write arrived.
///
/// 1. A write in flight is known until its end has reported it, or something newer.
/// 2. A change reported before that was set without knowledge of the write. The policy is asked only if the user has
///    set it.
/// 3. A value that gets a stamp of its own (a decision, a normal form, a value that waited for too long) is offered to
///    both ends under it. Otherwise an older value would be lost on one side only.
/// 4. No write goes to an end that is held, and writes in flight to it are taken back.
struct Reconciler<First, Second> {
  private(set) var first = Side<First>()
  private(set) var second = Side<Second>()
  private let directions: Directions<First, Second>
  /// Whether the ends have their first value. Earlier changes wait for that.
  private(set) var hasBegun: Bool

  init(
    converting converter: LocalConverter<First, Second>, policy: ConflictPolicy<First, Second>, hasBegun: Bool = false
  ) {
    directions = Directions(converter: converter, policy: policy)
    self.hasBegun = hasBegun
  }

  /// An end has changed.
  ///
  /// - Parameter waiting: whether the change belongs to a turn that isn't over, so that `settle()` will follow (B7).
  mutating func receive(_ change: EitherEnd<StampedValue<First>, StampedValue<Second>>, waiting: Bool) -> Resolution<
    First, Second
  > {
    let waiting = waiting || !hasBegun
    return switch change {
    case .first(let change): directions.receive(&first, &second, change, waiting: waiting)
    case .second(let change): directions.flipped.receive(&second, &first, change, waiting: waiting).flipped
    }
  }

  /// An end has become absent.
  mutating func noteAbsence(of end: BindingEnd, _ stamp: Stamp) {
    if end == .first { first.noteAbsence(stamp) } else { second.noteAbsence(stamp) }
  }

  /// The turn is over, or the binding has begun.
  mutating func settle() -> Resolution<First, Second> {
    guard hasBegun else { return Resolution() }
    return switch (first.takeStaged(), second.takeStaged()) {
    case (nil, nil): Resolution()
    case (let staged?, nil): directions.proceed(&first, &second, staged)
    case (nil, let staged?): directions.flipped.proceed(&second, &first, staged).flipped
    case (let staged?, let others?): settle(staged, others)
    }
  }

  private mutating func settle(_ staged: StampedValue<First>, _ others: StampedValue<Second>) -> Resolution<
    First, Second
  > {
    let isConflict = staged.stamp != others.stamp && (staged.stamp.isUserWrite || others.stamp.isUserWrite)
    // While an end is held, its changes are carried on and all others wait, so only one of the two results in writes. The policy
    // decides when the end is released, also if the change that waits is the older one.
    if first.isHeld {
      _ = directions.flipped.proceed(&second, &first, others)
      if isConflict { second.wait(others) }
      return directions.proceed(&first, &second, staged)
    }
    if second.isHeld {
      _ = directions.proceed(&first, &second, staged)
      if isConflict { first.wait(staged) }
      return directions.flipped.proceed(&second, &first, others).flipped
    }
    // Older writes will not arrive any more.
    first.inFlight.removeAll { $0 < staged.stamp }
    second.inFlight.removeAll { $0 < others.stamp }
    if isConflict { return directions.decide(&first, &second, staged, others) }
    // One change may have reached both ends by two ways. Without a user write the newer change stays.
    if staged.stamp == others.stamp { return Resolution() }
    if staged.stamp > others.stamp { return directions.proceed(&first, &second, staged) }
    return directions.flipped.proceed(&second, &first, others).flipped
  }

  mutating func hold(_ end: BindingEnd) {
    if end == .first { first.isHeld = true } else { second.isHeld = true }
  }

  mutating func release(_ end: BindingEnd) -> Resolution<First, Second> {
    end == .first ? directions.release(&first, &second) : directions.flipped.release(&second, &first).flipped
  }

  /// A write has reached an end that is held.
  mutating func withdraw(_ write: EitherEnd<Write<First>, Write<Second>>) -> Resolution<First, Second> {
    switch write {
    case .first(let write): directions.withdraw(&first, &second, write)
    case .second(let write): directions.flipped.withdraw(&second, &first, write).flipped
    }
  }

  /// One end gives the other its value, if it has one. Later changes follow with `settle()`.
  ///
  /// - Parameters:
  ///   - newest: the newest change that is in that value.
  ///   - isReported: whether the end reports that change, too. It doesn't if the change precedes the observation.
  mutating func begin(
    _ change: EitherEnd<StampedValue<First>, StampedValue<Second>>?, knowing newest: Stamp, isReported: Bool = true
  ) -> Resolution<First, Second> {
    hasBegun = true
    return switch change {
    case .first(let change): directions.begin(&first, &second, change, knowing: newest, isReported: isReported)
    case .second(let change):
      directions.flipped.begin(&second, &first, change, knowing: newest, isReported: isReported).flipped
    case nil: Resolution()
    }
  }

  /// Lets go of all values.
  mutating func end() {
    first = Side()
    second = Side()
  }

  var hasStaged: Bool { first.staged != nil || second.staged != nil }

  /// For which ends there is something that can't be written yet.
  var pending: Set<BindingEnd> {
    var pending: Set<BindingEnd> = []
    if first.hasSomethingForTheOther { pending.insert(.second) }
    if second.hasSomethingForTheOther { pending.insert(.first) }
    return pending
  }
}

/// A change of one end.
@usableFromInline
struct StampedValue<Value> {
  @usableFromInline let value: Value
  @usableFromInline let stamp: Stamp

  @inlinable
  init(value: Value, stamp: Stamp) {
    self.value = value
    self.stamp = stamp
  }
}

/// A change of, or a write to, one of the two ends.
@usableFromInline
enum EitherEnd<First, Second> {
  case first(First)
  case second(Second)

  var end: BindingEnd {
    switch self {
    case .first: .first
    case .second: .second
    }
  }
}

/// A change of an end that is held.
struct Edit<Value> {
  let change: StampedValue<Value>
  /// The stamp under which it has gone on.
  let sentAs: Stamp
  /// Whether the end may have got something else since then.
  let isLost: Bool

  init(_ change: StampedValue<Value>, sentAs stamp: Stamp? = nil, isLost: Bool = false) {
    self.change = change
    sentAs = stamp ?? change.stamp
    self.isLost = isLost
  }

  /// Whether a change answers the edit. As the first value, that goes on under a stamp of another origin.
  func isAnswered(by stamp: Stamp) -> Bool { stamp.answers(change.stamp) || stamp.answers(sentAs) }
}

/// The state of one end.
struct Side<Value> {
  /// The newest change of it that was heard of, or was written to it and can't be anything else.
  var seen = Stamp.none
  /// The newest change of it that is part of the first value and newer than the beginning, or the normal form of that value. Each
  /// set of the other end comes after it (B3).
  var unreported = Stamp.none
  /// Writes to it that it has not reported yet. Recorded where a policy needs them.
  var inFlight: ContiguousArray<Stamp> = []
  /// The newest change that it has, or gets.
  var newest: Stamp { inFlight.reduce(seen) { max($0, $1) } }
  /// The change of it that was last sent to the other end, as long as that may be inFlight of there.
  var sent: StampedValue<Value>?
  /// A change in the turn under way, and only the last one of those.
  var staged: StampedValue<Value>?
  /// The change of it that waits until the other end is released.
  var deferred: StampedValue<Value>?
  /// Whether nothing may be written to it.
  var isHeld = false
  /// The last change of it since then.
  var edited: Edit<Value>?

  /// It is absent from this change on. Older writes will not arrive any more, and an older change isn't its outcome.
  mutating func noteAbsence(_ stamp: Stamp) {
    seen = max(seen, stamp)
    inFlight.removeAll { $0 < stamp }
  }

  /// The change to settle, unless a newer one has arrived meanwhile.
  mutating func takeStaged() -> StampedValue<Value>? {
    defer { staged = nil }
    return staged.flatMap { $0.stamp < seen ? nil : $0 }
  }

  /// Has a change wait until the other end is released.
  mutating func wait(_ change: StampedValue<Value>) {
    if change.stamp > deferred?.stamp ?? .none { deferred = change }
  }

  var hasSomethingForTheOther: Bool { staged != nil || deferred != nil }
}

/// The writes of a decision: first to the other end, then to the end that has changed, if its value wasn't normal.
struct Resolution<Own, Other> {
  var own: Write<Own>?
  var other: Write<Other>?
  var report: Report?
  /// Whether the change is a set that answers no other, so that an unsettled pair starts over.
  var isNewWrite = false

  enum Report {
    /// Which of the two keeps its value.
    case rejection(any Error, keeps: BindingEnd)
    case unsettled
  }

  var flipped: Resolution<Other, Own> {
    var flipped = Resolution<Other, Own>(own: other, other: own, isNewWrite: isNewWrite)
    switch report {
    case .rejection(let error, let end): flipped.report = .rejection(error, keeps: end.other)
    case .unsettled: flipped.report = .unsettled
    case nil: break
    }
    return flipped
  }
}
