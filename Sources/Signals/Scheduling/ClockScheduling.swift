// The only timer of Swift concurrency is `Task.sleep`, so each scheduled call is a task that sleeps.

extension ContinuousClock: Scheduler {
  /// The time since the program first used this clock as a scheduler. It goes on while the system sleeps.
  public var elapsed: Duration { Origin.continuous.duration(to: now) }

  /// Calls `action` in a task of its own after `delay`, which counts the time for which the system sleeps.
  public func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    SleepingTask(until: now.advanced(by: delay.limited), tolerance: leeway.limited, on: self, action)
  }
}

extension SuspendingClock: Scheduler {
  /// The time since the program first used this clock as a scheduler. It stops while the system sleeps.
  public var elapsed: Duration { Origin.suspending.duration(to: now) }

  /// Calls `action` in a task of its own after `delay`, which doesn't count the time for which the system sleeps.
  public func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    SleepingTask(until: now.advanced(by: delay.limited), tolerance: leeway.limited, on: self, action)
  }
}

// Disfavored, so that `.continuous` where a `ContinuousClock` is expected stays the clock's own.
extension Scheduler where Self == ContinuousClock {
  /// A clock that goes on while the system sleeps. Actions run in tasks, so a handler must not block.
  @_disfavoredOverload
  public static var continuous: ContinuousClock { ContinuousClock() }
}

extension Scheduler where Self == SuspendingClock {
  /// A clock that stops while the system sleeps. Actions run in tasks, so a handler must not block.
  @_disfavoredOverload
  public static var suspending: SuspendingClock { SuspendingClock() }
}

extension Duration {
  /// The same, or 4,000,000,000 seconds at most, as for a queue: a later instant is none that a task can wait for.
  fileprivate var limited: Duration { min(self, .seconds(4_000_000_000)) }
}

/// The instants from which the clocks count.
private enum Origin {
  static let continuous = ContinuousClock.now
  static let suspending = SuspendingClock.now
}

/// One scheduled call.
private final class SleepingTask: Cancellable, Sendable {
  private let action: Guarded<(@Sendable () -> Void)?>
  private let task = Guarded<Task<Void, Never>?>(nil)

  init<C: Clock>(
    until deadline: C.Instant, tolerance: Duration, on clock: C, _ action: @escaping @Sendable () -> Void
  ) where C.Duration == Duration {
    self.action = Guarded(action)
    // The task retains this until it has called the action or was cancelled, so a caller that never cancels may discard the
    // result of `schedule`.
    let task = Task.detached { [self] in
      do { try await Task.sleep(until: deadline, tolerance: tolerance, clock: clock) } catch { return }
      take()?()
    }
    self.task.change { $0 = task }
  }

  func cancel() {
    // Once the task has taken the action, it is calling it, or has called it. The action must not find its task cancelled.
    guard let action = take() else { return }
    let task = task.change { task in
      defer { task = nil }
      return task
    }
    task?.cancel()
    // Its captures are released here, on this thread.
    _ = action
  }

  private func take() -> (@Sendable () -> Void)? {
    action.change { action in
      defer { action = nil }
      return action
    }
  }
}
