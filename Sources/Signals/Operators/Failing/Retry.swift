public import Dispatch

extension Signal {
  /// Subscribes again when the signal fails, up to `count` times, and passes the failure on when it fails once more.
  /// Where no count is given, it never gives up; then give it a delay, or something that ends it.
  ///
  /// ![A marble diagram of retry](retry)
  ///
  /// Values pass as they come, from whichever attempt, and don't begin the count anew. Where there is a `delay`, it is
  /// waited for before each attempt, on the scheduler; without one, the next attempt is made within the failure. However
  /// many attempts fail at once, they don't deepen the stack. A cancel ends waiting and attempts.
  ///
  /// ```swift
  /// let answer = request.retry(3, delay: .seconds(1))
  /// ```
  public func retry(
    _ count: Int? = nil, delay: Duration = .zero, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    retry(RetryPolicy(count: count, delay: delay), on: scheduler).seen(as: "retry", file, line)
  }

  /// Subscribes again when the signal fails, as often, after such delays and upon such errors as the policy says.
  ///
  /// ![A marble diagram of retry, policy](retry-policy)
  ///
  /// ```swift
  /// let feed = connection
  ///   .retry(RetryPolicy(delay: .seconds(1), factor: 2, maximum: .seconds(60), jitter: 0.5))
  /// ```
  ///
  /// All else is as with ``retry(_:delay:on:file:line:)``.
  public func retry(
    _ policy: RetryPolicy, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    let retry = Retry(upstream: self, policy: policy, scheduler: scheduler)
    return crossing(Retry<Value>.State(), retry.receive).seen(as: "retry", file, line)
  }
}

private struct Retry<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// How many more attempts have been made, and what is waited for before the next one.
    var attempts = 0
    var course: RetryPolicy.Course?
  }
  typealias Here = Crossing<State, Value>

  let upstream: Signal<Value>
  let policy: RetryPolicy
  let scheduler: any Scheduler

  func receive(_ crossing: Here, _ event: Event<Value>) throws {
    guard case .end(.failed(let error)) = event else { return crossing.pass(event) }
    if let count = policy.count, crossing.state.attempts == count { return crossing.finish(.failed(error)) }
    guard try policy.isWorthwhile(error) else { return crossing.finish(.failed(error)) }
    crossing.state.attempts += 1
    var course = crossing.state.course ?? policy.course
    let delay = course.next()
    crossing.state.course = course
    if delay > .zero {
      crossing.schedule(after: delay, on: scheduler, attempt)
    } else {
      attempt(crossing)
    }
  }

  private func attempt(_ crossing: Here) {
    crossing.subscribe(to: upstream, by: crossing.makeLine(), receive)
  }
}
