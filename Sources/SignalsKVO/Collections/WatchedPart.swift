public import Signals

/// A part of a collection for an observer, which keeps the part and not the collection.
@usableFromInline
protocol WatchedPart<Value>: Sendable {
  associatedtype Contents: _ObservableContents & Sendable where Contents._Change: Sendable
  associatedtype Value: Sendable

  /// The collection, as long as something else keeps it.
  var collection: ObservedCollection<Contents>? { get }
  /// Tells the parts of one collection apart.
  var identity: AnyHashable { get }
  /// The present value, and then an element for each later edit.
  var states: Signal<PartState<Value>> { get }

  /// The value in these contents.
  func value(in contents: Contents) -> Value

  /// The values before and after these changes, as far as they tell; nil if they don't name the part.
  func change(in changes: [Contents._Change]) -> (old: Value, new: Value)?

  /// Sets the value by one edit.
  func set(_ value: Value)
}

/// The value of a part, with the number of the collection's state.
@usableFromInline
struct PartState<Value: Sendable>: Sendable {
  @usableFromInline let version: UInt
  /// The value; nil after an edit that doesn't name the part.
  @usableFromInline let value: Value?
  /// The stamp of the edit, if a binding may ask for it.
  @usableFromInline let stamp: Stamp

  @inlinable
  init(version: UInt, value: Value?, stamp: Stamp) {
    self.version = version
    self.value = value
    self.stamp = stamp
  }
}

/// A part of an observed collection.
final class WatchedCollectionPart<Contents, Collection: ObservedCollection<Contents>, Value: Sendable>: WatchedPart
where Contents: _ObservableContents & Sendable, Contents._Change: Sendable {
  private weak let owner: Collection?
  private let makeIdentity: @Sendable () -> AnyHashable?
  private let select: @Sendable (Contents) -> Value
  private let compare: @Sendable ([Contents._Change]) -> (old: Value, new: Value)?
  private let setter: @Sendable (Collection, Value) -> Void
  private let makeStates: @Sendable (Collection) -> Signal<PartState<Value>>

  init(
    _ identity: @escaping @Sendable () -> AnyHashable?, of collection: Collection,
    select: @escaping @Sendable (Contents) -> Value,
    change: @escaping @Sendable ([Contents._Change]) -> (old: Value, new: Value)?,
    set: @escaping @Sendable (Collection, Value) -> Void,
    states: @escaping @Sendable (Collection) -> Signal<PartState<Value>>
  ) {
    owner = collection
    makeIdentity = identity
    self.select = select
    compare = change
    setter = set
    makeStates = states
  }

  var collection: ObservedCollection<Contents>? { owner }

  var identity: AnyHashable { makeIdentity() ?? AnyHashable(ObjectIdentifier(self)) }

  var states: Signal<PartState<Value>> { owner.map(makeStates) ?? .empty() }

  func value(in contents: Contents) -> Value { select(contents) }

  func change(in changes: [Contents._Change]) -> (old: Value, new: Value)? { compare(changes) }

  func set(_ value: Value) { if let owner { setter(owner, value) } }
}
