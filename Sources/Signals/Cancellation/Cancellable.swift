/// Something under way that can be called off.
///
/// Cancelling again does nothing. It can be done from any thread, and never waits.
public protocol Cancellable: AnyObject {
  /// Calls it off. Nothing more begins, and what it captured is let go of (C6, C8).
  func cancel()
}

extension Cancellable {
  /// Keeps this in an array, which is what keeps a subscription alive.
  ///
  /// ```swift
  /// signal.subscribeValues { print($0) }.store(in: &endpoints)
  /// ```
  public func store(in collection: inout some RangeReplaceableCollection<any Cancellable>) {
    collection.append(self)
  }

  /// Keeps this in a bag, which cancels it at the latest when the bag goes.
  public func store(in bag: CancellableBag) where Self: Sendable { bag.insert(self) }
}

extension RangeReplaceableCollection<any Cancellable> {
  /// Keeps one more.
  ///
  /// ```swift
  /// endpoints += signal.subscribeValues { print($0) }
  /// ```
  public static func += (collection: inout Self, cancellable: any Cancellable) {
    collection.append(cancellable)
  }
}

extension RangeReplaceableCollection where Element: Cancellable {
  /// Keeps one more.
  public static func += (collection: inout Self, cancellable: Element) {
    collection.append(cancellable)
  }
}

extension Sequence<any Cancellable> {
  /// Cancels every one, in order. They stay in the collection, which holds nothing of theirs any more.
  public func cancelAll() {
    for cancellable in self { cancellable.cancel() }
  }
}

extension Sequence where Element: Cancellable {
  /// Cancels every one, in order. They stay in the collection, which holds nothing of theirs any more.
  public func cancelAll() {
    for cancellable in self { cancellable.cancel() }
  }
}
