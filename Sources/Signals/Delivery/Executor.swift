public import Dispatch

/// Where a serialiser's handlers run.
@usableFromInline
package enum Executor: Sendable {
  /// In the thread that sends; on a queue of the serialiser's own where several threads send at once (C5).
  case inline
  case queue(DispatchQueue)
  /// Inline where that is the main queue already, else on it (C9).
  case main
  case actor(Residence)

  /// Whether an event that finds nothing else waiting may be delivered by the thread that brings it.
  @inlinable
  package var allowsInline: Bool {
    switch self {
    case .inline: true
    case .main: MainQueue.isCurrent
    case .queue, .actor: false
    }
  }

  /// Whether it is always the sender that delivers, unless another one is at it.
  package var isInline: Bool {
    if case .inline = self { true } else { false }
  }

  /// Whether what is run by the other is run on the very same queue.
  func isSame(as other: Executor) -> Bool {
    switch (self, other) {
    case (.queue(let own), .queue(let others)): own === others
    case (.main, .main): true
    default: false
    }
  }

  /// How the live graph calls it, where handlers don't run in the thread that sends.
  var label: String? {
    switch self {
    case .inline: nil
    case .main: "main"
    case .queue(let queue): queue === DispatchQueue.main ? "main" : queue.label
    case .actor: "an actor"
    }
  }

  package func run(_ drain: @escaping @Sendable () -> Void) {
    switch self {
    case .inline: drain()
    case .queue(let queue): queue.async(execute: drain)
    case .main: DispatchQueue.main.async(execute: drain)
    case .actor(let actor): actor.run(drain)
    }
  }

  /// An actor on which something is done, and which isn't kept alive by that: it may itself keep what is done there.
  // Unchecked: nobody changes the reference but the runtime, which sees to threads.
  @usableFromInline
  package struct Residence: @unchecked Sendable {
    private weak var actor: (any Actor)?

    @usableFromInline
    package init(_ actor: any Actor) { self.actor = actor }

    fileprivate func run(_ drain: @escaping @Sendable () -> Void) {
      if let actor {
        Task { await Self.run(drain, on: actor) }
      } else {
        // Nobody is there any more whom it could meet.
        DispatchQueue.global().async(execute: drain)
      }
    }

    private static func run(_ drain: @Sendable () -> Void, on actor: isolated any Actor) { drain() }
  }
}

/// The main queue, recognised by a mark on it: on Linux it is not always the main thread that serves it.
@usableFromInline
package enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @usableFromInline
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}
