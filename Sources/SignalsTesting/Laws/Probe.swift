/// The connection of an ``OperatorUnderTest`` to the law that checks it: a function for its closures to call, and a
/// scheduler.
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
  /// The scheduler for operators that wait. The law advances its time after each event that it sends.
  public let scheduler: VirtualScheduler
  private let call: @Sendable () throws -> Void

  /// Makes a probe that runs `call` when it is called, to try an operator by hand.
  public init(
    scheduler: VirtualScheduler = VirtualScheduler(), _ call: @escaping @Sendable () throws -> Void = {}
  ) {
    self.scheduler = scheduler
    self.call = call
  }

  /// Called by the operator's closures. It may throw, because some laws check the operator's errors.
  public func callAsFunction() throws { try call() }
}
