internal import Signals

/// Connects the two ends of a binding: receives the changes of each end, and writes them to the other.
///
/// Every change takes one route. In the common case (the last writer wins; nothing is converted, held, or part of a
/// transaction) the decision of the ``Reconciler`` is known without it: the other end takes the value unless it has a newer one.
/// It then writes at once, on any thread, and the stamps keep the ends in agreement. All other changes go to the
/// ``BindingCoordinator``, one at a time.
// Unchecked: the lock guards what changes.
@usableFromInline
final class BindingCore<First: AnyBoundEnd, Second: AnyBoundEnd>: AnyBindingCore, @unchecked Sendable {
  @usableFromInline let first: First
  @usableFromInline let second: Second
  @usableFromInline let progress: BindingProgress
  /// The actor on which both ends live, if they live where the binding is made.
  @usableFromInline let isolation: (any Actor)?
  /// Where the coordinator runs.
  private let home: ExecutionContext
  private let makeReconciler: (_ hasBegun: Bool) -> Reconciler<First.Value, Second.Value>
  private let lock = Lock()
  // Guarded by the lock.
  @safe @exclusivity(unchecked) private var coordinatorIfMade: BindingCoordinator<First, Second>?

  /// - Parameters:
  ///   - isolation: the actor that makes the binding.
  ///   - closures: the actor of the converter's closures.
  private init(
    _ first: First, _ second: Second, _ policy: ConflictPolicy<First.Value, Second.Value>,
    on isolation: (any Actor)?, closures: (any Actor)?, isConverting: Bool, _ file: StaticString, _ line: UInt,
    _ makeReconciler: @escaping (_ hasBegun: Bool) -> Reconciler<First.Value, Second.Value>
  ) {
    let (areTogether, areApart) =
      (first.isResident && second.isResident, !first.isResident && !second.isResident)
    let worker = areApart ? closures ?? policy.isolation : isolation
    requireArgument(
      (closures == nil || closures === worker) && (policy.isolation == nil || policy.isolation === worker),
      """
      A converter or a conflict policy of this binding belongs to another actor than the ends. Write its closures in the \
      code that makes the binding.
      """, file, line)
    let isFree = areTogether || areApart && worker == nil && first.isAnywhere && second.isAnywhere
    self.first = first
    self.second = second
    self.isolation = areTogether ? isolation : nil
    self.makeReconciler = makeReconciler
    home = areTogether ? .anywhere : ExecutionContext(worker)
    progress = BindingProgress(needsCoordinator: isConverting || !isFree || !policy.isLastWriter)
  }

  /// Connects two ends of the same type of values.
  @usableFromInline
  convenience init(
    _ first: First, _ second: Second, _ policy: ConflictPolicy<First.Value, Second.Value>, on isolation: (any Actor)?,
    _ file: StaticString, _ line: UInt
  ) where First.Value == Second.Value {
    self.init(first, second, policy, on: isolation, closures: nil, isConverting: false, file, line) { hasBegun in
      Reconciler(converting: .identity, policy: policy, hasBegun: hasBegun)
    }
  }

  /// Connects two ends with a converter.
  @usableFromInline
  convenience init(
    _ first: First, _ second: Second, _ policy: ConflictPolicy<First.Value, Second.Value>,
    _ converter: LocalConverter<First.Value, Second.Value>, on isolation: (any Actor)?, _ file: StaticString,
    _ line: UInt
  ) {
    self.init(first, second, policy, on: isolation, closures: converter.isolation, isConverting: true, file, line) {
      hasBegun in
      Reconciler(converting: converter, policy: policy, hasBegun: hasBegun)
    }
  }

  // MARK: - The beginning

  /// Observes both ends, and gives one of them its first value. Its reads are none of the code that makes the binding.
  ///
  /// - Parameters:
  ///   - forth: the first end's value as one of the second, where no converter is needed.
  ///   - back: the opposite.
  @inlinable
  @inline(__always)
  func begin(
    _ start: BindingStart, forth: ((First.Value) -> Second.Value)?, back: ((Second.Value) -> First.Value)?
  ) {
    let paused = AccessTracking.pauseIfUnderWay()
    defer { if let paused { AccessTracking.resume(paused) } }
    observe(first) { [self] notification in receive(notification, from: first, to: second, .first, forth) { .first($0) }
    }
    observe(second) { [self] notification in
      receive(notification, from: second, to: first, .second, back) { .second($0) }
    }
    guard !progress.needsCoordinator, let forth, let back else {
      coordinator?.begin(start)
      return
    }
    switch start {
    case .fromFirst: copy(first, to: second, start, .first, forth)
    case .fromSecond: copy(second, to: first, start, .second, back)
    }
    progress.hasBegun()
  }

  @inlinable
  @inline(__always)
  func observe<End: AnyBoundEnd>(_ end: End, _ receiver: @escaping BoundEnd<End.Value>.Receiver) {
    end.whereItLives { [self] in
      end.begin(receiver)
      end.newestAtBeginning = end.newest
      // The binding may have ended meanwhile.
      if progress.isOver { end.end() }
    }
  }

  @inlinable
  @inline(__always)
  func copy<Source: AnyBoundEnd, Target: AnyBoundEnd>(
    _ source: Source, to target: Target, _ start: BindingStart, _ end: BindingEnd,
    _ convert: (Source.Value) -> Target.Value
  ) {
    // A change that is made from now on is newer than the value that is read next.
    let stamp = progress.begin(start)
    guard let (value, known) = source.read() else { return }
    progress.hasRead(known)
    progress.lastOrigin = end
    target.write(Write(value: convert(value), stamp: stamp, condition: .ifNewer))
  }

  // MARK: - Changes

  /// Receives a change of one end.
  ///
  /// - Parameters:
  ///   - carry: the value for the other end, where no converter is needed.
  ///   - name: says which end has changed.
  @inlinable
  @inline(__always)
  func receive<Own: AnyBoundEnd, Other: AnyBoundEnd>(
    _ notification: BoundEnd<Own.Value>.Notification, from own: Own, to other: Other, _ end: BindingEnd,
    _ carry: ((Own.Value) -> Other.Value)?,
    _ name: (StampedValue<Own.Value>) -> EitherEnd<StampedValue<First.Value>, StampedValue<Second.Value>>
  ) {
    guard case .changed(let value, let stamp, let connection) = notification else {
      if case .absent(let stamp) = notification { noteAbsence(of: end, stamp) } else { self.end() }
      return
    }
    progress.deliveryNote.set()
    if progress.isUnobstructed, !progress.precedesStart(stamp) {
      // The other end has this change, or a newer one.
      if stamp <= other.newest { return }
      if let carry, progress.allowsDirectWrite(stamp) {
        progress.lastOrigin = end
        return unsafe other.write(carry(value), ifNewer: stamp, by: connection)
      }
    }
    if progress.precedesStart(stamp) { return renew(value, stamp, of: own, end) }
    unsafe coordinator?.receive(
      name(StampedValue(value: value, stamp: stamp)), isPending: stamp > other.newest, by: connection)
  }

  /// Where there is no policy, nothing has to know which writes an end still takes.
  @usableFromInline
  func noteAbsence(of end: BindingEnd, _ stamp: Stamp) {
    if progress.needsCoordinator { coordinator?.noteAbsence(of: end, stamp) }
  }

  /// Another binding may have written a value that is older than the beginning, and yet was stored after the first value was
  /// read. It counts under a new stamp.
  @usableFromInline
  func renew<End: AnyBoundEnd>(_ value: End.Value, _ stamp: Stamp, of boundEnd: End, _ end: BindingEnd) {
    guard progress.isMissingAtStart(stamp, to: end) else { return }
    boundEnd.write(Write(value: value, stamp: .new(after: stamp), condition: .unlessAt(stamp), isAnswered: true))
  }

  /// Nil once the binding has ended.
  @usableFromInline
  var coordinator: BindingCoordinator<First, Second>? {
    lock.lock()
    let made = coordinatorIfMade
    lock.unlock()
    if made != nil || progress.isOver { return made }
    let new = BindingCoordinator(first, second, progress, home: home, makeReconciler(!progress.needsCoordinator))
    lock.lock()
    let isFirst = coordinatorIfMade == nil && !progress.isOver
    if isFirst { coordinatorIfMade = new }
    let kept = coordinatorIfMade
    lock.unlock()
    if !isFirst { new.close() }
    return kept
  }

  // MARK: - The binding's calls

  @usableFromInline
  func hold(_ end: BindingEnd) {
    progress.hold(end)
    coordinator?.hold(end)
    progress.publishState()
  }

  @usableFromInline
  func release(_ end: BindingEnd) { coordinator?.release(end) }

  @usableFromInline
  func end() {
    guard progress.end() else { return }
    lock.lock()
    let coordinator = coordinatorIfMade
    coordinatorIfMade = nil
    lock.unlock()
    coordinator?.close()
    first.end()
    second.end()
    progress.releaseState()
  }
}

/// A core of ends of any type.
@usableFromInline
protocol AnyBindingCore: AnyObject, Sendable {
  var progress: BindingProgress { get }
  var isolation: (any Actor)? { get }
  func hold(_ end: BindingEnd)
  func release(_ end: BindingEnd)
  func end()
}
