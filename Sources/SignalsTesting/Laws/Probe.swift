/// What an ``OperatorUnderTest`` gets from the law that it is put to: something to call in its closures, and time.
///
/// ```swift
/// OperatorUnderTest("evenOnly") { signal, probe in
///   signal.evenOnly { value in
///     try probe()
///     return value.isMultiple(of: 2)
///   }
/// }
/// ```
public final class Probe: Sendable {
  /// The scheduler for operators that wait. The law lets its time pass after each event that it sends.
  public let scheduler: VirtualScheduler
  private let call: @Sendable () throws -> Void

  /// A probe that does `call` where it is called, for trying an operator by hand.
  public init(
    scheduler: VirtualScheduler = VirtualScheduler(), _ call: @escaping @Sendable () throws -> Void = {}
  ) {
    self.scheduler = scheduler
    self.call = call
  }

  /// Called by the operator's closures. It may throw, which is one of the things that laws look at.
  public func callAsFunction() throws { try call() }
}
