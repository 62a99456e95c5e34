/// A bag of objects that are cancelled together: on demand, or when the bag is released.
///
/// ```swift
/// final class Screen {
///   let lifetime = CancellableBag()
///   init(_ model: Model) {
///     model.title.subscribeValues { print($0) }.store(in: lifetime)
///   }
/// }
/// ```
///
/// It may be filled and emptied from any thread.
public final class CancellableBag: Cancellable {
  private let contents = Guarded<Contents>(.open([]))

  private enum Contents: Sendable {
    case open([any Cancellable])
    case cancelled
  }

  /// Makes an empty bag.
  public init() {}

  deinit { cancel() }

  /// Adds an object. A bag that has been cancelled cancels the object immediately.
  public func insert(_ cancellable: any Cancellable) {
    let isKept = contents.change { contents in
      guard case .open(var kept) = contents else { return false }
      contents = .cancelled
      kept.append(cancellable)
      contents = .open(kept)
      return true
    }
    if !isKept { cancellable.cancel() }
  }

  /// Adds an object. A bag that has been cancelled cancels the object immediately.
  public static func += (bag: CancellableBag, cancellable: any Cancellable) { bag.insert(cancellable) }

  /// Cancels all objects in the bag, in the order in which they were added, and every object that is added from now on.
  public func cancel() {
    let before = contents.change { contents in
      let before = contents
      contents = .cancelled
      return before
    }
    if case .open(let kept) = before {
      for cancellable in kept { cancellable.cancel() }
    }
  }

  /// Cancels all objects in the bag, and stays open for more.
  public func cancelAll() {
    let before = contents.change { contents in
      let before = contents
      if case .open = contents { contents = .open([]) }
      return before
    }
    if case .open(let kept) = before {
      for cancellable in kept { cancellable.cancel() }
    }
  }
}
