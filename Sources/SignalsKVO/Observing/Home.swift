internal import Dispatch
internal import Signals

/// Where objects live: on the actor on which an observation of them was made, or on none.
@usableFromInline
struct Home: Sendable {
  private let executor: Executor

  @usableFromInline
  init(_ actor: (any Actor)?) {
    if let actor {
      executor = actor === MainActor.shared ? .main : .actor(actor)
    } else {
      executor = .inline
    }
  }

  /// Where this code runs, as far as that can be told without asking for the actor.
  @usableFromInline
  static var here: Home { Home(MainQueue.isCurrent ? MainActor.shared : nil) }

  var isActor: Bool { !executor.isInline }

  /// Whether what runs here may use them.
  var isHere: Bool { executor.allowsInline }

  func run(_ body: @escaping @Sendable () -> Void) { executor.run(body) }
}
