import Dispatch

/// A source with any number of observers: what stands behind a ``SignalInput`` and behind sharing.
// Unchecked, as all of its family: see ``Producer``.
@usableFromInline
package final class Hub<Value: Sendable>: Serialiser<Event<Value>>, @unchecked Sendable {
  // All of it is the owner's.
  @exclusivity(unchecked) @usableFromInline var observers = ObserverList()
  /// Whether an event is being carried round, so that no observer may change its place.
  @exclusivity(unchecked) private var isWalking = false
  @exclusivity(unchecked) private var end: End?
  /// Whether this subscribes to what feeds it, at this moment.
  @exclusivity(unchecked) private var isBeginning = false
  /// Whether this begins to listen to what feeds it, or stops, at this moment. For any thread.
  private let feedChanges = AtomicWord(0)
  /// Who follows the coming and going, while anybody is here.
  @exclusivity(unchecked) private var audience: Audience<Value>?
  /// What notes every value, where newcomers are to have some of the past.
  @exclusivity(unchecked) @usableFromInline var memory: Memory<Value>?

  @usableFromInline
  package init(executor: Executor) { super.init(executor: executor) }

  /// A hub of which newcomers get what is remembered. It is fed by `pass`, which notes every value; `send` doesn't.
  package convenience init(memory: Memory<Value>?) {
    self.init(executor: .inline)
    self.memory = memory
  }

  deinit { observers.destroy() }

  // MARK: - Events

  /// Sends a value. The short way, of a source that nobody else uses at the moment, is two atomic steps and the calls.
  @inlinable
  package func send(_ value: Value) -> SendResult {
    let thread = currentThread()
    guard tryOwn(thread) else { return arrive(.value(value), isEnd: false) }
    carry(value)
    leaveAfterEvent(thread)
    return .delivered
  }

  /// Passes on what comes from above: a turn that began further up goes on here.
  ///
  /// The owner closes the line when nobody listens any more, and others may come then, for whom it is listened anew. So a
  /// value that is on its way here at that time counts only if the line is still open when its turn comes.
  @inlinable
  package func pass(_ value: Value, by line: Line) {
    let thread = currentThread()
    guard tryOwn(thread) else {
      _ = arrive(.value(value), isEnd: false, by: line, whileOpen: line)
      return
    }
    if line.isOpen {
      wayIn = .passUnretained(line)
      receive(.value(value))
      wayIn = nil
    }
    leaveAfterEvent(thread)
  }

  package func pass(_ end: End, by line: Line) { _ = arrive(.end(end), isEnd: true, by: line) }

  @inlinable
  @discardableResult
  package func send(_ end: End) -> SendResult { arrive(.end(end), isEnd: true) }

  /// The end of a source to which nobody refers any more. All that it has accepted goes before that, also where it is a
  /// handler that has let go of it (C1).
  package func finishLast() { _ = arrive(.end(.finished), isEnd: true, isLast: true) }

  @inlinable
  package override func receive(_ event: Event<Value>) {
    switch event {
    case .value(let value):
      if let memory { memory.note(value, by: self) }
      carry(value)
    case .end(let end): carry(end)
    }
  }

  /// Calls those who were observers when the event began, but for those who have been cancelled since.
  @inlinable
  func carry(_ value: Value) {
    let bound = observers.count
    var index = 0
    while index < bound {
      // The observer is borrowed where it lies, so that calling it retains nothing. Nobody moves it: whatever changes
      // the observers waits until the call has returned.
      do { try observers.place(index, of: Value.self).pointee.observe(value) } catch { fail(at: index, error) }
      index += 1
      if hasRequests { performRequestsWhileWalking() }
    }
  }

  /// An operator of this observer has thrown: everything below it ends, and everything above it is let go of (C14).
  @usableFromInline
  @inline(never)
  func fail(at index: Int, _ error: any Error) {
    hasAfterwork = true
    let failed = observers.vacate(index)
    failed.downstream.end(.failed(error))
    audienceMayHaveGone()
  }

  @usableFromInline
  @inline(never)
  func performRequestsWhileWalking() {
    let outer = isWalking
    isWalking = true
    performRequests()
    isWalking = outer
  }

  /// Hands the end to everybody and keeps nobody.
  @usableFromInline
  func carry(_ end: End) {
    self.end = end
    var index = 0
    while index < observers.count {
      if !observers.isVacant(index) {
        let observer = observers.vacate(index)
        // Requests wait here until everybody has the end: who comes now gets it after them (C4).
        if observer.line.isOpen { observer.downstream.end(end) }
      }
      index += 1
    }
    observers.clearAway()
    // Who comes now gets what its audience remembers, and the end.
    memory = nil
    let gone = audience
    audience = nil
    gone?.ended()
  }

  @usableFromInline
  package override func tidy() { if observers.hasVacancies { observers.clearAway() } }

  // MARK: - Being fed

  /// Subscribes to what feeds this, in the owner.
  package func begin(_ subscribe: () -> Void) {
    isBeginning = true
    subscribe()
    isBeginning = false
  }

  /// Delivers a value that comes within that subscribing at once, if it is one. So what brings values without end, as a
  /// sequence may, hears between two of them that nobody wants more.
  package func passWhileBeginning(_ value: Value, by line: Line) -> Bool {
    guard isOwned(by: currentThread()), isBeginning, own.isEmpty, followingIndex == following.count else {
      return false
    }
    isBeginning = false
    interpose {
      wayIn = .passUnretained(line)
      receive(.value(value))
    }
    isBeginning = true
    return true
  }

  // MARK: - Observers

  /// Adds an observer, which gets its first event after the one that runs, if one does.
  ///
  /// - Parameter audience: who is told, if this is the first one, and when the last one has gone; and what remembers.
  @inlinable
  package func add(_ downstream: Downstream<Value>, _ line: Line, for audience: Audience<Value>? = nil) {
    add(erased: downstream.erased, line, audience)
  }

  @usableFromInline
  func add(erased downstream: Downstream<Never>, _ line: Line, _ audience: Audience<Value>?) {
    guard line.connect(to: self) else { return }
    let thread = currentThread()
    guard !tryOwnBriefly(thread) else {
      append(downstream, line, audience)
      return leaveBriefly(thread)
    }
    let coming = audience == nil ? nil : Coming()
    let isOwner = isOwned(by: thread)
    if ownBriefly(
      thread,
      orLater: { [self] in
        append(downstream, line, audience)
        coming?.isOver.store(1)
      })
    {
      append(downstream, line, audience)
      leaveBriefly(thread)
    } else if let coming, !isOwner {
      waitForFeed(until: coming)
    }
  }

  /// Somebody else is making this listen, or stop: who comes meanwhile isn't there until that is over, and what it sends
  /// after its subscribing would be lost (C12).
  ///
  /// But it doesn't wait for ever, because what is subscribed to is foreign and may wait for this very thread.
  private func waitForFeed(until coming: Coming) {
    var patience = Patience()
    let start = DispatchTime.now().uptimeNanoseconds
    while coming.isOver.value == 0,
      feedChanges.value != 0 || SerialiserState(word: word.value).has(SerialiserState.brief),
      DispatchTime.now().uptimeNanoseconds - start < 100_000_000
    {
      patience.giveWay()
    }
  }

  /// That of somebody who has to wait for it.
  private final class Coming: Sendable {
    let isOver = AtomicWord(0)
  }

  /// Has those who came meanwhile come before what was begun is taken for over.
  private func changeFeed(_ change: () -> Void) {
    let isOutermost = feedChanges.value == 0
    feedChanges.store(1)
    stay()
    change()
    guard isOutermost else { return }
    while hasRequests { performRequestsWhileWalking() }
    feedChanges.store(0)
  }

  private func append(_ downstream: Downstream<Never>, _ line: Line, _ audience: Audience<Value>?) {
    guard line.isOpen else { return }
    // Otherwise nobody is called here, and nobody has to wait.
    if end != nil || audience?.memory != nil { stay() }
    if let memory = audience?.memory {
      recall(memory, to: downstream, line)
      // It may have had enough.
      guard line.isOpen else { return }
    }
    if let end { return tell(downstream, end) }
    let isFirst = observers.isEmpty
    observers.append(downstream, line)
    if isFirst, let audience {
      self.audience = audience
      changeFeed { audience.came() }
    }
  }

  /// Gives a newcomer what is remembered, each value as an event of its own.
  private func recall(_ memory: Memory<Value>, to downstream: Downstream<Never>, _ line: Line) {
    // What was erased on its way here: both are laid out the same (see `erased`), and it was one of this hub's values.
    let newcomer = unsafeBitCast(downstream, to: Downstream<Value>.self)
    memory.recall { value in
      var isOpen = true
      interpose { isOpen = newcomer.deliver(value) }
      return isOpen && line.isOpen
    }
  }

  /// Forgets everything, and notes nothing more. From any thread.
  package func forget() { asOwner { [self] in memory = nil } }

  /// Whether any observer still wants what comes. The owner's.
  var isHeard: Bool { observers.hasOpen }

  /// Somebody came after the end: it is all that is left, and comes where everything of this source does (C9).
  private func tell(_ downstream: Downstream<Never>, _ end: End) {
    if executor.isInline {
      downstream.end(end)
    } else {
      schedule { downstream.end(end) }
    }
  }

  @usableFromInline
  package override func detach(_ line: Line) {
    let thread = currentThread()
    if isOwned(by: thread), line.position < 0 { return }
    guard tryOwnBriefly(thread) || ownBriefly(thread, orLater: { [self] in _ = remove(line) }) else { return }
    let observer = remove(line)
    leaveBriefly(thread)
    // Here the closures of the user are released: on the thread that cancelled, with nothing held.
    _ = observer
  }

  private func remove(_ line: Line) -> Observer<Never>? {
    guard line.position >= 0 else { return nil }
    let observer = observers.vacate(line.position)
    if isWalking { hasAfterwork = true } else { observers.clearAway() }
    audienceMayHaveGone()
    return observer
  }

  private func audienceMayHaveGone() {
    guard observers.isEmpty, end == nil, let gone = audience else { return }
    audience = nil
    changeFeed {
      guard gone.left() else { return }
      // What still waits was on its way to those who left; who comes next begins anew (C2). Only an end stays one.
      for case .end(let end)? in takeBacklog() { self.end = end }
    }
  }
}
