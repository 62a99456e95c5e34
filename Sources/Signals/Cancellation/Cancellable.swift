/// An operation that can be cancelled.
///
/// Cancelling a second time has no effect. `cancel()` may be called from any thread, and never waits.
public protocol Cancellable: AnyObject, Sendable {
  /// Cancels the operation. No further call begins, and the captured objects are released (C6, C8).
  func cancel()
}

extension Cancellable {
  /// Appends this object to a collection, which keeps the subscription alive.
  ///
  /// ```swift
  /// signal.subscribeValues { print($0) }.store(in: &endpoints)
  /// ```
  public func store(in collection: inout some RangeReplaceableCollection<any Cancellable>) {
    collection.append(self)
  }

  /// Appends this object to a collection of its own type, such as an array of endpoints.
  public func store(in collection: inout some RangeReplaceableCollection<Self>) {
    collection.append(self)
  }

  /// Inserts this object into a set of its own type, such as a set of endpoints.
  public func store(in set: inout Set<Self>) where Self: Hashable { set.insert(self) }

  /// Adds this object to a bag, which cancels it when the bag is cancelled or released.
  public func store(in bag: CancellableBag) { bag.insert(self) }
}

extension RangeReplaceableCollection<any Cancellable> {
  /// Appends a cancellable object.
  ///
  /// ```swift
  /// endpoints += signal.subscribeValues { print($0) }
  /// ```
  public static func += (collection: inout Self, cancellable: any Cancellable) {
    collection.append(cancellable)
  }
}

extension RangeReplaceableCollection where Element: Cancellable {
  /// Appends a cancellable object.
  public static func += (collection: inout Self, cancellable: Element) {
    collection.append(cancellable)
  }
}

extension Sequence<any Cancellable> {
  /// Adds all elements to a bag, which cancels them when the bag is cancelled or released.
  ///
  /// ```swift
  /// [titles.subscribeValues { show($0) }, counts.subscribeValues { badge($0) }].store(in: lifetime)
  /// ```
  public func store(in bag: CancellableBag) {
    for cancellable in self { bag.insert(cancellable) }
  }

  /// Cancels all elements, in order. They stay in the collection, but no longer hold anything of their subscriptions.
  public func cancelAll() {
    for cancellable in self { cancellable.cancel() }
  }
}

extension Sequence where Element: Cancellable {
  /// Adds all elements to a bag, which cancels them when the bag is cancelled or released.
  public func store(in bag: CancellableBag) {
    for cancellable in self { bag.insert(cancellable) }
  }

  /// Cancels all elements, in order. They stay in the collection, but no longer hold anything of their subscriptions.
  public func cancelAll() {
    for cancellable in self { cancellable.cancel() }
  }
}
