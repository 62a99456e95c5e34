/// How often, after which delays and upon which errors a signal is subscribed to again. See
/// ``Signal/retry(_:on:file:line:)``.
///
/// ```swift
/// let policy = RetryPolicy(
///   count: 5, delay: .seconds(1), factor: 2, maximum: .seconds(30), jitter: 0.5, when: { $0 is TimeoutError })
/// ```
public struct RetryPolicy: Sendable {
  let count: Int?
  let course: Course
  let isWorthwhile: @Sendable (any Error) throws -> Bool

  /// A policy of attempts, of what is waited for between them, and of the errors that are worth one.
  ///
  /// - Parameters:
  ///   - count: how many more attempts are made; without end, if it is nil. A value between doesn't begin the count anew.
  ///   - delay: what is waited for before the first of them. Nought is no waiting at all.
  ///   - factor: by how much each delay is longer than the one before.
  ///   - maximum: what no delay exceeds.
  ///   - jitter: which part of each delay is left to chance, from 0 to 1, so that those who failed together don't come
  ///     back together: with 0.5, something between half of the delay and all of it is waited for.
  ///   - generator: gives the chance. Each subscription uses a copy of its own.
  ///   - isWorthwhile: whether an error is one that goes away. Where it answers false, the failure passes at once; where it
  ///     throws, the signal fails with that.
  public init(
    count: Int? = nil, delay: Duration = .zero, factor: Double = 1, maximum: Duration? = nil, jitter: Double = 0,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    when isWorthwhile: @escaping @Sendable (any Error) throws -> Bool = { _ in true }
  ) {
    if let count { precondition(count >= 0, "retry can't make \(count) attempts: give a count of nought or more.") }
    precondition(delay >= .zero, "retry can't wait for \(delay): give a delay of nought or longer.")
    precondition(
      factor >= 1 && factor.isFinite, "Delays can't grow by a factor of \(factor): give a finite one of 1 or more.")
    if let maximum {
      precondition(maximum >= .zero, "retry can't wait for \(maximum): give a maximum of nought or longer.")
    }
    precondition((0...1).contains(jitter), "No part of a delay is \(jitter): give a jitter from 0 to 1.")
    self.count = count
    self.isWorthwhile = isWorthwhile
    course = Course(
      delay: delay, factor: factor, maximum: maximum ?? .seconds(1_000_000_000), jitter: jitter, generator: generator)
  }

  /// What is waited for, from attempt to attempt.
  struct Course: Sendable {
    var delay: Duration
    let factor: Double
    let maximum: Duration
    let jitter: Double
    var generator: any RandomNumberGenerator & Sendable

    mutating func next() -> Duration {
      let next = min(delay, maximum)
      // Compared before it is multiplied, so that it can't become too long for a duration.
      delay = next >= maximum / factor ? maximum : next * factor
      guard jitter > 0, next > .zero else { return next }
      return next * (1 - jitter * generator.fraction())
    }
  }
}

extension RandomNumberGenerator {
  /// From nought up to one.
  fileprivate mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
