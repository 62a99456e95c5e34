public import Signals

/// A property that follows another one: the result of `bind(_:_:from:_:)`.
///
/// It keeps neither object alive. It ends with the source, at the first change of the source after the target has gone, or when it
/// is released.
// Unchecked, as its superclass: the carrier guards what any thread may use.
public final class OneWayBinding: KeyValueObserver, @unchecked Sendable {
  private let carrier: OneWayCarrier

  @usableFromInline
  init(beginning observation: PathObservation, _ carrier: OneWayCarrier) {
    self.carrier = carrier
    carrier.observation = observation
    super.init(beginning: observation)
  }

  /// Creates a binding of a source that is gone.
  @usableFromInline
  init(file: StaticString, line: UInt) {
    carrier = OneWayCarrier(to: nil, file: file, line: line)
    super.init(beginning: .ofNothing())
    cancel()
  }

  deinit { carrier.end() }

  /// Ends the binding, from any thread, without waiting (C6).
  public override func cancel() {
    super.cancel()
    carrier.end()
  }

  /// Whether anything can still come: both objects live, and the binding has not been cancelled.
  public override var isActive: Bool { super.isActive && carrier.hasTarget }

  /// The value that this binding has refused to pass on, since its properties never settle (B2): each binding that leads back to
  /// the property makes something else of the value. Nil once a new set of the source has been passed on.
  public var unsettled: UnsettledBinding? { carrier.unsettled }

  /// The same as events, each with an ``UnsettledBinding`` as its error, and with the end that has kept its value: the first one,
  /// which is the property that is set. It finishes with the binding. The last rejection before the first subscriber goes to that
  /// subscriber.
  ///
  /// ```swift
  /// binding.rejections.subscribeValues { print($0.error) }
  /// ```
  public var rejections: Signal<BindingRejection> { carrier.rejections }
}

/// Decides which changes of its source a one-way binding carries on, and under which stamp, and reports what never settles.
///
/// The target isn't observed. When a change arrives that a binding has made, or that is not the newest of all, the carrier reads
/// the target to see whether that was set under the same stamp, or a newer one. The same stamp with another value, or too many
/// rounds, means that the properties never settle. Each bound property knows the one-way binding that has set it last, so the
/// report names both places in the source code.
// Unchecked: `heard` and `isUnsettled` belong to where the objects live, as the observation does. The rest is guarded.
@usableFromInline
final class OneWayCarrier: BindingPlace, @unchecked Sendable {
  /// The last change of the source.
  @safe @exclusivity(unchecked) private var heard = Stamp.none
  @safe @exclusivity(unchecked) private var isUnsettled = false
  private let refused = Guarded<UnsettledBinding?>(nil)
  private let reports = RejectionReports()
  /// The object whose property is set.
  private weak let target: AnyObject?
  /// The observation of the source. Set before it begins.
  @safe @exclusivity(unchecked) weak var observation: PathObservation?

  @usableFromInline
  init(to target: AnyObject?, file: StaticString, line: UInt) {
    self.target = target
    CauseOfTurns.areKept
    super.init(file: file, line: line)
  }

  // MARK: - Changes

  /// Runs `write`, unless the target has been set in the course of the same change, or never settles.
  ///
  /// - Parameters:
  ///   - stamp: that of the change, or none for the first value.
  ///   - readTarget: reads what `write` sets.
  ///   - readSource: reads what has changed.
  ///   - agree: whether the target has the value that `write` sets, as far as that is known.
  ///   - texts: the values of the target and of the source.
  @usableFromInline
  func carry(
    _ stamp: Stamp, _ write: () -> Void, readingTarget readTarget: () -> Void, readingSource readSource: () -> Void,
    agreeing agree: () -> Bool, texts: () -> (String, String)
  ) {
    if stamp.isNone { return write() }
    if isUnsettled, !stamp.isAnswer { settle() }
    // Several properties that the source is computed from may be set in the course of one change. Each of these sets is
    // carried on, as an answer to the one before.
    let carried = stamp == heard ? Stamp.new(after: stamp.carried) : stamp
    heard = stamp
    var isSettled = !carried.isSpent
    if isSettled {
      switch Self.relation(of: carried, readTarget) {
      case .older: return Origin.writeOneWay(carried, by: self, write)
      case .newer: return
      case .same: isSettled = agree()
      }
    }
    if !isSettled { report(carried, readSource, texts()) }
  }

  private enum Relation { case older, same, newer }

  /// How the newest change of the target is related to a change that arrives.
  private static func relation(of stamp: Stamp, _ readTarget: () -> Void) -> Relation {
    // In the common case no target is read.
    if !stamp.isCarried, stamp.isNewest { return .older }
    let readings = readings(readTarget)
    // A getter may read more than a write sets. A change that is not written now never is, unless a binding carries it.
    if !stamp.isCarried, !isPlain(readings) { return .older }
    var relation = Relation.older
    for (index, reading) in readings.enumerated() {
      guard let newest = (reading.subject as? any Stamped)?.newestStamp else { continue }
      // A change that a user has made may have come to the target by another binding, which says nothing about this one.
      if newest == stamp, stamp.isCarried { return .same }
      // An object on the way may have been exchanged since; that doesn't make the change of the value out of date.
      if newest > stamp, index == readings.count - 1 || !reading.isObject { relation = .newer }
    }
    return relation
  }

  /// Whether a path has read nothing but the objects on the way and its last property.
  private static func isPlain(_ readings: ContiguousArray<Access>) -> Bool {
    zip(readings, readings.dropFirst()).allSatisfy { step, next in step.held == .object(next.owner) }
  }

  private static func readings(_ read: () -> Void) -> ContiguousArray<Access> {
    let log = AccessLog()
    AccessTracking.run(for: log, read)
    return log.readings
  }

  /// Whether two values are equal; true where values can't be compared.
  @usableFromInline
  static func agree<Value>(_ one: Value, _ other: Value) -> Bool {
    guard let isSame = equality(of: Value.self) else { return true }
    return isSame(one, other)
  }

  // MARK: - Reports

  private func report(_ stamp: Stamp, _ readSource: () -> Void, _ texts: (String, String)) {
    // The binding that has brought the change, if it was one of this kind.
    let writers = Self.readings(readSource).compactMap { ($0.subject as? WatchedProperty)?.newestWriter }
    let writer = writers.last { $0 !== self }
    let unsettled = UnsettledBinding(
      first: texts.0, second: texts.1, places: [place] + (writer.map { [$0.place] } ?? []))
    isUnsettled = true
    if reports.isOver { return }
    refused.change { $0 = unsettled }
    reports.report(BindingRejection(error: unsettled, end: .first))
  }

  private func settle() {
    isUnsettled = false
    refused.change { $0 = nil }
  }

  var unsettled: UnsettledBinding? { refused.change { $0 } }
  var rejections: Signal<BindingRejection> { reports.signal }

  var hasTarget: Bool { target != nil }

  /// Ends the binding, since the target is gone.
  @usableFromInline
  func endWithTarget() {
    end()
    observation?.cancel()
  }

  /// From any thread.
  @usableFromInline
  func end() { reports.finish() }
}
