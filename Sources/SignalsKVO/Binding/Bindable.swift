public import Dispatch

/// What can be an end of a binding: a ``Property``, a part of one, a ``LocalEnd`` or a ``SharedEnd``; and any writable key path of an object, for which `bind` takes the two (B1).
public protocol Bindable<BoundValue> {
  /// What the end holds, and what the other one holds too, unless there is a converter.
  associatedtype BoundValue
}

/// An end that lives where the binding is made.
public protocol LocalBindable<BoundValue>: Bindable {
  /// For the library's own use.
  func _end(on isolation: (any Actor)?) -> _BindingEnd<BoundValue>
}

/// An end that any thread may refer to: it may be bound to one that lives elsewhere.
public protocol SharedBindable<BoundValue>: Bindable, Sendable where BoundValue: Sendable {
  /// For the library's own use.
  var _end: _BindingEnd<BoundValue> { get }
}

/// An end of a binding as the library sees it.
public struct _BindingEnd<Value> {
  @usableFromInline let terminal: Terminal<Value>

  @usableFromInline
  init(_ terminal: Terminal<Value>) { self.terminal = terminal }
}

extension Property: SharedBindable {
  /// What the property holds.
  public typealias BoundValue = Value

  public var _end: _BindingEnd<Value> { _BindingEnd(PropertyTerminal(self)) }
}

extension PropertyPart: SharedBindable {
  /// What the part holds.
  public typealias BoundValue = Value

  public var _end: _BindingEnd<Value> { _BindingEnd(PartTerminal(self)) }
}

@available(
  *, unavailable, message: "`$name` sets nothing. Bind the object and the key path: `bind(model, \\.name, to: …)`."
)
extension ObservedProperty: LocalBindable {
  /// What the property holds.
  public typealias BoundValue = Value

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> {
    preconditionFailure("A projection is no end of a binding.")
  }
}

/// An end that lives where it is bound, where it is handed on: `bind` itself takes an object and a key path.
///
/// ```swift
/// let ends = [LocalEnd(person, \.firstName), LocalEnd(person, \.lastName)]
/// ```
public struct LocalEnd<Value>: LocalBindable {
  /// What the end holds.
  public typealias BoundValue = Value

  private let make: (_ isolation: (any Actor)?) -> Terminal<Value>

  /// A property of an object, by any writable key path.
  ///
  /// - Parameters:
  ///   - object: is not kept alive by the binding, but by this.
  ///   - keyPath: the way from the object to the value.
  public init<Root: AnyObject>(_ object: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    make = { isolation in PathTerminal(object, keyPath, home: Home(isolation), isResident: true) }
  }

  /// An end that is absent as long as something on the way is.
  ///
  /// ```swift
  /// let manager = LocalEnd(package, through: \.recipient.manager, \.firstName)
  /// ```
  ///
  /// - Parameters:
  ///   - object: is not kept alive by the binding, but by this.
  ///   - way: the way from the object to what may be missing.
  ///   - keyPath: the way from there to the value.
  public init<Root: AnyObject, Middle: AnyObject>(
    _ object: Root, through way: KeyPath<Root, Middle?>, _ keyPath: ReferenceWritableKeyPath<Middle, Value>
  ) {
    make = { isolation in PathTerminal.through(object, way, keyPath, home: Home(isolation), isResident: true) }
  }

  /// An end that is whatever these two closures make of it. It changes when anything does that `get` reads and that can be
  /// observed, and it lasts as long as the binding.
  ///
  /// ```swift
  /// let fahrenheit = LocalEnd(get: { model.celsius * 1.8 + 32 }, set: { model.celsius = ($0 - 32) / 1.8 })
  /// ```
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    let accessors = Accessors(get: get, set: set)
    make = { isolation in
      PathTerminal(
        accessors, \Accessors<Value>.value, home: Home(isolation), isResident: true, value: { $0 },
        // The terminal keeps them, since nobody else does.
        set: { [accessors] _, value, _ in accessors.value = value })
    }
  }

  public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> { _BindingEnd(make(isolation)) }
}

/// A value that two closures stand for.
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

/// An end that lives on a queue, where it is read and set (B5).
///
/// ```swift
/// let binding = bind(viewModel, \.name, to: SharedEnd(model, \.name, on: modelQueue))
/// ```
///
/// Whoever else sets the property has to do that on this queue, too.
public struct SharedEnd<Value: Sendable>: SharedBindable {
  /// What the end holds.
  public typealias BoundValue = Value

  private let make: @Sendable () -> Terminal<Value>

  /// A property of an object that any thread may refer to, and that is used on one queue.
  ///
  /// - Parameters:
  ///   - object: is not kept alive by the binding, but by this.
  ///   - keyPath: the way from the object to the value.
  ///   - queue: a serial queue.
  public init<Root: AnyObject & Sendable>(
    _ object: Root, _ keyPath: any ReferenceWritableKeyPath<Root, Value> & Sendable, on queue: DispatchQueue
  ) {
    make = { PathTerminal(object, keyPath, home: Home(queue: queue), isResident: false) }
  }

  /// A property that is to be set on one queue by the binding.
  public init(_ property: Property<Value>, on queue: DispatchQueue) {
    make = { PropertyTerminal(property, on: queue) }
  }

  public var _end: _BindingEnd<Value> { _BindingEnd(make()) }
}

extension PathTerminal where Read == Value {
  /// A writable path.
  // Inlined, and set by way of the closure: where the path is written as a literal, the compiler then makes an assignment of it.
  // By way of the path itself a set would cost more than all the rest.
  @inlinable
  @inline(__always)
  convenience init(
    _ root: Root, _ path: @escaping @autoclosure () -> ReferenceWritableKeyPath<Root, Value>, home: Home,
    isResident: Bool
  ) {
    self.init(
      root, path(), home: home, isResident: isResident, value: { $0 },
      set: { root, value, observed in
        if path() === observed {
          root[keyPath: path()] = value
        } else {
          // It was a variable, and has been changed since.
          root[keyPath: unsafeDowncast(observed, to: ReferenceWritableKeyPath<Root, Value>.self)] = value
        }
      })
  }
}

extension PathTerminal where Read == Value? {
  /// A path through something that may be missing.
  @inlinable
  static func through<Middle: AnyObject>(
    _ root: Root, _ way: KeyPath<Root, Middle?>, _ path: ReferenceWritableKeyPath<Middle, Value>, home: Home,
    isResident: Bool
  ) -> PathTerminal {
    PathTerminal(
      root, way.appending(path: \Middle?.[ifPresent: path]), home: home, isResident: isResident, value: { $0 },
      set: { root, value, _ in root[keyPath: way]?[keyPath: path] = value })
  }
}

extension Optional where Wrapped: AnyObject {
  /// What the path leads to from the object, if there is one.
  @usableFromInline
  subscript<Value>(ifPresent path: ReferenceWritableKeyPath<Wrapped, Value>) -> Value? { self?[keyPath: path] }
}
