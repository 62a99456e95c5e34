/// Keeps what is to be cancelled together: at the latest when the bag itself goes.
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
public final class CancellableBag: Cancellable, Sendable {
  private let contents = Guarded<Contents>(.open([]))

  private enum Contents: Sendable {
    case open([any Cancellable & Sendable])
    case cancelled
  }

  /// An empty bag.
  public init() {}

  deinit { cancel() }

  /// Keeps one more. In a bag that has been cancelled, it is cancelled at once.
  public func insert(_ cancellable: any Cancellable & Sendable) {
    let isKept = contents.change { contents in
      guard case .open(var kept) = contents else { return false }
      contents = .cancelled
      kept.append(cancellable)
      contents = .open(kept)
      return true
    }
    if !isKept { cancellable.cancel() }
  }

  /// Keeps one more.
  public static func += (bag: CancellableBag, cancellable: any Cancellable & Sendable) { bag.insert(cancellable) }

  /// Cancels everything in it, in the order in which it came, and from now on whatever comes.
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

  /// Cancels everything in it, and stays open for more.
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
