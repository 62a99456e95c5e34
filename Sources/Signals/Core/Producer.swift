import Dispatch

/// What a line hangs on: a source, or an operator that has a serialiser of its own. One thread at a time owns it.
///
/// Here is all that has nothing to do with the type of the events: who the owner is, and how subscribing and cancelling
/// wait for it to be between two handlers. The events are in ``Serialiser``; the steps between threads are in
/// ``SerialiserState``.
///
/// Lock rules: `lock` guards the requests, what waits in a backlog, and every change of the word but the first and the
/// last of an uncontended use. All else belongs to the owner. Nothing is called under it, and nothing of the user's is
/// released (C7).
// Unchecked for the whole family, because what a producer keeps belongs to its owner, or is guarded by the lock.
@usableFromInline
package class Producer: TurnParticipant, @unchecked Sendable {
  @usableFromInline final let word: AtomicWord
  @usableFromInline final let lock = Lock()
  @usableFromInline final let executor: Executor

  // Guarded by the lock.
  @exclusivity(unchecked) private final var requests: ContiguousArray<() -> Void> = []
  /// Where a producer without a queue is drained when threads meet: see `schedule`.
  @exclusivity(unchecked) final var handOver: DispatchQueue?

  private final let presence = LiveObject()
  /// The lines to what is above, and how many joins lie below those. Guarded by the lock.
  @exclusivity(unchecked) private final var inputs: ContiguousArray<Line> = []
  @usableFromInline final let inputDepth: AtomicWord
  /// How many joins this adds to those below it: one, if it is a join itself.
  private final let weight: UInt
  /// What is seen of this, where the graph is recorded. Guarded by the lock, where it isn't there from the beginning.
  @exclusivity(unchecked) private final var node: GraphNode?

  /// Whether the owner has more to do than to leave. The owner's.
  @exclusivity(unchecked) @usableFromInline final var hasAfterwork = false
  /// The line by which the event under way came, where it came inline and its way began further up. The owner's.
  @exclusivity(unchecked) @usableFromInline final var wayIn: Unmanaged<Line>?
  /// The turn of the event under way, if a join has asked for it or an operator above has told. The owner's.
  @exclusivity(unchecked) final var turn: Unmanaged<Turn>?
  /// The turn of the events that begin their way here: the same one for each, since they come one after the other.
  // Kept by hand, so that looking at it retains nothing.
  @exclusivity(unchecked) private final var ownTurn: Unmanaged<Turn>?

  @usableFromInline
  init(executor: Executor, depth: UInt = 0, weight: UInt = 0) {
    self.executor = executor
    self.weight = weight
    word = AtomicWord(executor.isInline ? 0 : SerialiserState.remote)
    inputDepth = AtomicWord(depth + weight)
    super.init()
  }

  deinit { ownTurn?.release() }

  /// Lets go of what hangs on `line` and calls it no more: at once where nothing is being delivered, else when the
  /// handler that runs has returned (C8). Called once the line is closed.
  @usableFromInline
  package func detach(_ line: Line) {
    preconditionFailure("A producer has to say how a line leaves it.")
  }

  /// Does what is left for the owner to do, and leaves.
  @usableFromInline
  func leaveSlowly(_ thread: UInt) {
    preconditionFailure("A producer has to say what its owner does before it leaves.")
  }

  /// Calls `action` when no handler that began before this call is running any more.
  final func whenQuiet(_ action: @escaping @Sendable () -> Void) { asOwner(action) }

  /// Takes one step of the state machine, and answers what the thread has to do.
  @inlinable
  final func change<Answer>(_ step: (inout SerialiserState) -> Answer) -> Answer {
    while true {
      let before = word.value
      var after = SerialiserState(word: before)
      let answer = step(&after)
      if after.word == before || word.replace(before, by: after.word) { return answer }
    }
  }

  @inlinable
  final func isOwned(by thread: UInt) -> Bool { SerialiserState(word: word.glance).owner == thread }

  // MARK: - Owning for a moment

  /// Makes this thread the owner if nobody delivers and nothing waits. It then has to `leave`.
  @inlinable
  final func tryOwn(_ thread: UInt) -> Bool { word.glance == 0 && word.acquire(0, as: thread) }

  /// The same, for what takes no time and calls nobody: who brings an event meanwhile waits. The owner then has to
  /// `leaveBriefly`, or to `stay` if it turns out to take time.
  @inlinable
  final func tryOwnBriefly(_ thread: UInt) -> Bool {
    word.glance == 0 && word.acquire(0, as: thread | SerialiserState.brief)
  }

  @usableFromInline
  final func stay() { word.clear(SerialiserState.brief) }

  @inlinable
  final func leaveBriefly(_ thread: UInt) {
    if !hasAfterwork, word.release(thread | SerialiserState.brief, as: 0) { return }
    stay()
    leave(thread)
  }

  @inlinable
  final func leave(_ thread: UInt) {
    if hasAfterwork || !word.release(thread, as: 0) { leaveSlowly(thread) }
  }

  /// Does `action` as the owner: now if nobody delivers, else at the end of the handler that runs.
  final func asOwner(_ action: @escaping () -> Void) {
    let thread = currentThread()
    lock.lock()
    let admission = change { $0.admit(thread) }
    if admission == .afterHandler { requests.append(action) }
    lock.unlock()
    if admission == .perform {
      action()
      leave(thread)
    }
  }

  /// Makes this thread the owner for a moment, as `tryOwnBriefly` does, though something waits; or, where somebody
  /// delivers, leaves `request` to be done at the end of the handler that runs, and answers false.
  final func ownBriefly(_ thread: UInt, orLater request: @escaping () -> Void) -> Bool {
    lock.lock()
    let admission = change { $0.admit(thread, briefly: true) }
    if admission == .afterHandler { requests.append(request) }
    lock.unlock()
    return admission == .perform
  }

  @inlinable
  final var hasRequests: Bool { SerialiserState(word: word.glance).has(SerialiserState.requests) }

  /// The owner does what others asked for while it was delivering.
  @usableFromInline
  final func performRequests() {
    var taken: ContiguousArray<() -> Void> = []
    lock.lock()
    swap(&taken, &requests)
    change { $0.takeRequests() }
    lock.unlock()
    for request in taken { request() }
  }

  // MARK: - The turn of the event under way

  /// Called on the thread that owns this.
  @usableFromInline
  final func turnUnderWay(_ thread: UInt) -> Unmanaged<Turn> {
    if let turn { return turn }
    var producer = Unmanaged.passUnretained(self)
    while let way = producer._withUnsafeGuaranteedRef({ $0.wayIn }),
      let above = way._withUnsafeGuaranteedRef({ $0.producer(ownedBy: thread) })
    {
      producer = above
      if let turn = above._withUnsafeGuaranteedRef({ $0.turn }) { return turn }
    }
    return producer._withUnsafeGuaranteedRef { $0.beginTurn() }
  }

  @inline(__always)
  private final func beginTurn() -> Unmanaged<Turn> {
    hasAfterwork = true
    if let surrounding = Surroundings.turn {
      turn = surrounding
      return surrounding
    }
    let begun = ownTurn ?? .passRetained(Turn())
    ownTurn = begun
    turn = begun
    return begun
  }

  /// The turn of the event under way, where that waited here and was sent in one.
  final var resumedTurn: Unmanaged<Turn>? { turn }

  /// The event has been everywhere that it goes from here.
  @usableFromInline
  final func endTurn() {
    guard let ended = turn else { return }
    turn = nil
    guard let ownTurn, ownTurn.toOpaque() == ended.toOpaque() else { return }
    if !ended._withUnsafeGuaranteedRef({ $0.end() }) {
      // Events of it still wait, and keep it. What comes next gets another.
      self.ownTurn = nil
      ended.release()
    }
  }

  /// Delivers an event in the middle of whatever is under way here, as a turn of its own.
  final func interpose(_ deliver: () -> Void) {
    let outer = (wayIn, turn, ownTurn)
    (wayIn, turn, ownTurn) = (nil, nil, nil)
    deliver()
    endTurn()
    ownTurn?.release()
    (wayIn, turn, ownTurn) = outer
  }

  /// Delivers an event that waited here for the one before it, as part of the turn in which it was sent.
  @usableFromInline
  final func resume(_ turn: Turn, _ deliver: () -> Void) {
    self.turn = .passUnretained(turn)
    deliver()
    self.turn = nil
    turn.eventHasBeenEverywhere()
  }

  // MARK: - The lines to what is above

  /// A new line to something above.
  @usableFromInline
  package final func makeInput() -> Line {
    lock.lock()
    let line = Line(depth: inputDepth.glance, trace: node.map { LineTrace(to: $0) })
    append(line)
    lock.unlock()
    return line
  }

  /// A line to something that is about to be subscribed to. It counts as an input from `addInput(_:)` on.
  @usableFromInline
  final func makeLine() -> Line { Line(depth: inputDepth.glance, trace: node.map { LineTrace(to: $0) }) }

  @usableFromInline
  final func addInput(_ line: Line) {
    lock.lock()
    append(line)
    let depth = inputDepth.glance
    lock.unlock()
    line.deepen(to: depth)
  }

  /// Under the lock.
  private final func append(_ line: Line) {
    line.inputPosition = Int32(inputs.count)
    inputs.append(line)
  }

  /// Forgets a line that is closed. That takes the same time however many there are.
  @usableFromInline
  final func removeInput(_ line: Line) {
    lock.lock()
    let index = Int(line.inputPosition)
    if index < inputs.count, inputs[index] === line {
      inputs.swapAt(index, inputs.count - 1)
      inputs[index].inputPosition = line.inputPosition
      inputs.removeLast()
    }
    lock.unlock()
    // The caller has the line, so nothing went with it.
  }

  final var openInputs: [Line] {
    lock.lock()
    defer { lock.unlock() }
    return inputs.filter(\.isOpen)
  }

  @usableFromInline
  final func takeInputs() -> ContiguousArray<Line> {
    lock.lock()
    let taken = inputs
    inputs = []
    lock.unlock()
    return taken
  }

  /// Learns that there are so many joins below, and tells those above (C10).
  final func deepen(to depth: UInt) {
    let above = depth + weight
    lock.lock()
    let isNews = above > inputDepth.glance
    var lines: ContiguousArray<Line> = []
    if isNews {
      inputDepth.store(above)
      lines = inputs
    }
    lock.unlock()
    guard isNews else { return }
    if weight > 0 { Turn.deepenings.add(1) }
    for line in lines { line.deepen(to: above) }
  }

  // MARK: - What is seen of it

  /// This is what the uppermost node on the line below does. Called before anybody else knows of this.
  @usableFromInline
  final func show(on trace: LineTrace) { show(as: trace.top) }

  private final func show(as node: GraphNode) {
    self.node = node
    if let queue = executor.label { node.recorder.locked { _ in node.queue = queue } }
  }

  /// This is part of another, and both are one node. Called in the same place.
  final func show(like other: Producer) { node = other.node }

  /// The node that this is, for everybody who observes it.
  final func node(seenAs making: Making, by recorder: GraphRecorder) -> GraphNode {
    lock.lock()
    let present = node
    lock.unlock()
    if let present { return present }
    let new = recorder.makeNode(making, at: making.place, queue: executor.label)
    lock.lock()
    let first = node ?? new
    node = first
    lock.unlock()
    return first
  }
}
