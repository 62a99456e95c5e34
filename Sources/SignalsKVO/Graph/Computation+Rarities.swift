internal import Signals

// The state that few computations need. It is in a table beside them, so that the others have no place for it.
extension Computation {
  @safe class Rarities {
    /// The derived value that this computes, if it was made while the live graph was recorded.
    final weak var recordedOwner: (any Dependency)?
    /// The number of changes of objects that were announced and not acted on.
    fileprivate final var announcements = 0
    /// For which reads a provisional result counts.
    fileprivate final var validity: Validity?
    /// The value for a read within a circle, in an object of its type.
    fileprivate final var circleValue: AnyObject?
    /// The root of the circle that the last run was part of: see `Computation+Circles`.
    fileprivate final var circleRoot: ObjectIdentifier?
    /// The computation, which removes the entry before it is freed.
    @safe fileprivate final let owner: Unmanaged<Computation>
    /// The evaluations of the elements of a collection.
    final var elements: ElementEvaluations?
    /// The actions that wait for the end of the run that is under way.
    fileprivate final var waiting: [@Sendable () -> Void] = []
    /// The operation, if it is not a common one.
    fileprivate final var info: NodeInfo?

    init(of owner: Computation) { self.owner = unsafe .passUnretained(owner) }
  }

  // Unsafe by name only, since the lock of the graph guards it.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var table: [ObjectIdentifier: Rarities] = [:]

  /// The state, if there is any. Under the lock of the graph.
  final var rarities: Rarities? {
    get { state.contains(.hasRarities) ? Self.table[ObjectIdentifier(self)] : nil }
    set {
      Self.table[ObjectIdentifier(self)] = newValue
      if newValue == nil { state.remove(.hasRarities) } else { state.insert(.hasRarities) }
    }
  }

  @usableFromInline
  @inline(never)
  final func forgetRarities() {
    GraphLock.lock()
    let forgotten = rarities
    rarities = nil
    GraphLock.unlock()
    withExtendedLifetime(forgotten) {}
  }

  private final var keptRarities: Rarities? {
    GraphLock.lock()
    defer { GraphLock.unlock() }
    return rarities
  }

  /// Under the lock.
  private final var madeRarities: Rarities {
    if let rarities { return rarities }
    let made = Rarities(of: self)
    rarities = made
    return made
  }

  /// Counts changes of objects that were announced, or acted on. Under the lock.
  @discardableResult
  final func countAnnouncements(_ difference: Int) -> Int {
    let rarities = madeRarities
    rarities.announcements += difference
    return rarities.announcements
  }

  /// For which reads a provisional result counts. Under the lock.
  final var validity: Validity? {
    get { rarities?.validity }
    set { if newValue != nil || validity != nil { madeRarities.validity = newValue } }
  }

  /// Called before another thread can see this.
  final func record(_ owner: any Dependency) {
    GraphLock.lock()
    madeRarities.recordedOwner = owner
    GraphLock.unlock()
  }

  final var recordedOwner: (any Dependency)? { keptRarities?.recordedOwner }

  /// Keeps the evaluations of the elements of a collection.
  final func keep(_ elements: ElementEvaluations) {
    GraphLock.lock()
    madeRarities.elements = elements
    GraphLock.unlock()
  }

  /// Has the readers of a collection that is being released follow the inputs of the evaluations of its elements, too. Under the lock.
  ///
  /// - Returns: the evaluations, to be released with no lock held.
  final func takeInputsOfElements() -> ElementEvaluations? {
    guard firstDependent != nil, let elements = rarities?.elements else { return nil }
    rarities?.elements = nil
    for element in elements.computations.values {
      var next = element.firstInput
      while let edge = next {
        next = edge.pointee.nextInput
        guard
          let own = unsafe edge.pointee.input?._withUnsafeGuaranteedRef({
            DependencyEdge.make(from: self, to: $0, version: edge.pointee.version)
          })
        else { continue }
        own.pointee.nextInput = firstInput
        firstInput = own
      }
    }
    return elements
  }

  /// Calls `action` when no thread runs the closure: now, or when the computation ends. It ends after the run that is under way,
  /// since nothing refers to it any more.
  final func whenIdle(_ action: @escaping @Sendable () -> Void) {
    GraphLock.lock()
    let isIdle = claimant == 0
    if !isIdle { madeRarities.waiting.append(action) }
    GraphLock.unlock()
    if isIdle { action() }
  }

  /// Returns the actions that wait for that. Under the lock.
  final func takeWaiting() -> [@Sendable () -> Void] {
    guard let rarities else { return [] }
    defer { rarities.waiting = [] }
    return rarities.waiting
  }

  // MARK: - Circles

  /// The root of the circle that the last run was part of, unless this is the root. Under the lock.
  // By its identity, since it may be released earlier than this.
  final var circleRoot: ObjectIdentifier? {
    get { rarities?.circleRoot }
    set { if newValue != nil || circleRoot != nil { madeRarities.circleRoot = newValue } }
  }

  /// The computation with this identity, if it exists and has such state. Under the lock, until which it lives.
  static func withRarities(_ identity: ObjectIdentifier) -> Unmanaged<Computation>? { table[identity]?.owner }

  private final class CircleValue<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Called before another thread can see this.
  @usableFromInline
  @inline(never)
  final func keepCircleValue<Value>(_ value: Value) {
    GraphLock.lock()
    madeRarities.circleValue = CircleValue(value)
    GraphLock.unlock()
  }

  /// The value for a read within a circle, if there is one.
  final func circleValue<Value>(_ type: Value.Type) -> Value? {
    (keptRarities?.circleValue as? CircleValue<Value>)?.value
  }

  // MARK: - The label

  /// The operation that made a computation, and the place in the code.
  @usableFromInline
  struct Label {
    @usableFromInline let operation: Operation
    @usableFromInline let place: NodeInfo.Place

    @inlinable
    init(_ operation: Operation, _ file: StaticString, _ line: UInt) {
      self.operation = operation
      place = NodeInfo.Place(file, line)
    }

    @usableFromInline
    init(_ operation: Operation, at info: NodeInfo) {
      self.operation = operation
      place = NodeInfo.Place(info)
    }
  }

  @usableFromInline
  enum Operation: UInt8 { case derived, computed, observe, other }

  /// Keeps the name of another operation. Called before another thread can see this.
  final func keep(_ info: NodeInfo) {
    GraphLock.lock()
    madeRarities.info = info
    GraphLock.unlock()
  }

  /// The operation and the place in the code, for the live graph and for messages.
  final var info: NodeInfo {
    switch operation {
    case .derived: NodeInfo(.operator, "Derived", at: place)
    case .computed: NodeInfo(.operator, "Computed", at: place)
    case .observe: NodeInfo(.endpoint, "observe", at: place)
    case .other: keptRarities?.info ?? NodeInfo(.operator, "Derived", at: place)
    }
  }

  /// Whether this has a name of its own in the program. The evaluation of one element has that of its collection.
  final var isNamed: Bool {
    operation != .other || keptRarities?.info.map { !$0.isInternal || $0.operation != "Derived" } ?? false
  }
}
