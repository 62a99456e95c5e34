internal import Dispatch
internal import Signals

/// Where objects live: on the actor on which an observation of them was made, or on none.
struct Home: Sendable {
  private let executor: Executor

  init(_ actor: (any Actor)?) {
    if let actor {
      executor = actor === MainActor.shared ? .main : .actor(actor)
    } else {
      executor = .inline
    }
  }

  var isActor: Bool { !executor.isInline }

  /// Whether what runs here may use them.
  var isHere: Bool { executor.allowsInline }

  func run(_ body: @escaping @Sendable () -> Void) { executor.run(body) }
}
