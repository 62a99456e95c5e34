internal import Signals

/// Delivers the changes of a derived value to its observers, while there are any.
///
/// It acts at the end of a turn in which an input has changed: it brings the value up to date, and passes it on if it is
/// another one. The join sees to the place in the turn (C10, C11).
// Unchecked, because what changes belongs to the join's owner.
@usableFromInline
final class DerivedFeed<Value: Sendable>: Reaction, @unchecked Sendable {
  @usableFromInline let computation: ValueComputation<Value>
  @usableFromInline let hub: Hub<Update<Value, Value>>
  @usableFromInline let connection: Connection
  /// The actor on which the closure has to run, if there is one.
  private let home: Home?
  @usableFromInline let hasHome: Bool
  /// The value that was delivered last. The join's owner's.
  @exclusivity(unchecked) @usableFromInline var delivered: (value: Value, version: UInt)
  /// Set before the computation knows of this.
  @exclusivity(unchecked) @usableFromInline var output: Join<Update<Value, Value>>? {
    didSet { outputReference = output.map { .passUnretained($0) } }
  }
  /// The same, to be looked at without being retained.
  @exclusivity(unchecked) private var outputReference: Unmanaged<Join<Update<Value, Value>>>?

  /// What the value follows from, with the connections that show it in the live graph. The join's owner's.
  @exclusivity(unchecked) private var recorded:
    [ObjectIdentifier: (node: DependencyNode, input: InvalidationInput<Update<Value, Value>>)] = [:]

  init(
    _ computation: ValueComputation<Value>, delivered: (value: Value, version: UInt),
    for hub: Hub<Update<Value, Value>>,
    home: Home?
  ) {
    self.home = home
    hasHome = home != nil
    self.computation = computation
    self.delivered = delivered
    self.hub = hub
    connection = hub.makeInput()
  }

  /// Called by a function that knows the type of the value, so that the way of a change looks up no metadata.
  @inlinable
  func begin() {
    // The join refers to this, which refers to the join, until `stop()`.
    let output = Join(feeding: hub, by: connection) { [self] join in deliver(by: join) }
    self.output = output
    GraphLock.lock()
    computation.reaction = .passUnretained(self)
    GraphLock.unlock()
    // The inputs may have changed since the value was read.
    output.flush(in: nil)
  }

  /// From any thread.
  func stop() {
    GraphLock.lock()
    if let reaction = computation.reaction, reaction.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
      computation.reaction = nil
    }
    GraphLock.unlock()
    hub.stopListening(by: connection)
  }

  @usableFromInline
  override func join(_ turn: Turn) { outputReference?._withUnsafeGuaranteedRef { $0.reach(in: turn) } }

  @inlinable
  func deliver(by join: Join<Update<Value, Value>>) {
    if hasHome, moveHome() { return }
    if isRecorded { recordInputs(join) }
    guard let (value, version) = computation.readUnlessBusy(for: self), version != delivered.version else { return }
    let old = delivered.value
    delivered = (value, version)
    if computation.isSame?(old, value) == true { return }
    join.pass(Update(version: version, state: value, change: old))
  }

  /// Delivers the value later on the actor on which the closure has to run, unless this code runs there.
  @usableFromInline
  @inline(never)
  func moveHome() -> Bool {
    guard let home, !home.isHere else { return false }
    home.run { [self] in output?.flush(in: nil) }
    return true
  }

  // MARK: - In the live graph

  @inlinable var isRecorded: Bool { connection.trace != nil }

  /// Connects the join with what was read last, so that the live graph shows it (C16).
  @usableFromInline
  func recordInputs(_ join: Join<Update<Value, Value>>) {
    _ = computation.readUnlessBusy()
    var unread = recorded
    for node in computation.inputs {
      guard unread.removeValue(forKey: ObjectIdentifier(node)) == nil, recorded[ObjectIdentifier(node)] == nil,
        let changes = node.recordedChanges()
      else { continue }
      let input = InvalidationInput(join)
      recorded[ObjectIdentifier(node)] = (node, input)
      input.listen(to: changes)
    }
    for (identity, entry) in unread {
      recorded[identity] = nil
      entry.input.stop()
    }
  }
}
