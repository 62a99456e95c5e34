public import Signals

/// A scheduler whose time passes when a test says so, and then at once (C15).
///
/// ```swift
/// let clock = VirtualScheduler()
/// let recorder = Recorder(query.signal.debounce(for: .milliseconds(300), on: clock))
/// query.send("a")
/// clock.advance(by: .milliseconds(299))
/// #expect(recorder.history == [])
/// clock.advance(by: .milliseconds(1))
/// #expect(recorder.history == ["a"])
/// #expect(clock.pending == 0)  // no timer is left behind
/// ```
///
/// Actions run in order of their time, and in the order in which they were scheduled where that is the same. They run
/// one at a time, on the thread that lets time pass, and `elapsed` is then the very time that they asked for: leeway is
/// never used. What an action schedules runs within the same advance, if its time comes in it.
///
/// It may be used from any thread. Time passes in one call at a time; see ``advance(by:)``.
public final class VirtualScheduler: Scheduler {
  fileprivate typealias Action = @Sendable () -> Void

  fileprivate struct State {
    var now = Duration.zero
    var agenda = Agenda<Action>()
    /// Whether some thread lets time pass at the moment, and how far.
    var isPassing = false
    var target = Duration.zero
    /// Time passes until nothing is left, however long that takes.
    var isOpenEnded = false
    /// How many actions may still run.
    var allowance = 0
  }

  private let state = Guarded(State())

  /// The time begins at nought.
  public init() {}

  /// How much time has passed: within an action, the time for which it was scheduled.
  public var elapsed: Duration { state.change { $0.now } }

  /// How many actions wait for their time. Those that were cancelled don't.
  public var pending: Int { state.change { $0.agenda.count } }

  /// Schedules `action` at `delay` from now; where that is nought or less, for the next time that time passes, if only
  /// by nothing.
  public func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable & Sendable {
    let key = state.change { $0.agenda.insert(action, at: $0.now + max(delay, .zero)) }
    return VirtualTimer(self, key)
  }

  /// Lets time pass, and runs everything whose time comes, what is scheduled meanwhile included.
  ///
  /// Called where time passes already, inside an action or while another thread is at it, it returns at once, and the
  /// span is added to what that other call has before it: actions never run inside each other, and the time is always
  /// the sum of all spans.
  ///
  /// More than a million actions in one call are an endless loop, which is stopped by a trap.
  public func advance(by span: Duration) {
    precondition(span >= .zero, "Time doesn't go back: advance by nought or more, not by \(span).")
    pass(atMost: 1_000_000) { $0.target += span }
  }

  /// Lets time pass until nothing is scheduled any more, and stops at the time of the last action.
  ///
  /// - Parameter limit: how many actions may run. What repeats for ever, like a timer, would never be through: it is
  ///   stopped by a trap. Use ``advance(by:)`` for that.
  public func run(atMost limit: Int = 100_000) {
    pass(atMost: limit) { $0.isOpenEnded = true }
  }

  private func pass(atMost limit: Int, _ extend: (inout State) -> Void) {
    let isOurs = state.change { state in
      if !state.isPassing { state.target = state.now }
      extend(&state)
      if state.isPassing { return false }
      state.isPassing = true
      state.allowance = limit
      return true
    }
    guard isOurs else { return }
    while true {
      switch state.change({ $0.next() }) {
      case .run(let action): action()
      case .over: return
      case .tooMany:
        preconditionFailure(
          "\(limit) actions have run and more are scheduled: cancel what repeats for ever, or watch it for a while by "
            + "advance(by:).")
      }
    }
  }

  fileprivate func cancel(_ key: Agenda<Action>.Key) {
    // What the action holds is released here, with nothing held.
    _ = state.change { $0.agenda.remove(key) }
  }
}

extension VirtualScheduler.State {
  fileprivate enum Next {
    case run(VirtualScheduler.Action)
    case over
    case tooMany
  }

  /// Moves the time to the next action and takes it out, or to where this way ends.
  fileprivate mutating func next() -> Next {
    if let time = agenda.nextTime, isOpenEnded || time <= target {
      guard allowance > 0, let action = agenda.takeNext() else { return .tooMany }
      allowance -= 1
      now = time
      return .run(action)
    }
    now = max(now, target)
    isPassing = false
    isOpenEnded = false
    return .over
  }
}

/// What calls off one action. It keeps the scheduler no more than the action keeps itself.
private final class VirtualTimer: Cancellable, Sendable {
  private weak let scheduler: VirtualScheduler?
  private let key: Agenda<@Sendable () -> Void>.Key

  init(_ scheduler: VirtualScheduler, _ key: Agenda<@Sendable () -> Void>.Key) {
    self.scheduler = scheduler
    self.key = key
  }

  func cancel() { scheduler?.cancel(key) }
}
