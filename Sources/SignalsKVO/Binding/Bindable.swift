public import Dispatch

/// An end of a binding: a ``Property``, a part of one, a ``LocalEnd`` or a ``SharedEnd``. `bind` also takes an object and a
/// writable key path (B1).
public protocol Bindable<BoundValue> {
  /// The type of the end's values; without a converter, also that of the other end.
  associatedtype BoundValue

  // The compiler's message for code that no actor runs names these types, and nothing else in it can be chosen. So each name
  // states the rule that such code breaks. An end with another rule has an optional actor, which every code has.
  /// For the library's own use: the actor that has to run the code that binds this end, if one has to.
  associatedtype _IsBoundOnAnActorOnly
  /// For the library's own use: the same beside an object and a key path.
  associatedtype _IsBoundToAnObjectOnAnActorOnly

  /// For the library's own use.
  func _end(on isolation: (any Actor)?) -> _BindingEnd<BoundValue>

  /// For the library's own use.
  func _bind(
    to second: some Bindable<BoundValue>, _ start: BindingStart, _ policy: ConflictPolicy<BoundValue, BoundValue>,
    on isolation: (any Actor)?, _ file: StaticString, _ line: UInt
  ) -> TwoWayBinding
}

/// An end that lives where the binding is made.
public protocol LocalBindable<BoundValue>: Bindable
where _IsBoundOnAnActorOnly == any Actor, _IsBoundToAnObjectOnAnActorOnly == (any Actor)? {}

/// An end that any thread may refer to, so it can be bound to an end that lives elsewhere.
public protocol SharedBindable<BoundValue>: Bindable, Sendable
where
  BoundValue: Sendable, _IsBoundOnAnActorOnly == (any Actor)?, _IsBoundToAnObjectOnAnActorOnly == any Actor
{}

/// The library's own view of an end.
public struct _BindingEnd<Value> {
  @usableFromInline let boundEnd: BoundEnd<Value>

  @usableFromInline
  init(_ boundEnd: BoundEnd<Value>) { self.boundEnd = boundEnd }
}

extension Bindable {
  @inlinable
  public func _bind(
    to second: some Bindable<BoundValue>, _ start: BindingStart, _ policy: ConflictPolicy<BoundValue, BoundValue>,
    on isolation: (any Actor)?, _ file: StaticString, _ line: UInt
  ) -> TwoWayBinding {
    TwoWayBinding(
      _end(on: isolation).boundEnd, second._end(on: isolation).boundEnd, start, policy, on: isolation, file, line)
  }
}

extension Property: SharedBindable {
  /// The type of the property's value.
  public typealias BoundValue = Value
  // Declared, so that the compiler's message has the name.
  public typealias _IsBoundToAnObjectOnAnActorOnly = any Actor

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> { _BindingEnd(BoundProperty(self)) }

  // Two properties are bound by code that the compiler specialises for their type.
  @inlinable
  @inline(__always)
  public func _bind(
    to second: some Bindable<Value>, _ start: BindingStart, _ policy: ConflictPolicy<Value, Value>,
    on isolation: (any Actor)?, _ file: StaticString, _ line: UInt
  ) -> TwoWayBinding {
    guard let second = second as? Property<Value> else {
      return TwoWayBinding(
        BoundProperty(self), second._end(on: isolation).boundEnd, start, policy, on: isolation, file, line)
    }
    return TwoWayBinding(BoundProperty(self), BoundProperty(second), start, policy, on: isolation, file, line)
  }
}

extension PropertyPart: SharedBindable {
  /// The type of the part's value.
  public typealias BoundValue = Value
  // Declared, so that the compiler's message has the name.
  public typealias _IsBoundToAnObjectOnAnActorOnly = any Actor

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> { _BindingEnd(BoundPart(self)) }
}

@available(
  *, unavailable, message: "`$name` sets nothing. Bind the object and the key path: `bind(model, \\.name, to: …)`."
)
extension ObservedProperty: LocalBindable {
  /// The type of the property's value.
  public typealias BoundValue = Value

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> {
    preconditionFailure("`$name` sets nothing. Bind the object and the key path: `bind(model, \\.name, to: …)`.")
  }
}

/// An end that lives where the binding is made, as a value: `bind` itself takes an object and a key path.
///
/// ```swift
/// let ends = [LocalEnd(person, \.firstName), LocalEnd(person, \.lastName)]
/// ```
public struct LocalEnd<Value>: LocalBindable {
  /// The type of the end's values.
  public typealias BoundValue = Value
  // Declared, so that the compiler's message has the name.
  public typealias _IsBoundOnAnActorOnly = any Actor

  @usableFromInline let make: (_ home: ExecutionContext) -> BoundEnd<Value>

  @usableFromInline
  init(make: @escaping (_ home: ExecutionContext) -> BoundEnd<Value>) { self.make = make }

  /// A property of an object, by any writable key path.
  ///
  /// - Parameters:
  ///   - object: kept alive by this value, not by the binding.
  ///   - keyPath: the path from the object to the value.
  @inlinable
  public init<Root: AnyObject>(
    _ object: Root, _ keyPath: @escaping @autoclosure () -> ReferenceWritableKeyPath<Root, Value>
  ) { self.init { home in BoundPath(object, keyPath(), home: home, isResident: true) } }

  /// An end that is absent as long as an object on its path is.
  ///
  /// ```swift
  /// let binding = bind(field, \.text, to: LocalEnd(package, through: \.recipient.manager, \.firstName))
  /// ```
  ///
  /// While the end is absent, the other end keeps its own value. When the end appears, its value counts.
  ///
  /// - Parameters:
  ///   - object: kept alive by this value, not by the binding.
  ///   - way: the path from the object to the object that may be missing.
  ///   - keyPath: the path from there to the value.
  @inlinable
  public init<Root: AnyObject, Middle: AnyObject>(
    _ object: Root, through way: KeyPath<Root, Middle?>, _ keyPath: ReferenceWritableKeyPath<Middle, Value>
  ) { self.init(object, way, keyPath, absent: nil) }

  /// An end that has the value `absent` as long as an object on its path is missing.
  ///
  /// ```swift
  /// let binding = bind(field, \.text, to: LocalEnd(list, through: \.selected, \.name, absent: ""))
  /// ```
  ///
  /// The other end gets that value when the object goes missing, or is missing at the beginning; with a converter, it gets the
  /// converted value. What is set at the other end meanwhile stays there and is set nowhere else. When the object appears, its
  /// value counts (B1).
  ///
  /// - Parameters:
  ///   - object: kept alive by this value, not by the binding.
  ///   - way: the path from the object to the object that may be missing.
  ///   - keyPath: the path from there to the value.
  ///   - absent: the value in place of a missing one.
  @inlinable
  public init<Root: AnyObject, Middle: AnyObject>(
    _ object: Root, through way: KeyPath<Root, Middle?>, _ keyPath: ReferenceWritableKeyPath<Middle, Value>,
    absent: Value
  ) { self.init(object, way, keyPath, absent: .some(absent)) }

  @inlinable
  init<Root: AnyObject, Middle: AnyObject>(
    _ object: Root, _ way: KeyPath<Root, Middle?>, _ keyPath: ReferenceWritableKeyPath<Middle, Value>, absent: Value?
  ) {
    self.init { home in
      BoundPath(
        object, way.appending(path: \Middle?.[ifPresent: keyPath]), home: home, isResident: true, value: { $0 },
        set: { root, value, _ in root[keyPath: way]?[keyPath: keyPath] = value }, absent: absent)
    }
  }

  /// An end made of two closures. It changes when any observable value changes that `get` reads, and lasts as long as the
  /// binding.
  ///
  /// ```swift
  /// let fahrenheit = LocalEnd(get: { model.celsius * 1.8 + 32 }, set: { model.celsius = ($0 - 32) / 1.8 })
  /// ```
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    let accessors = Accessors(get: get, set: set)
    self.init { home in
      BoundPath(
        accessors, \Accessors<Value>.value, home: home, isResident: true, value: { $0 },
        // The boundEnd is the only owner of the accessors.
        set: { [accessors] _, value, _ in accessors.value = value })
    }
  }

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> { _BindingEnd(make(ExecutionContext(isolation))) }
}

/// A property whose accessors are two closures.
private final class Accessors<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  var value: Value {
    get { get() }
    set { set(newValue) }
  }
}

/// An end that is read and set on a queue (B5).
///
/// ```swift
/// let binding = bind(viewModel, \.name, to: SharedEnd(model, \.name, on: modelQueue))
/// ```
///
/// All other code that sets the property has to do so on this queue, too.
public struct SharedEnd<Value: Sendable>: SharedBindable {
  /// The type of the end's values.
  public typealias BoundValue = Value
  // Declared, so that the compiler's message has the name.
  public typealias _IsBoundToAnObjectOnAnActorOnly = any Actor

  private let make: @Sendable () -> BoundEnd<Value>

  /// A property of a `Sendable` object that is used on one queue.
  ///
  /// - Parameters:
  ///   - object: kept alive by this value, not by the binding.
  ///   - keyPath: the path from the object to the value.
  ///   - queue: a serial queue.
  public init<Root: AnyObject & Sendable>(
    _ object: Root, _ keyPath: any ReferenceWritableKeyPath<Root, Value> & Sendable, on queue: DispatchQueue
  ) { make = { BoundPath(object, keyPath, home: ExecutionContext(queue: queue), isResident: false) } }

  /// A property that the binding sets on one queue.
  public init(_ property: Property<Value>, on queue: DispatchQueue) {
    make = { BoundProperty(property, on: queue) }
  }

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> { _BindingEnd(make()) }
}

extension BoundPath where Read == Value {
  /// An end at a writable path.
  // Inlined, and set by the closure: for a path that is written as a literal, the compiler then makes an assignment. A set
  // through the key path itself would cost more than everything else.
  @inlinable
  @inline(__always)
  convenience init(
    _ root: Root, _ path: @escaping @autoclosure () -> ReferenceWritableKeyPath<Root, Value>, home: ExecutionContext,
    isResident: Bool
  ) {
    self.init(
      root, path(), home: home, isResident: isResident, value: { $0 },
      set: { root, value, observed in
        if path() === observed {
          root[keyPath: path()] = value
        } else {
          // The path came from a variable that has changed since.
          unsafe root[keyPath: unsafeDowncast(observed, to: ReferenceWritableKeyPath<Root, Value>.self)] = value
        }
      })
  }
}

extension Optional where Wrapped: AnyObject {
  /// The value at the path, if there is an object.
  @usableFromInline
  subscript<Value>(ifPresent path: KeyPath<Wrapped, Value>) -> Value? { self?[keyPath: path] }
}

extension CollectionPart: LocalBindable {
  /// The type of the part's value.
  public typealias BoundValue = Value
  // Declared, so that the compiler's message has the name.
  public typealias _IsBoundOnAnActorOnly = any Actor

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> {
    func end(of part: some WatchedPart<Value>) -> BoundEnd<Value> {
      guard let collection = part.collection else { preconditionFailure("A part keeps its collection.") }
      return BoundCollectionPart(part, of: collection, home: ExecutionContext(isolation))
    }
    return _BindingEnd(end(of: watched))
  }
}
