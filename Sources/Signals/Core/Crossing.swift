/// An operator of several signals, or of a signal and time: what comes happens to its `State`, one thing at a time.
///
/// It is for all operators that the benchmarks don't ask more of. One says what it keeps, and what it does at each event:
///
/// ```swift
/// let crossing = Crossing(false, downstream, line)
/// let inputs = crossing.makeInputs(2)
/// guard line.connect(to: crossing) else { return }
/// crossing.listen(to: gate, by: inputs[0]) { crossing, event in … }
/// crossing.listen(to: self, by: inputs[1]) { crossing, event in … }
/// ```
///
/// The closures don't capture the crossing but get it, so that nothing that it keeps refers back to it. An error that one
/// of them throws fails the signal (C14).
// Unchecked, as all of its family: see ``Producer``.
@usableFromInline
package final class Crossing<State, Output: Sendable>: Junction<Deed, Output>, @unchecked Sendable {
  // All of it is the owner's.
  /// What the operator keeps. When nobody below wants anything any more, it is again as it was at the beginning.
  @exclusivity(unchecked) @usableFromInline package var state: State
  private let blank: State
  /// What is to be called off or told when nobody below wants anything any more.
  @exclusivity(unchecked) private var closing: ContiguousArray<any Cancellable> = []
  /// Set while this subscribes to something in the course of an event.
  @exclusivity(unchecked) @usableFromInline var subscribing: UnsafeMutablePointer<Surroundings>?
  /// Whether an end is being dealt with that came at once.
  @exclusivity(unchecked) @usableFromInline var isConcluding = false

  /// - Parameter state: what the operator keeps at the beginning. Nothing in it is the user's.
  @usableFromInline
  package init(_ state: State, _ downstream: Downstream<Output>, _ line: Line) {
    self.state = state
    blank = state
    super.init(downstream, line)
  }

  /// All lines to what is above have to be there before the first signal is listened to, which may end everything.
  package func makeInputs(_ count: Int) -> [Line] { (0..<count).map { _ in makeInput() } }

  // MARK: - What comes in

  /// What an operator does at an event, in the crossing's owner.
  @usableFromInline
  package typealias Act<Value: Sendable> = @Sendable (_ crossing: Crossing, _ event: Event<Value>) throws -> Void

  /// Subscribes to a signal when the operator itself is subscribed to.
  @inlinable
  package func listen<Value>(to signal: Signal<Value>, by line: Line, _ act: @escaping Act<Value>) {
    guard line.isOpen else { return }
    signal.attach(Entrance(self, line, isDirect: false, act).downstream, line)
  }

  /// Subscribes to a signal in the course of an event: what that brings at once belongs to the turn of the event.
  ///
  /// Values that come at once are dealt with at once, as part of that event: whatever else waits here comes after them.
  /// So does an end, before this returns; unless it is in the course of such an end that this subscribes: then the next
  /// end comes after it, so that any number of them doesn't deepen the stack. Where nobody wants anything any more,
  /// nothing is subscribed to.
  ///
  /// - Parameter line: one from `makeLine()`.
  @inlinable
  package func subscribe<Value>(to signal: Signal<Value>, by line: Line, _ act: @escaping Act<Value>) {
    guard isWanted else { return }
    let entrance = Entrance(self, line, isDirect: true, act)
    let outer = subscribing
    Surroundings.put(up: turnUnderWay(currentThread())) { surroundings in
      subscribing = surroundings
      signal.attach(entrance.downstream, line)
    }
    subscribing = outer
    entrance.isSubscribed = true
    if let end = entrance.endAtOnce {
      conclude { try act(self, .end(end)) }
    } else if line.isOpen {
      addInput(line)
      // Who cancelled meanwhile didn't know of the line.
      if !isWanted { line.cancel() }
    }
  }

  @inlinable
  func conclude(_ deed: () throws -> Void) {
    guard isWanted else { return }
    isConcluding = true
    perform { _ in try deed() }
    isConcluding = false
  }

  /// Has the owner do something, from any thread: now if nothing else is being done, else in its turn.
  package func enter(_ deed: @escaping @Sendable (Crossing) throws -> Void) {
    let thread = currentThread()
    if tryOwn(thread) {
      perform(deed)
      leave(thread)
    } else {
      _ = arrive({ [self] in perform(deed) }, isEnd: false)
    }
  }

  @inlinable
  func perform(_ deed: (Crossing) throws -> Void) {
    guard isOpen else { return }
    do { try deed(self) } catch { finish(.failed(error)) }
  }

  @usableFromInline
  package override func receive(_ deed: @escaping Deed) { deed() }

  /// Drops an input, with all that came from it and waits.
  @usableFromInline
  package func drop(_ line: Line) {
    line.isDropped = true
    removeInput(line)
    line.cancel()
  }

  // MARK: - What goes out

  /// Passes a value on.
  @inlinable
  package func pass(_ value: Output) {
    guard let subscribing else { return emit(value) }
    outside(subscribing) { emit(value) }
  }

  /// Passes the end on: see ``Junction/finish(_:)``.
  @usableFromInline
  package override func finish(_ end: End) {
    guard let subscribing else { return super.finish(end) }
    outside(subscribing) { super.finish(end) }
  }

  /// Handlers below are outside of the subscribing: what they send are events of their own.
  @inlinable
  func outside(_ subscribing: UnsafeMutablePointer<Surroundings>, _ body: () -> Void) {
    let turn = subscribing.pointee.turn
    self.subscribing = nil
    subscribing.pointee.turn = subscribing.pointee.outerTurn
    body()
    subscribing.pointee.turn = turn
    self.subscribing = subscribing
  }

  /// Passes an event on.
  package func pass(_ event: Event<Output>) {
    switch event {
    case .value(let value): pass(value)
    case .end(let end): finish(end)
    }
  }

  // MARK: - Time

  /// Does something when a while has passed, unless it is called off, or nobody below wants anything any more.
  @discardableResult
  package func schedule(
    after delay: Duration, leeway: Duration = .zero, on scheduler: any Scheduler,
    _ deed: @escaping @Sendable (Crossing) throws -> Void
  ) -> CrossingTimer {
    let timer = CrossingTimer()
    guard isOpen else { return timer }
    closing.append(timer)
    timer.scheduled = scheduler.schedule(after: delay, leeway: leeway) { [self] in
      enter { crossing in
        guard timer.isArmed else { return }
        crossing.cancel(timer)
        try deed(crossing)
      }
    }
    return timer
  }

  /// Calls a timer off. In the owner.
  package func cancel(_ timer: CrossingTimer) {
    timer.cancel()
    closing.removeAll { $0 === timer }
  }

  // MARK: - The end of it

  /// Calls `action` when nobody below wants anything any more: at the end, or when this is cancelled.
  package func whenClosed(_ action: @escaping () -> Void) {
    guard isOpen else { return action() }
    closing.append(ClosingAction(action))
  }

  @usableFromInline
  package override func letGo() {
    let gone = state
    state = blank
    let cancellables = closing
    closing = []
    for cancellable in cancellables { cancellable.cancel() }
    _ = gone
  }

  // MARK: - Entrances

  /// Whether this thread is subscribing to something, and no handler is running.
  @inlinable
  func isSubscribing(_ thread: UInt) -> Bool { isOwned(by: thread) && subscribing != nil }
}

/// Where a signal comes into a crossing.
@usableFromInline
final class Entrance<State, Value: Sendable, Output: Sendable>: Receiver {
  @usableFromInline let crossing: Crossing<State, Output>
  @usableFromInline let line: Line
  @usableFromInline let isDirect: Bool
  @usableFromInline let act: Crossing<State, Output>.Act<Value>

  /// The end, where it came while the crossing was subscribing here.
  @exclusivity(unchecked) @usableFromInline var endAtOnce: End?
  /// Whether it has done so. From then on what comes takes its place behind what waits, be it from here or elsewhere.
  @exclusivity(unchecked) @usableFromInline var isSubscribed = false

  @inlinable
  init(
    _ crossing: Crossing<State, Output>, _ line: Line, isDirect: Bool,
    _ act: @escaping Crossing<State, Output>.Act<Value>
  ) {
    self.crossing = crossing
    self.line = line
    self.isDirect = isDirect
    self.act = act
  }

  @inlinable var downstream: Downstream<Value> {
    Downstream(receiver: self) { value, receiver in
      unsafeDowncast(receiver, to: Entrance<State, Value, Output>.self).bring(value)
    }
  }

  @inlinable
  func bring(_ value: Value) {
    guard line.isOpen else { return }
    if isDirect, crossing.isSubscribing(currentThread()), !isSubscribed {
      // The line is open, so somebody wants it.
      do { try act(crossing, .value(value)) } catch { crossing.finish(.failed(error)) }
      // What is above may go on without end, and see only this line.
      if !crossing.isWanted { line.cancel() }
    } else {
      bring(.value(value))
    }
  }

  @usableFromInline
  override func receive(_ end: End) {
    guard line.cancel() else { return }
    if isDirect, crossing.isSubscribing(currentThread()), !isSubscribed, !crossing.isConcluding {
      endAtOnce = end
    } else {
      endLater(end)
    }
  }

  // Apart, since it needs what looks up types at run time.
  @inline(never)
  private func endLater(_ end: End) { bring(.end(end)) }

  @inlinable
  func bring(_ event: Event<Value>) {
    let thread = currentThread()
    if crossing.tryOwn(thread) {
      crossing.wayIn = .passUnretained(line)
      perform(event)
      crossing.wayIn = nil
      crossing.leave(thread)
    } else {
      _ = crossing.arrive({ [self] in perform(event) }, isEnd: false, by: line)
    }
  }

  @inlinable
  @inline(__always)
  func perform(_ event: Event<Value>) {
    guard !line.isDropped else { return }
    // Not before: whoever subscribes may still be about to add it.
    if case .end = event { crossing.removeInput(line) }
    crossing.perform { try act($0, event) }
  }
}

/// Something that a crossing will do. It belongs to the crossing's owner.
// Unchecked for that reason.
package final class CrossingTimer: Cancellable, @unchecked Sendable {
  fileprivate(set) var isArmed = true
  fileprivate var scheduled: (any Cancellable & Sendable)?

  package func cancel() {
    isArmed = false
    scheduled?.cancel()
    scheduled = nil
  }
}

private final class ClosingAction: Cancellable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func cancel() { action() }
}
