public import Dispatch

#if canImport(CDispatch)
  internal import CDispatch
#endif

/// The place where a serialiser's handlers run.
@usableFromInline
package enum Executor: Sendable {
  /// The sending thread. When several threads send at once, one of them delivers its own events, and those of the
  /// others are delivered on a queue (C5).
  case inline
  case queue(DispatchQueue)
  /// The main queue: inline if the sender is on it already, otherwise by a block on it (C9).
  case main
  case actor(Residence)
  case foreign(ForeignQueue)

  /// Whether the sending thread may deliver an event itself, if no other event waits.
  @inlinable
  package var allowsInline: Bool {
    switch self {
    case .inline: true
    case .main: MainQueue.isCurrent
    case .queue, .actor, .foreign: false
    }
  }

  /// Whether the sending thread always delivers, unless another thread is delivering.
  package var isInline: Bool {
    if case .inline = self { true } else { false }
  }

  /// Whether both run their handlers on one and the same queue.
  func isSame(as other: Executor) -> Bool {
    switch (self, other) {
    case (.queue(let own), .queue(let others)): own === others
    case (.main, .main): true
    case (.foreign(let own), .foreign(let others)): own.queue === others.queue
    default: false
    }
  }

  /// The name of the queue in the live graph; nil if handlers run on the sending thread.
  var label: String? {
    switch self {
    case .inline: nil
    case .main: "main"
    case .queue(let queue): queue === DispatchQueue.main ? "main" : queue.label
    case .actor: "an actor"
    case .foreign(let queue): queue.name
    }
  }

  package func run(_ drain: @escaping @Sendable () -> Void) {
    if isInline { drain() } else { handOver(drain) }
  }

  /// Runs a drain on the queue, if this has one.
  // It never calls the drain itself, or the compiler would make a copy of this and of `Producer.schedule` for each drain
  // that it knows.
  func handOver(_ drain: @escaping @Sendable () -> Void) {
    switch self {
    case .inline: preconditionFailure("An inline executor has no queue.")
    case .queue(let queue): queue.handOver(drain)
    case .main: DispatchQueue.main.handOver(drain)
    case .actor(let actor): actor.run(drain)
    case .foreign(let queue): queue.add(drain)
    }
  }

  /// An actor on which handlers run. The reference is weak, since the actor may own the subscription of these handlers.
  // An object, so that an executor takes one word. Unchecked: the reference is never assigned again, and the runtime clears it
  // safely for all threads.
  @usableFromInline
  package final class Residence: @unchecked Sendable {
    private weak let actor: (any Actor)?

    @usableFromInline
    package init(_ actor: any Actor) { self.actor = actor }

    fileprivate func run(_ drain: @escaping @Sendable () -> Void) {
      if let actor {
        Task { await Self.run(drain, on: actor) }
      } else {
        // The actor is gone, so none of its code can overlap with the drain.
        DispatchQueue.global().handOver(drain)
      }
    }

    private static func run(_ drain: @Sendable () -> Void, on actor: isolated any Actor) { drain() }
  }
}

extension Executor {
  /// A queue of a module that the core doesn't import, such as an operation queue. It may run several blocks at once.
  // An object, so that an executor takes one word. Unchecked: the queue is only compared.
  @usableFromInline
  package final class ForeignQueue: @unchecked Sendable {
    fileprivate let queue: AnyObject
    fileprivate let name: String
    fileprivate let add: @Sendable (@escaping @Sendable () -> Void) -> Void

    package init(
      _ queue: AnyObject, named name: String?, add: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
      self.queue = queue
      self.name = name ?? "a queue"
      self.add = add
    }
  }
}

/// The main queue: on Linux, threads other than the main thread may serve it.
@usableFromInline
package enum MainQueue {
  /// Marks the queue, and so all queues that run on it.
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  // A look at the address of the label takes a tenth of the time that a search for the mark takes, which locks the queue.
  @usableFromInline
  package static var isCurrent: Bool { currentLabelAddress == labelAddress || hasMark }

  @inline(never)
  private static var hasMark: Bool { DispatchQueue.getSpecific(key: mark) ?? false }

  #if canImport(CDispatch)
    private static let labelAddress = unsafe UInt(
      bitPattern: CDispatch.dispatch_queue_get_label(CDispatch.dispatch_get_main_queue()))
    private static var currentLabelAddress: UInt { unsafe UInt(bitPattern: CDispatch.dispatch_queue_get_label(nil)) }
  #else
    private static let labelAddress = unsafe UInt(bitPattern: __dispatch_queue_get_label(.main))
    private static var currentLabelAddress: UInt { unsafe UInt(bitPattern: __dispatch_queue_get_label(nil)) }
  #endif
}
