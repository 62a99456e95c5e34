public import Signals

/// A value of one actor's objects that is computed from others, and kept until one of them changes (K8).
///
/// ```swift
/// @MainActor final class Cart {
///   @Observed var items: [Item] = []
///   lazy var total = Computed { [unowned self] in items.reduce(0) { $0 + $1.price } }
/// }
/// let observer = KeyValueObserver(cart, \.total.value) { print($0.newValue ?? 0) }
/// ```
///
/// It is to a class what ``Derived`` is to values that any thread may use: the closure may read every object that the code
/// around it may, `@Observed` properties among them, and the value needs not be `Sendable`. Therefore it is not `Sendable`
/// itself. It belongs to the actor in whose code it was created, and the closure runs there. Swift knows of no actor in the initial
/// value of a property: a computed value that is created there on the main queue belongs to the main actor, and a class of another
/// global actor passes that (`isolation: Database.shared`). Outside actors, the closure of an observed value runs on the thread that sets an input: where
/// several threads set, it must use only what is `Sendable`, which the compiler doesn't check there (C13).
///
/// The inputs are the values that the closure reads, and `@Observable` objects. A change of such an object is notified later,
/// when the actor is free (K10). The value is computed when it is read or observed and an input has changed since the last
/// time. A result that is equal to the value is no change if the type is `Equatable`; `isSame:` replaces the comparison.
///
/// A closure that uses `self` captures it `unowned` or `weak`, since the object keeps the computed value.
public final class Computed<Value> {
  // Everything that a change takes part in is inlined: other code would look types up at run time.
  @usableFromInline let core: Derived<Unchecked<Value>>

  @inlinable
  init(
    _ info: NodeInfo, _ isolation: (any Actor)?, isSame: ((Value, Value) -> Bool)?, circleValue: Value? = nil,
    _ compute: @escaping () -> Value
  ) {
    let compute = Unchecked(compute)
    let home = ExecutionContext.ofCode(on: isolation)
    core = Derived(
      Computation.Label(.computed, at: info), isSame: isSame.map { isSame in { isSame($0.value, $1.value) } },
      home: home.isActor ? home : nil
    ) { Unchecked(compute.value()) }
    if let circleValue { core.computation.keepCircleValue(Unchecked(circleValue)) }
    core.computation.beConfined()
  }

  /// Creates a value that follows from the values that `compute` reads. It is not computed before it is read or observed.
  ///
  /// A result that is equal to the one before it is no change, if the type is `Equatable`.
  @inlinable
  public convenience init(
    isolation: isolated (any Actor)? = #isolation, _ compute: @escaping () -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      NodeInfo(.operator, "Computed", file, line), isolation, isSame: equalityIfEquatableHere(Value.self), compute)
  }

  /// Creates a value that follows from the values that `compute` reads, and that changes only if a result is not the same as
  /// the one before it.
  @inlinable
  public convenience init(
    isSame: @escaping (Value, Value) -> Bool, isolation: isolated (any Actor)? = #isolation,
    _ compute: @escaping () -> Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      NodeInfo(.operator, "Computed", file, line), isolation,
      isSame: { one, other in untracked { isSame(one, other) } }, compute)
  }

  /// Creates a value that may come to read itself, directly or through other values: then it is `circleValue`.
  @inlinable
  public convenience init(
    inCircle circleValue: Value, isolation: isolated (any Actor)? = #isolation, _ compute: @escaping () -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      NodeInfo(.operator, "Computed", file, line), isolation, isSame: equalityIfEquatableHere(Value.self),
      circleValue: circleValue, compute)
  }

  /// The value that follows from the present values of its inputs.
  @inlinable public var value: Value {
    let context = core.readingContext
    if context == nil { core.trackRead() } else if context?.pointee.hasListener == true { return readNoting(context) }
    return core.computation.read(context).value.value
  }

  @usableFromInline
  @inline(never)
  func readNoting(_ context: ReadingContext.Pointer?) -> Value {
    let (current, version) = core.computation.read(context)
    context?.pointee.listener?.note(
      Access(
        subject: core, owner: ObjectIdentifier(core), held: Access.Held(current.value, kind: ValueKind(Value.self)),
        standaloneType: Value.self, version: version))
    return current.value
  }
}

extension Computed: CustomStringConvertible {
  /// The kind of value, and the value: `Computed<Int>(1)`. Reading it creates no dependency.
  public var description: String { "\(Self.self)(\(ReadingContext.pause { value }))" }
}

/// A value of one actor in a place that any thread may pass on.
// Unchecked, because it is used where it was made.
@usableFromInline
struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
