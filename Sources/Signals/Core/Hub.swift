/// A source with any number of observers: what stands behind a ``SignalInput`` and behind sharing.
///
/// Subscribing and cancelling take the same time however many observers there are: a cancelled one leaves a vacancy,
/// and the vacancies are cleared away when they are more than half.
@usableFromInline
package final class Hub<Value: Sendable>: Serialiser<Event<Value>>, @unchecked Sendable {
  /// The observers in the order of their subscription (C4), with vacancies. The owner's.
  @exclusivity(unchecked) @usableFromInline var observers: UnsafeMutablePointer<Observer<Value>>
  @exclusivity(unchecked) @usableFromInline var count = 0
  @exclusivity(unchecked) private var capacity = 1
  @exclusivity(unchecked) private var vacancies = 0
  /// Whether an event is being carried round, so that no observer may change its place.
  @exclusivity(unchecked) @usableFromInline var isWalking = false
  @exclusivity(unchecked) private var end: End?
  /// Who follows the coming and going, while anybody is here.
  @exclusivity(unchecked) private var audience: Audience<Value>?

  @usableFromInline
  package init(executor: Executor) {
    observers = .allocate(capacity: 1)
    super.init(executor: executor)
  }

  deinit {
    observers.deinitialize(count: count)
    observers.deallocate()
  }

  // MARK: - Events

  /// Sends a value. The short way, of a source that nobody else uses at the moment, is two atomic steps and the calls.
  @inlinable
  package func send(_ value: Value) -> SendResult {
    let thread = currentThread()
    guard word.glance == 0, tryOwn(thread) else { return arrive(.value(value), isEnd: false) }
    carry(value)
    leave(thread)
    return .delivered
  }

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
    let bound = count
    var index = 0
    while index < bound {
      // The element is borrowed where it lies, so that calling it retains nothing. Nobody moves it: whatever changes
      // the observers waits until the call has returned.
      do { try observers[index].observe(value) } catch { fail(at: index, error) }
      index += 1
      if hasRequests { performRequestsWhileWalking() }
    }
  }

  /// An operator of this observer has thrown: everything below it ends, and everything above it is let go of (C14).
  @usableFromInline
  @inline(never)
  func fail(at index: Int, _ error: any Error) {
    let failed = vacate(index)
    hasAfterwork = true
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
    while index < count {
      if !observers[index].isVacant { vacate(index).downstream.end(end) }
      index += 1
      if hasRequests { performRequestsWhileWalking() }
    }
    clearAway()
    audienceGoes()
  }

  // MARK: - Observers

  /// Adds an observer, which gets its first event after the one that runs, if one does.
  ///
  /// - Parameter audience: who is told, if this is the first one, and when the last one has gone.
  @usableFromInline
  package func add(_ downstream: Downstream<Value>, _ line: Line, for audience: Audience<Value>? = nil) {
    guard line.connect(to: self) else { return }
    let thread = currentThread()
    if word.glance == 0, tryOwn(thread) {
      append(downstream, line, audience)
      leave(thread)
    } else {
      asOwner { [self] in append(downstream, line, audience) }
    }
  }

  private func append(_ downstream: Downstream<Value>, _ line: Line, _ audience: Audience<Value>?) {
    guard line.isOpen else { return }
    if let end { return tell(downstream, end) }
    if count == capacity { grow() }
    (observers + count).initialize(to: Observer(downstream, line))
    line.position = count
    count += 1
    if count - vacancies == 1, let audience {
      self.audience = audience
      audience.came(to: self)
    }
  }

  /// Somebody came after the end: it is all that is left, and comes where everything of this source does (C9).
  private func tell(_ downstream: Downstream<Value>, _ end: End) {
    if executor.isInline {
      downstream.end(end)
    } else {
      schedule { downstream.end(end) }
    }
  }

  @usableFromInline
  package override func detach(_ line: Line) {
    let thread = currentThread()
    if word.glance == 0, tryOwn(thread) {
      let observer = remove(line)
      leave(thread)
      // Here the closures of the user are released: on the thread that cancelled, with nothing held.
      _ = observer
    } else if SerialiserState(word: word.glance).owner != thread || line.position >= 0 {
      asOwner { [self] in _ = remove(line) }
    }
  }

  private func remove(_ line: Line) -> Observer<Value>? {
    guard line.position >= 0 else { return nil }
    let observer = vacate(line.position)
    if isWalking { hasAfterwork = true } else { clearAway() }
    audienceMayHaveGone()
    return observer
  }

  private func audienceMayHaveGone() {
    guard audience != nil, count == vacancies, end == nil else { return }
    audienceGoes()
    // What still waits was on its way to those who left; who comes next begins anew (C2). Only an end stays one.
    for case .end(let end)? in takeBacklog() { self.end = end }
  }

  private func audienceGoes() {
    let gone = audience
    audience = nil
    gone?.went(from: self)
  }

  // MARK: - Places

  /// Takes an observer out and leaves a vacancy.
  private func vacate(_ index: Int) -> Observer<Value> {
    let place = observers + index
    let observer = place.move()
    place.initialize(to: .vacant())
    observer.line.position = -1
    vacancies += 1
    return observer
  }

  @usableFromInline
  package override func tidy() { clearAway() }

  private func clearAway() {
    while count > 0, observers[count - 1].isVacant {
      count -= 1
      (observers + count).deinitialize(count: 1)
      vacancies -= 1
    }
    guard vacancies > 16, vacancies > count / 2 else { return }
    var kept = 0
    for index in 0..<count {
      if observers[index].isVacant {
        (observers + index).deinitialize(count: 1)
      } else {
        if kept != index { (observers + kept).moveInitialize(from: observers + index, count: 1) }
        observers[kept].line.position = kept
        kept += 1
      }
    }
    count = kept
    vacancies = 0
  }

  private func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Observer<Value>>.allocate(capacity: capacity)
    larger.moveInitialize(from: observers, count: count)
    observers.deallocate()
    observers = larger
  }
}

/// Who wants to know that a hub's first observer came, and that its last one went. Called by the hub's owner.
// Unchecked, because what it keeps belongs to that owner.
@usableFromInline
package class Audience<Value: Sendable>: @unchecked Sendable {
  func came(to hub: Hub<Value>) { preconditionFailure("An audience has to say what its coming starts.") }
  func went(from hub: Hub<Value>) { preconditionFailure("An audience has to say what its going ends.") }
}
