public import Signals

/// A scheduler whose time passes only when a test advances it, without real waiting (C15).
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
/// Actions run in order of their time; actions with the same time run in the order in which they were scheduled. They
/// run one at a time, on the thread that advances the time, and `elapsed` is then exactly their scheduled time: leeway
/// is never used. An action that is scheduled by another action runs within the same advance if its time is reached.
///
/// It may be used from any thread. One call at a time advances the time; see ``advance(by:file:line:)``.
public final class VirtualScheduler: Scheduler {
  fileprivate typealias Action = @Sendable () -> Void

  fileprivate struct State {
    var now = Duration.zero
    var timers = TimerQueue<Action>()
    /// Whether a thread is advancing the time; `target` is the time that it advances to.
    var isAdvancing = false
    var target = Duration.zero
    /// Whether the time advances until nothing is scheduled any more.
    var isOpenEnded = false
    /// The number of actions that may still run.
    var remainingActions = 0
  }

  private let state = Guarded(State())

  /// Makes a scheduler whose time is zero.
  public init() {}

  /// The time that has passed. Within an action, it is the action's scheduled time.
  public var elapsed: Duration { state.change { $0.now } }

  /// The number of scheduled actions, without those that were cancelled.
  public var pending: Int { state.change { $0.timers.count } }

  /// Schedules `action` at `delay` from now. With a delay of zero or less, it runs at the next advance, even at an
  /// advance by zero.
  public func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let key = state.change { $0.timers.insert(action, at: $0.now + max(delay, .zero)) }
    return VirtualTimer(self, key)
  }

  /// Advances the time, and runs every action whose time is reached, including actions that are scheduled meanwhile.
  ///
  /// If the time is already being advanced, because this is called from an action or while another thread advances it,
  /// the call returns immediately, and the other call advances by `span` in addition: actions never run inside each
  /// other, and the time is always the sum of all spans.
  ///
  /// More than a million actions in one call are treated as an endless loop, and trap.
  public func advance(by span: Duration, file: StaticString = #fileID, line: UInt = #line) {
    requireArgument(
      span >= .zero, "Time doesn't go back: advance by zero or more, not by \(span).", file, line)
    runActions(atMost: 1_000_000, file, line) { $0.target += span }
  }

  /// Advances the time until nothing is scheduled any more, and stops at the time of the last action.
  ///
  /// At most `limit` actions may run; more of them trap. Something that repeats forever, such as a timer, would never
  /// complete: use ``advance(by:file:line:)`` for that.
  public func run(atMost limit: Int = 100_000, file: StaticString = #fileID, line: UInt = #line) {
    runActions(atMost: limit, file, line) { $0.isOpenEnded = true }
  }

  private func runActions(
    atMost limit: Int, _ file: StaticString, _ line: UInt, _ extend: (inout State) -> Void
  ) {
    let startsAdvancing = state.change { state in
      if !state.isAdvancing { state.target = state.now }
      extend(&state)
      if state.isAdvancing { return false }
      state.isAdvancing = true
      state.remainingActions = limit
      return true
    }
    guard startsAdvancing else { return }
    while true {
      switch state.change({ $0.next() }) {
      case .run(let action): action()
      case .over: return
      case .limitExceeded:
        stopProgram(
          "\(limit) actions have run and more are scheduled: cancel the action that repeats forever, or limit the "
            + "time with advance(by:).", file, line)
      }
    }
  }

  fileprivate func cancel(_ key: TimerQueue<Action>.Key) {
    // The captures of the action are released here, outside the lock.
    _ = state.change { $0.timers.remove(key) }
  }
}

extension VirtualScheduler.State {
  fileprivate enum Next {
    case run(VirtualScheduler.Action)
    case over
    case limitExceeded
  }

  /// Advances the time to the next action and removes that action from the queue, or ends the advance.
  fileprivate mutating func next() -> Next {
    if let time = timers.nextTime, isOpenEnded || time <= target {
      guard remainingActions > 0, let action = timers.takeNext() else { return .limitExceeded }
      remainingActions -= 1
      now = time
      return .run(action)
    }
    now = max(now, target)
    isAdvancing = false
    isOpenEnded = false
    return .over
  }
}

/// A handle that cancels one action. It holds the scheduler weakly, because a scheduled action doesn't retain its
/// scheduler either.
private final class VirtualTimer: Cancellable {
  private weak let scheduler: VirtualScheduler?
  private let key: TimerQueue<@Sendable () -> Void>.Key

  init(_ scheduler: VirtualScheduler, _ key: TimerQueue<@Sendable () -> Void>.Key) {
    self.scheduler = scheduler
    self.key = key
  }

  func cancel() { scheduler?.cancel(key) }
}
