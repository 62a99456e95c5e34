internal import Signals

/// A part of a collection for an observer, which keeps the part and not the collection.
protocol WatchedPart<Value>: Sendable {
  associatedtype Collection: AnyObject
  associatedtype Value: Sendable

  /// The collection, as long as something else keeps it.
  var collection: Collection? { get }
  /// The path from the collection to the value. A read of it reports this part.
  var path: KeyPath<Collection, Value> { get }
  /// The present value and each later one, some of them more than once.
  var states: Signal<PartState<Value>> { get }

  /// Sets the value by one edit.
  func set(_ value: Value, in collection: Collection)
}

/// The value of a part, with the number of the collection's state.
struct PartState<Value: Sendable>: Sendable {
  let version: UInt
  let value: Value
  /// The stamp of the change of the part, if a binding may ask for it.
  let stamp: Stamp
}

/// A collection of which parts can be observed.
protocol PartedCollection: Dependency {
  associatedtype Contents

  /// The contents with their number. The read is not recorded.
  var current: (version: UInt, answer: Contents) { get }
}

extension ObservedCollection: PartedCollection {}

extension PartedCollection {
  /// The value of a part. A path observation that reads it follows the part, and no other edit of the collection.
  fileprivate subscript<Value: Sendable>(part: WatchedCollectionPart<Self, Value>) -> Value {
    let (version, contents) = current
    let value = part.select(contents)
    if let listener = ReadingContext.currentIfAny?.pointee.listener {
      listener.note(
        Access(
          subject: part, owner: ObjectIdentifier(part), held: Access.Held(value, kind: ValueKind(Value.self)),
          version: version))
    }
    return value
  }
}

/// A part of an observed collection.
final class WatchedCollectionPart<Collection: PartedCollection, Value: Sendable>: WatchedPart, Dependency {
  weak let collection: Collection?
  fileprivate let select: @Sendable (Collection.Contents) -> Value
  private let setter: @Sendable (Collection, Value) -> Void
  private let makeStates: @Sendable (Collection) -> Signal<PartState<Value>>

  init(
    of collection: Collection,
    select: @escaping @Sendable (Collection.Contents) -> Value,
    set: @escaping @Sendable (Collection, Value) -> Void,
    states: @escaping @Sendable (Collection) -> Signal<PartState<Value>>
  ) {
    self.collection = collection
    self.select = select
    setter = set
    makeStates = states
  }

  var path: KeyPath<Collection, Value> { \Collection[self] }

  var states: Signal<PartState<Value>> { collection.map(makeStates) ?? .empty() }

  func set(_ value: Value, in collection: Collection) { setter(collection, value) }

  var stateOwner: ObjectIdentifier? { collection.map { ObjectIdentifier($0) } }

  func countBindings(_ difference: Int) { collection?.countBindings(difference) }

  /// An edit that leaves the part as it was is no change of it.
  func pulses(after version: UInt) -> Signal<Void> {
    states.stage(nil as Value?) { former, state, downstream in
      if let isSame = equalityIfEquatable(Value.self) {
        defer { former = state.value }
        if let former, isSame(former, state.value) { return }
      }
      if state.version > version { try state.stamp.tell { try downstream.pass(()) } }
    }
  }
}

// The index of the path, by its identity.
extension WatchedCollectionPart: Hashable {
  static func == (one: WatchedCollectionPart, other: WatchedCollectionPart) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
