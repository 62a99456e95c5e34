public import Dispatch
internal import Signals

/// The place where objects may be used: the actor on which an observation of them was made, a queue, or any thread.
@usableFromInline
struct ExecutionContext: Sendable {
  private let executor: Executor
  /// Identifies the actor or the queue.
  let identity: ObjectIdentifier?

  @usableFromInline
  init(_ actor: (any Actor)?) {
    identity = actor.map { ObjectIdentifier($0) }
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
      identity = ObjectIdentifier(MainActor.shared)
    } else {
      executor = .queue(queue)
      identity = ObjectIdentifier(queue)
      Self.mark(queue)
    }
  }

  /// Identifies a queue to the code that runs on it, or on a queue that targets it.
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()
  private static let marking = Lock()

  /// Marks a queue once: to set the mark again would release the former one, which code on the queue may be reading.
  private static func mark(_ queue: DispatchQueue) {
    marking.lock()
    if queue.getSpecific(key: mark) == nil { queue.setSpecific(key: mark, value: ObjectIdentifier(queue)) }
    marking.unlock()
  }

  /// The context of code on this actor.
  ///
  /// Swift knows of no actor in the initial value of a property, though that of a `lazy` one is code of the actor of its class.
  /// So code that is running on the main queue belongs to the main actor.
  @usableFromInline
  static func ofCode(on isolation: (any Actor)?) -> ExecutionContext {
    ExecutionContext(isolation ?? (MainQueue.isCurrent ? MainActor.shared : nil))
  }

  /// The context of this code, as far as it is known without its actor.
  @usableFromInline
  static var here: ExecutionContext { ofCode(on: nil) }

  /// The context of objects that any thread may use.
  @usableFromInline
  static var anywhere: ExecutionContext { ExecutionContext(nil) }

  /// The main queue.
  static var main: ExecutionContext { ExecutionContext(MainActor.shared) }

  @usableFromInline var isActor: Bool { !executor.isInline }

  var isMain: Bool { if case .main = executor { true } else { false } }

  /// Whether the code that runs may use the objects.
  var isHere: Bool {
    if case .queue = executor { return DispatchQueue.getSpecific(key: Self.mark) == identity }
    return executor.allowsInline
  }

  func run(_ body: @escaping @Sendable () -> Void) { executor.run(body) }

  /// A serialiser whose messages are handled here.
  func makeGate<Message>() -> MessageSerialiser<Message> { MessageSerialiser(executor: executor) }
}
