/// Makes a property of a class observable.
///
/// ```swift
/// final class Person {
///   @Observed var firstName = ""
///   @Observed var lastName = ""
///   var fullName: String { "\(firstName) \(lastName)" }
/// }
/// let observer = KeyValueObserver(person, \.fullName) { print($0.newValue ?? "") }
/// ```
///
/// Reading and writing looks like any other property, and costs about as much. There is nothing to adopt and nothing to
/// call (K1): a ``KeyValueObserver`` follows any key path through such properties, also through computed ones that read
/// them, and `$firstName` is the property as a signal, which sets nothing.
///
/// The property is exactly as safe to use from several threads as the class that has it: the compiler checks plain and
/// actor-isolated classes. A value that many threads set is a ``Property``.
///
/// Each set is one change, also of an equal value, and so is each change in place (`person.tags.append("new")`). Observers
/// hear of it when it has happened, before the set returns (K2). The property's own `didSet` runs after them. An
/// assignment to the property inside that `didSet` is a set like any other, and runs `didSet` again; one that corrects
/// the value has to stop where there is nothing to correct.
///
/// Where the class is `Observable`, Swift's own tracking hears of each read and write, so that SwiftUI follows it (K10).
@propertyWrapper
public struct Observed<Value> {
  @usableFromInline let cell: Cell<Value>

  /// For the compiler, which calls this with the first value of the property.
  @inlinable
  public init(wrappedValue: Value) { cell = Cell(wrappedValue) }

  @available(*, unavailable, message: "Only a property of a class can be observed: make the type a class.")
  public var wrappedValue: Value {
    get { preconditionFailure("Only a property of a class can be observed.") }
    // swift-format-ignore: UnusedSetterValue
    set { preconditionFailure("Only a property of a class can be observed.") }
  }

  @available(*, unavailable, message: "Only a property of a class can be observed: make the type a class.")
  public var projectedValue: ObservedProperty<Value> {
    preconditionFailure("Only a property of a class can be observed.")
  }

  // Transparent, so that the compiler sees the way to the cell, and it costs nothing. The path of the property is for
  // observers: it is formed when it is needed.
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped path: @autoclosure () -> ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Observed>
  ) -> Value {
    @_transparent
    get {
      // It is the object that keeps the cell.
      defer { _fixLifetime(object) }
      let cell = unsafe Unmanaged.passUnretained(object[keyPath: storage].cell)
      return unsafe cell._withUnsafeGuaranteedRef { cell in
        if !cell.flags.isDisjoint(with: .atRead) || cell.state.recordings.pointee.underWay.relaxed != 0 {
          cell.noteRead(of: object, path())
        }
        return cell.held
      }
    }
    @_transparent
    set {
      defer { _fixLifetime(object) }
      let cell = unsafe Unmanaged.passUnretained(object[keyPath: storage].cell)
      unsafe cell._withUnsafeGuaranteedRef { cell in
        guard cell.flags.rawValue == 0 else { return cell.set(newValue, of: object) }
        // The old value is released after the store: its deinit may set the property.
        var value = newValue
        swap(&value, &cell.held)
      }
    }
    @_transparent
    _modify {
      let cell = object[keyPath: storage].cell
      let old = cell.beginModifying(object)
      defer { cell.endModifying(old) }
      yield &cell.held
    }
  }

  /// The property itself, for reading: its signal, if its values are `Sendable`.
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    projected path: @autoclosure () -> KeyPath<Object, ObservedProperty<Value>>,
    storage storage: ReferenceWritableKeyPath<Object, Observed>
  ) -> ObservedProperty<Value> {
    // Transparent too: a key path to the storage that got away would have every access of it checked for others.
    @_transparent
    get { ObservedProperty(object[keyPath: storage].cell, of: object) }
  }
}

extension Observed: WatchedPropertyKeeper {
  var watchedProperty: WatchedProperty { cell }
}
