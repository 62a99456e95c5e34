public import Signals

/// A key path of an object as an end of a binding. It keeps neither the object nor anything on the path, and ends with the
/// object (B6).
///
/// `Read` is what the path leads to. Not all of that has to be a value of the end: where an object on the way is missing, the
/// end is simply absent (B1).
// Unchecked, as its superclass: all of it belongs to where the objects live, but for coming to an end, which is guarded.
@usableFromInline
final class BoundPath<Root: AnyObject, Read, Value>: BoundEnd<Value>, @unchecked Sendable {
  @usableFromInline weak let root: Root?
  @usableFromInline let path: KeyPath<Root, Read>
  @usableFromInline let value: (Read) -> Value?
  @usableFromInline let set: (Root, Value, KeyPath<Root, Read>) -> Void
  /// The end's value while an object on the way is missing; nil if the end is absent then.
  @usableFromInline let absent: Value?
  @usableFromInline let bond = ChangeTracker()
  // Set once, where the objects live and before the receiver is kept.
  @safe @exclusivity(unchecked) private var values: PathValues<Root, Read>?
  @safe @exclusivity(unchecked) @usableFromInline var observation: PathObservation?
  private lazy var isSame = equality(of: Value.self)
  /// Receives the answers to the write under way, if older changes have to be reported first.
  @safe @exclusivity(unchecked) private var answers: QueuedAnswers?

  /// - Parameters:
  ///   - isResident: whether the home is where the binding is made.
  ///   - value: the end's value in the value at the path, if there is one.
  ///   - set: sets it, if there is something to be set.
  ///   - absent: the end's value where there is none in the value at the path.
  @inlinable
  @inline(__always)
  init(
    _ root: Root?, _ path: KeyPath<Root, Read>, home: ExecutionContext, isResident: Bool,
    value: @escaping (Read) -> Value?,
    set: @escaping (Root, Value, _ path: KeyPath<Root, Read>) -> Void, absent: Value? = nil
  ) {
    self.root = root
    self.path = path
    self.value = value
    self.set = set
    self.absent = absent
    super.init(home: home, isResident: isResident)
  }

  @inlinable
  override var newest: Stamp { bond.newest }

  // Inlined, so that the way of a change is compiled into the module that binds.
  @inlinable
  override func begin(_ receiver: @escaping Receiver) {
    guard let root else { return receiver(.gone) }
    let (value, absent) = (value, absent)
    let values = PathValues(
      root, path, options: .new,
      outlet: BorrowedFunction { change, turn in
        if change.reason == .sourceDeleted {
          receiver(.gone)
        } else if let read = change.new, let value = value(read) ?? absent {
          TurnContext.withTurn(turn) { unsafe receiver(.changed(value, change.stamp, by: nil)) }
        } else {
          receiver(.absent(change.stamp))
        }
      })
    let observation = PathObservation(
      root, path, options: .new, context: home, tracker: bond, operate: values.operate)
    keep(values, observation, receiver)
    observation.begin()
  }

  @usableFromInline
  func keep(_ values: PathValues<Root, Read>, _ observation: PathObservation, _ receiver: @escaping Receiver) {
    self.values = values
    self.observation = observation
    keep(receiver)
  }

  override func read() -> (value: Value, known: Stamp)? {
    guard let value = root.flatMap({ value($0[keyPath: path]) ?? absent }) else { return nil }
    return (value, bond.newest)
  }

  override func write(_ write: Write<Value>) {
    guard let observation else { return }
    if bond.mayBeBehind { observation.catchUp() }
    let outcome = write.outcome(bond.newest, isAlone: !bond.isShared)
    guard outcome != .leave else { return }
    let outer = answers
    // The changes that wait are older than the write: an end reports its changes in the order of their stamps.
    answers = write.isAnswered && observation.hasQueuedNotices ? QueuedAnswers.enqueued() : nil
    defer { answers = outer }
    if outcome == .restamp {
      bond.meet(write.stamp)
    } else if !put(write.value, write.stamp, observation) {
      return
    }
    if write.isAnswered { answer(write.value, write.stamp) }
  }

  private func answer(_ value: Value, _ stamp: Stamp) {
    guard let answers else { return unsafe tell(.changed(value, stamp, by: nil)) }
    answers.add { [self] in unsafe tell(.changed(value, stamp, by: nil)) }
  }

  @inlinable
  override func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    // It stays until this is released.
    guard let observation = unsafe observation.map({ unsafe Unmanaged.passUnretained($0) }) else { return }
    unsafe observation._withUnsafeGuaranteedRef { observation in
      if bond.mayBeBehind { observation.catchUp() }
      if stamp > bond.newest { _ = put(value, stamp, observation) }
    }
  }

  /// Returns whether the value was set. While a property of the path is being changed in place, it is not: the result of that
  /// change is newer.
  @inlinable
  func put(_ value: Value, _ stamp: Stamp, _ observation: PathObservation) -> Bool {
    guard let root else {
      // That need not have been reported: it may have nothing that can be observed (K4, B6).
      tell(.gone)
      return false
    }
    guard !observation.isChangedInPlace else { return false }
    guard observation.isPlain else { return putTogether(value, stamp, in: root, observation) }
    bond.write(stamp, by: observation) { set(root, value, path) }
    if bond.hasToLook { check(value, stamp) }
    return true
  }

  /// A computed setter may set several properties: an observer of several of them is notified of all at once.
  @usableFromInline
  func putTogether(_ value: Value, _ stamp: Stamp, in root: Root, _ observation: PathObservation) -> Bool {
    // A write to an absent end sets nothing, and the other end keeps its value.
    let wasThere = absent != nil && self.value(root[keyPath: path]) != nil
    // What is told at the end of the transaction is part of the write.
    bond.write(stamp, by: observation) { transaction { set(root, value, path) } }
    check(value, stamp, otherwise: wasThere ? absent : nil)
    return true
  }

  /// Looks at what a setter has made of a value, where it doesn't show as a second set (B2).
  ///
  /// - Parameter absent: the value of the end if the setter has made it absent.
  @usableFromInline
  func check(_ value: Value, _ stamp: Stamp, otherwise absent: Value? = nil) {
    guard let observation, observation.catchUpWithWriting(), let values, let read = values.take(&values.fresh),
      bond.newest == stamp
    else { return }
    // A derived value on the path may tell of the write later, when the turn around it settles.
    values.keepsLast = true
    values.remember(read)
    guard let now = self.value(read) ?? absent, let isSame, !isSame(now, value) else { return }
    let correction = Stamp.new(after: stamp.carried)
    bond.meet(correction)
    answer(now, correction)
  }

  override func stop() { observation?.cancel() }
}

/// The answers to a write, in their place in the thread's queue of notifications.
private final class QueuedAnswers: Notifier {
  private var answers: [() -> Void] = []

  static func enqueued() -> QueuedAnswers? {
    guard NotificationQueue.isUnderWay else { return nil }
    let made = QueuedAnswers()
    NotificationQueue.tell { $0.add(made) }
    return made
  }

  func add(_ answer: @escaping () -> Void) { answers.append(answer) }

  override func flush(in turn: Turn?) {
    TurnContext.withTurn(turn) {
      for answer in answers { answer() }
    }
  }
}
