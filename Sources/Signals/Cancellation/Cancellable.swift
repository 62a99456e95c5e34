/// An operation that can be cancelled.
///
/// Cancelling a second time has no effect. `cancel()` may be called from any thread, and never waits.
public protocol Cancellable: AnyObject {
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

  /// Adds this object to a bag, which cancels it when the bag is cancelled or released.
  public func store(in bag: CancellableBag) where Self: Sendable { bag.insert(self) }
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
  /// Cancels all elements, in order. They stay in the collection, but no longer hold anything of their subscriptions.
  public func cancelAll() {
    for cancellable in self { cancellable.cancel() }
  }
}

extension Sequence where Element: Cancellable {
  /// Cancels all elements, in order. They stay in the collection, but no longer hold anything of their subscriptions.
  public func cancelAll() {
    for cancellable in self { cancellable.cancel() }
  }
}
