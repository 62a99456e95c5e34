/// A source with any number of observers: what stands behind a ``SignalInput`` and behind sharing.
@usableFromInline
package final class Hub<Value: Sendable>: Serialiser<Event<Value>>, @unchecked Sendable {
  // All of it is the owner's.
  @exclusivity(unchecked) @usableFromInline var observers = ObserverList()
  /// Whether an event is being carried round, so that no observer may change its place.
  @exclusivity(unchecked) private var isWalking = false
  @exclusivity(unchecked) private var end: End?
  /// Who follows the coming and going, while anybody is here.
  @exclusivity(unchecked) private var audience: Audience?

  @usableFromInline
  package init(executor: Executor) { super.init(executor: executor) }

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
  @inlinable
  package func pass(_ value: Value, by line: Line) { _ = bring(.value(value), by: line) }

  package func pass(_ end: End, by line: Line) { _ = arrive(.end(end), isEnd: true, by: line) }

  @inlinable
  @discardableResult
  package func send(_ end: End) -> SendResult { arrive(.end(end), isEnd: true) }

  @inlinable
  package override func receive(_ event: Event<Value>) {
    switch event {
    case .value(let value): carry(value)
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
    isWalking = true
    performRequests()
    isWalking = false
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
    audienceGoes()
  }

  @usableFromInline
  package override func tidy() { if observers.hasVacancies { observers.clearAway() } }

  // MARK: - Observers

  /// Adds an observer, which gets its first event after the one that runs, if one does.
  ///
  /// - Parameter audience: who is told, if this is the first one, and when the last one has gone.
  @inlinable
  package func add(_ downstream: Downstream<Value>, _ line: Line, for audience: Audience? = nil) {
    add(erased: downstream.erased, line, audience)
  }

  @usableFromInline
  func add(erased downstream: Downstream<Never>, _ line: Line, _ audience: Audience?) {
    guard line.connect(to: self) else { return }
    let thread = currentThread()
    if tryOwn(thread) {
      append(downstream, line, audience)
      leave(thread)
    } else {
      asOwner { [self] in append(downstream, line, audience) }
    }
  }

  private func append(_ downstream: Downstream<Never>, _ line: Line, _ audience: Audience?) {
    guard line.isOpen else { return }
    if let end { return tell(downstream, end) }
    let isFirst = observers.isEmpty
    observers.append(downstream, line)
    if isFirst, let audience {
      self.audience = audience
      audience.came()
    }
  }

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
    if tryOwn(thread) {
      let observer = remove(line)
      leave(thread)
      // Here the closures of the user are released: on the thread that cancelled, with nothing held.
      _ = observer
    } else if !isOwned(by: thread) || line.position >= 0 {
      asOwner { [self] in _ = remove(line) }
    }
  }

  private func remove(_ line: Line) -> Observer<Never>? {
    guard line.position >= 0 else { return nil }
    let observer = observers.vacate(line.position)
    if isWalking { hasAfterwork = true } else { observers.clearAway() }
    audienceMayHaveGone()
    return observer
  }

  private func audienceMayHaveGone() {
    guard audience != nil, observers.isEmpty, end == nil else { return }
    audienceGoes()
    // What still waits was on its way to those who left; who comes next begins anew (C2). Only an end stays one.
    for case .end(let end)? in takeBacklog() { self.end = end }
  }

  private func audienceGoes() {
    let gone = audience
    audience = nil
    gone?.went()
  }
}
