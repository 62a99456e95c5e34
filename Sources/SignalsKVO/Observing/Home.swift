public import Dispatch
internal import Signals

/// Where objects live: on the actor on which an observation of them was made, on a queue, or nowhere in particular.
@usableFromInline
struct Home: Sendable {
  private let executor: Executor
  private let queue: ObjectIdentifier?

  @usableFromInline
  init(_ actor: (any Actor)?) {
    queue = nil
    if let actor {
      executor = actor === MainActor.shared ? .main : .actor(.init(actor))
    } else {
      executor = .inline
    }
  }

  @usableFromInline
  init(queue: DispatchQueue) {
    if queue === DispatchQueue.main {
      executor = .main
      self.queue = nil
    } else {
      executor = .queue(queue)
      self.queue = ObjectIdentifier(queue)
      queue.setSpecific(key: Self.mark, value: ObjectIdentifier(queue))
    }
  }

  /// By which a queue is known where something runs on it, or on another one that it serves.
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()

  /// Where this code runs, as far as that can be told without asking for the actor.
  @usableFromInline
  static var here: Home { Home(MainQueue.isCurrent ? MainActor.shared : nil) }

  /// For what any thread may use.
  @usableFromInline
  static var anywhere: Home { Home(nil) }

  var isActor: Bool { !executor.isInline }

  /// Whether what runs here may use them.
  var isHere: Bool { executor.allowsInline || queue != nil && DispatchQueue.getSpecific(key: Self.mark) == queue }

  func run(_ body: @escaping @Sendable () -> Void) { executor.run(body) }

  /// A gate of which the messages are handled here.
  func makeGate<Message>() -> MessageSerialiser<Message> { MessageSerialiser(executor: executor) }
}
