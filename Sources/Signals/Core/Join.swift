/// What a join says: called where it lies, by borrowing, so that a call retains nothing.
private struct Speech<Output: Sendable>: ~Copyable {
  private let words: (_ join: Join<Output>, _ takingIn: Bool) -> Void

  init(_ words: @escaping (_ join: Join<Output>, _ takingIn: Bool) -> Void) { self.words = words }

  borrowing func say(_ join: Join<Output>, takingIn: Bool) { words(join, takingIn) }

  static var none: Speech { Speech { _, _ in } }
}

/// The one joining mechanism (C10): an operator that holds what its inputs brought last, and speaks once when a turn has
/// been everywhere.
///
/// What a turn brings is put aside at the inputs and counts from the moment when the turn settles, so that nobody sees a
/// mixture of before and after. The room for it is in the inputs themselves, for one turn at a time, which claims it. A
/// turn that overlaps with that one, on another thread or within it, keeps what it brings apart.
///
/// What an operator makes of it all is `speak`: see `combineLatest` and `withLatest(from:)`.
// Unchecked, as all of its family: see ``Producer``.
@usableFromInline
package final class Join<Output: Sendable>: Junction<Deed, Output>, @unchecked Sendable {
  /// The mark of the turn that the room in the inputs belongs to, or nought.
  @usableFromInline let claim = AtomicWord(0)
  // Guarded by the lock.
  @exclusivity(unchecked) private var inputs: [JoinInput<Output>] = []
  // The owner's.
  @exclusivity(unchecked) private var speech = Speech<Output>.none
  /// What was said until the end, which may still be under way.
  @exclusivity(unchecked) private var lastSpeech = Speech<Output>.none

  @usableFromInline
  package init(_ downstream: Downstream<Output>, _ line: Line) {
    super.init(downstream, line, weight: 1)
  }

  /// Hangs the join on what is below.
  ///
  /// - Parameter speak: says what there is to say. Where it is asked to, it first takes in what a turn has put aside, and
  ///   calls `free()`.
  @usableFromInline
  package func begin(
    _ line: Line, _ inputs: [JoinInput<Output>], speak: @escaping (_ join: Join, _ takingIn: Bool) -> Void
  ) -> Bool {
    self.inputs = inputs
    speech = Speech(speak)
    return line.connect(to: self)
  }

  @usableFromInline
  package override func letGo() {
    // The inputs refer to this, and what is said to them.
    swap(&speech, &lastSpeech)
    hasAfterwork = true
    lock.lock()
    let gone = inputs
    inputs = []
    lock.unlock()
    _ = gone
  }

  @usableFromInline
  package override func tidy() {
    if !isOpen { lastSpeech = .none }
  }

  // MARK: - On the way of a turn

  /// Where an input puts what comes.
  @usableFromInline
  package enum Room {
    /// In the input. The join speaks when the turn settles.
    case input
    /// In the input, and then the join speaks: what comes has no turn.
    case inputForNow
    /// Apart, for the end of this turn.
    case apart(Turn)
    /// In the inbox: what comes has no turn, and there is no room.
    case inbox
  }

  @usableFromInline
  package func room(on line: Line) -> Room {
    guard let turn = Turn.reaching(line) else { return claim.acquire(0, as: 1) ? .inputForNow : .inbox }
    let mark = UInt(bitPattern: turn.toOpaque())
    if claim.glance == mark { return .input }
    return turn._withUnsafeGuaranteedRef { turn in
      // What a turn brings to a join stays together: once something is apart, so is the rest.
      guard apart(in: turn) == nil, claim.acquire(0, as: mark) else { return .apart(turn) }
      turn.reach(self, depth: inputDepth.glance)
      return .input
    }
  }

  /// What a turn has put aside has been taken in: there is room for another.
  @inlinable
  package func free() { claim.store(0) }

  /// Keeps what an input brought where it found no room.
  @usableFromInline
  package func keep(_ deed: @escaping Deed, in room: Room) {
    guard case .apart(let turn) = room else { return learn([deed], in: nil) }
    if let apart = apart(in: turn) {
      apart.deeds.append(deed)
    } else {
      turn.keepsApart = true
      turn.reach(Apart(self, deed), depth: depth)
    }
  }

  private func apart(in turn: Turn) -> Apart? {
    guard turn.keepsApart else { return nil }
    return turn.first { participant in
      (participant as? Apart).flatMap { $0.join === self ? $0 : nil }
    }
  }

  private final class Apart: TurnParticipant {
    let join: Join
    var deeds: [Deed]

    init(_ join: Join, _ deed: @escaping Deed) {
      self.join = join
      deeds = [deed]
    }

    override var depth: UInt { join.depth }

    override func settle(in turn: Turn) { join.learn(deeds, in: turn) }
  }

  // MARK: - When a turn settles

  override var depth: UInt { inputDepth.glance }

  override func settle(in turn: Turn) { speak(in: turn) }

  /// Takes in what was put aside, and says what follows from it.
  @usableFromInline
  package func speak(in turn: Turn?) {
    let thread = currentThread()
    if tryOwn(thread) {
      // Without a turn, what is said may begin one, which ends when the owner leaves.
      if let turn { self.turn = .passUnretained(turn) }
      speech.say(self, takingIn: true)
      if turn != nil { self.turn = nil }
      leave(thread)
    } else {
      let deeds = currentInputs.compactMap { $0.takeOut() }
      free()
      learn(deeds, in: turn)
    }
  }

  /// Learns something that was kept elsewhere, and says what follows from it: now, or in its turn.
  @usableFromInline
  package func learn(_ deeds: [Deed], in turn: Turn?) {
    let thread = currentThread()
    if tryOwn(thread) {
      if let turn { self.turn = .passUnretained(turn) }
      learn(deeds)
      if turn != nil { self.turn = nil }
      leave(thread)
    } else {
      _ = arrive({ [self] in learn(deeds) }, isEnd: false)
    }
  }

  private func learn(_ deeds: [Deed]) {
    for deed in deeds { deed() }
    speech.say(self, takingIn: false)
  }

  @usableFromInline
  package override func receive(_ deed: @escaping Deed) {
    if isOpen { deed() }
  }

  // MARK: - For what is said

  /// Whether an input has brought something since the join last spoke.
  @exclusivity(unchecked) @usableFromInline package var hasNews = false
  /// Whether an input has ended.
  @exclusivity(unchecked) @usableFromInline package var hasEnds = false

  /// Fails, if an input has: then there is nothing else to say.
  @usableFromInline
  package func fails() -> Bool {
    for input in currentInputs {
      if case .failed = input.end, let end = input.end {
        finish(end)
        return true
      }
    }
    return false
  }

  @usableFromInline
  package var currentInputs: [JoinInput<Output>] {
    lock.lock()
    defer { lock.unlock() }
    return inputs
  }
}
