/// What a binding knows of its two ends, and what it has to do about each change of them: one pure value, so that every
/// order of events can be tried.
///
/// Whatever happens is told to it, in some order and by one thread at a time; what is to be written comes back as a
/// ``Verdict``. Changes are known by their stamps. Of two changes that have met, the newer one is right (`.lastWriter`), or
/// what the policy says, under a stamp of its own.
///
/// An end takes what is newer than what it has, and tells of it, in the order of the stamps. So a change that comes from an
/// end before the echo of what was written there is one that was made without knowing of that.
struct Reconciler<First, Second> {
  private(set) var first = Side<First>()
  private(set) var second = Side<Second>()
  private let directions: Directions<First, Second>
  /// Whether the ends have their first value. What is heard before waits for that.
  private(set) var hasBegun: Bool

  init(
    forth: Translation<First, Second>, back: Translation<Second, First>, policy: ConflictPolicy<First, Second>,
    hasBegun: Bool = false
  ) {
    directions = Directions(forth: forth, back: back, policy: policy)
    self.hasBegun = hasBegun
  }

  /// The first end has changed.
  ///
  /// - Parameter waiting: whether the change belongs to a turn that isn't over, so that `settle()` will follow (B7).
  mutating func hear(first value: First, _ stamp: Stamp, waiting: Bool) -> Verdict<First, Second> {
    directions.hear(&first, &second, Change(value: value, stamp: stamp), waiting: waiting || !hasBegun)
  }

  mutating func hear(second value: Second, _ stamp: Stamp, waiting: Bool) -> Verdict<First, Second> {
    directions.flipped.hear(&second, &first, Change(value: value, stamp: stamp), waiting: waiting || !hasBegun).flipped
  }

  /// The turn is over, or the binding has begun.
  mutating func settle() -> Verdict<First, Second> {
    guard hasBegun else { return Verdict() }
    return switch (first.takeNews(), second.takeNews()) {
    case (nil, nil): Verdict()
    case (let news?, nil): directions.proceed(&first, &second, news)
    case (nil, let news?): directions.flipped.proceed(&second, &first, news).flipped
    case (let news?, let others?): settle(news, others)
    }
  }

  private mutating func settle(_ news: Change<First>, _ others: Change<Second>) -> Verdict<First, Second> {
    // While an end is held, what it makes goes on, and the rest waits, so that only one of the two asks for anything.
    if first.isHeld {
      _ = directions.flipped.proceed(&second, &first, others)
      return directions.proceed(&first, &second, news)
    }
    if second.isHeld {
      _ = directions.proceed(&first, &second, news)
      return directions.flipped.proceed(&second, &first, others).flipped
    }
    // What is older than these doesn't come any more.
    first.unheard.removeAll { $0 < news.stamp }
    second.unheard.removeAll { $0 < others.stamp }
    // Where nobody has an opinion the newer one stays; it may also be the same that has come to both.
    if !news.stamp.isOpinion, !others.stamp.isOpinion {
      if news.stamp == others.stamp { return Verdict() }
      if news.stamp > others.stamp { return directions.proceed(&first, &second, news) }
      return directions.flipped.proceed(&second, &first, others).flipped
    }
    return directions.decide(&first, &second, news, others)
  }

  mutating func hold(_ end: BindingEnd) {
    if end == .first { first.isHeld = true } else { second.isHeld = true }
  }

  mutating func release(_ end: BindingEnd) -> Verdict<First, Second> {
    end == .first ? directions.release(&first, &second) : directions.flipped.release(&second, &first).flipped
  }

  /// What was to be written to an end has found it held.
  mutating func takeBack(first write: Write<First>) -> Verdict<First, Second> {
    directions.takeBack(&first, &second, write)
  }

  mutating func takeBack(second write: Write<Second>) -> Verdict<First, Second> {
    directions.flipped.takeBack(&second, &first, write).flipped
  }

  /// One end gives the other its value. What was set since then follows with `settle()`.
  ///
  /// - Parameter known: the newest change that is in that value.
  mutating func begin(first value: First, _ stamp: Stamp, knowing known: Stamp) -> Verdict<First, Second> {
    hasBegun = true
    return directions.begin(&first, &second, Change(value: value, stamp: stamp), knowing: known)
  }

  mutating func begin(second value: Second, _ stamp: Stamp, knowing known: Stamp) -> Verdict<First, Second> {
    hasBegun = true
    return directions.flipped.begin(&second, &first, Change(value: value, stamp: stamp), knowing: known).flipped
  }

  /// There is no first value.
  mutating func beginEmpty() { hasBegun = true }

  /// Lets go of all values.
  mutating func end() {
    first = Side()
    second = Side()
  }

  var hasNews: Bool { first.news != nil || second.news != nil }

  /// For which ends there is something that can't be written yet.
  var pending: Set<BindingEnd> {
    var pending: Set<BindingEnd> = []
    if first.hasSomethingForTheOther { pending.insert(.second) }
    if second.hasSomethingForTheOther { pending.insert(.first) }
    return pending
  }
}

/// A change of one end.
struct Change<Value> {
  let value: Value
  let stamp: Stamp
}

/// A change of an end that is held.
struct Edit<Value> {
  let change: Change<Value>
  /// The stamp under which it has gone on.
  let sentAs: Stamp
  /// Whether the end may have got something else since then.
  let isLost: Bool

  init(_ change: Change<Value>, sentAs stamp: Stamp? = nil, isLost: Bool = false) {
    self.change = change
    sentAs = stamp ?? change.stamp
    self.isLost = isLost
  }
}

/// What is known of one end.
struct Side<Value> {
  /// The newest change of it that was heard of, or was written to it and can't be anything else.
  var seen = Stamp.none
  /// What was written to it, and has not been heard of since. Kept where a policy has to know that.
  var unheard: ContiguousArray<Stamp> = []
  /// The newest change that it has, or gets.
  var newest: Stamp { unheard.reduce(seen) { max($0, $1) } }
  /// The change of it that was last sent to the other end, as long as that may be unheard of there.
  var sent: Change<Value>?
  /// A change in the turn under way, and only the last one of those.
  var news: Change<Value>?
  /// The change of it that waits until the other end is released.
  var heldBack: Change<Value>?
  /// Whether nothing may be written to it.
  var isHeld = false
  /// The last change of it since then.
  var edited: Edit<Value>?

  /// What is to be settled, unless something newer has come meanwhile.
  mutating func takeNews() -> Change<Value>? {
    defer { news = nil }
    return news.flatMap { $0.stamp < seen ? nil : $0 }
  }

  /// Has a change wait until the other end is released.
  mutating func wait(_ change: Change<Value>) {
    if change.stamp > heldBack?.stamp ?? .none { heldBack = change }
  }

  var hasSomethingForTheOther: Bool { news != nil || heldBack != nil }
}

/// What is to be done: first the other end is written to, then the one that has changed, if its value wasn't normal.
struct Verdict<Own, Other> {
  var own: Write<Own>?
  var other: Write<Other>?
  var report: Report?
  /// Whether the change that was told of is one that nobody knew yet.
  var isNews = false

  enum Report {
    /// Which of the two keeps its value.
    case rejection(any Error, keeps: BindingEnd)
    case unsettled
  }

  var flipped: Verdict<Other, Own> {
    var flipped = Verdict<Other, Own>(own: other, other: own, isNews: isNews)
    switch report {
    case .rejection(let error, let end): flipped.report = .rejection(error, keeps: end.other)
    case .unsettled: flipped.report = .unsettled
    case nil: break
    }
    return flipped
  }
}
