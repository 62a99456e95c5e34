/// A policy for the attempts after a failure: their number, their delays, and the errors that allow them. See
/// ``SignalConvertible/retry(_:on:file:line:)``.
///
/// ```swift
/// let policy = RetryPolicy(
///   count: 5, delay: .seconds(1), factor: 2, maximum: .seconds(30), jitter: 0.5, when: { $0 is TimeoutError })
/// ```
public struct RetryPolicy: Sendable {
  let count: Int?
  let resetsAfterValue: Bool
  let course: Course
  package let isWorthwhile: @isolated(any) @Sendable (any Error) throws -> Bool

  /// Creates a policy from the number of attempts, the delays before them, and the errors that are worth an attempt.
  ///
  /// - Parameters:
  ///   - count: the number of attempts after the first subscription; unlimited if nil.
  ///   - resetsAfterValue: whether the count and the delays begin anew after a value. The attempts are those since the
  ///     last value then, so a signal that emits a value in each attempt is never given up.
  ///   - delay: the delay before the first of these attempts. With a delay of zero, there is no wait at all.
  ///   - factor: the factor by which each delay is longer than the one before.
  ///   - maximum: the upper limit of each delay.
  ///   - jitter: the random part of each delay, from 0 to 1, so that clients that failed together don't come back
  ///     together: with 0.5, the wait is between half of the delay and all of it.
  ///   - generator: the source of randomness. Each subscription uses its own copy.
  ///   - isWorthwhile: returns whether an error may go away. If it returns false, the failure is passed on at once; if
  ///     it throws, the signal fails with the thrown error. Written in the code of an actor, it is called on that
  ///     actor, and so is everything downstream of `retry` (C13).
  ///   - file: the source file of this call, for the message about an invalid argument.
  ///   - line: the source line of this call, for the same message.
  public init(
    count: Int? = nil, resetsAfterValue: Bool = false, delay: Duration = .zero, factor: Double = 1,
    maximum: Duration? = nil, jitter: Double = 0,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    @_inheritActorContext
    when isWorthwhile: @escaping @isolated(any) @Sendable (any Error) throws -> Bool = { _ in true },
    file: StaticString = #fileID, line: UInt = #line
  ) {
    if let count { requireArgument(count >= 0, "retry: the count \(count) is negative; use 0 or more.", file, line) }
    requireArgument(delay >= .zero, "retry: the delay \(delay) is negative; use zero or longer.", file, line)
    requireArgument(
      factor >= 1 && factor.isFinite, "retry: the factor \(factor) is out of range; use a finite number of 1 or more.",
      file, line)
    if let maximum {
      requireArgument(maximum >= .zero, "retry: the maximum \(maximum) is negative; use zero or longer.", file, line)
    }
    requireArgument(
      (0...1).contains(jitter), "retry: the jitter \(jitter) is out of range; use a number from 0 to 1.", file, line)
    self.count = count
    self.resetsAfterValue = resetsAfterValue
    self.isWorthwhile = isWorthwhile
    course = Course(
      delay: delay, factor: factor, maximum: maximum ?? .seconds(1_000_000_000), jitter: jitter, generator: generator)
  }

  /// The attempts that are left, with the delays before them.
  package struct Attempts: Sendable {
    private let count: Int?
    private let firstDelay: Duration
    private var remaining: Int?
    private var course: Course

    fileprivate init(_ policy: RetryPolicy) {
      count = policy.count
      firstDelay = policy.course.delay
      remaining = policy.count
      course = policy.course
    }

    package var areExhausted: Bool { remaining == 0 }

    /// Takes the next attempt, and returns the delay before it. Requires that one is left.
    package mutating func next() -> Duration {
      if let count = remaining { remaining = count - 1 }
      return course.next()
    }

    /// Begins anew after a success. The random numbers go on, so that the delays of the next attempts differ.
    package mutating func beginAnew() {
      remaining = count
      course.delay = firstDelay
    }
  }

  /// All attempts after a first failure.
  package var attempts: Attempts { Attempts(self) }

  /// The sequence of delays, one for each attempt.
  struct Course: Sendable {
    var delay: Duration
    let factor: Double
    let maximum: Duration
    let jitter: Double
    var generator: any RandomNumberGenerator & Sendable

    mutating func next() -> Duration {
      let next = min(delay, maximum)
      guard next > .zero else { return .zero }
      // Compared before the multiplication, so that the product can't exceed the range of a duration.
      delay = next >= maximum / factor ? maximum : next * factor
      guard jitter > 0 else { return next }
      return next * (1 - jitter * generator.fraction())
    }
  }
}

extension RandomNumberGenerator {
  /// Returns a random number in the range `0..<1`.
  fileprivate mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
