public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Runs everything downstream on `queue`: in order and one at a time, even if the queue is concurrent (C9).
  ///
  /// The sender never runs anything downstream itself, even if it is already on that queue. `buffering` determines
  /// which values are kept when they arrive faster than the queue handles them. The end follows the buffered values and
  /// is never dropped.
  ///
  /// ```swift
  /// samples.deliver(on: .main, buffering: .newest(1)).subscribeValues { … }
  /// ```
  @inlinable
  public func deliver(
    on queue: DispatchQueue, buffering policy: BufferingPolicy = .unbounded, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value> {
    signal.deliver(by: .queue(queue), policy).labeled("deliver", file, line)
  }

  /// Runs everything downstream on the main queue: inline if the value arrives on the main queue and no earlier event
  /// is waiting, otherwise through the queue (C9).
  ///
  /// ```swift
  /// model.deliverOnMain().subscribeValues { @MainActor [weak self] in self?.title = $0 }
  /// ```
  @inlinable
  public func deliverOnMain(
    buffering policy: BufferingPolicy = .unbounded, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value> {
    signal.deliver(by: .main, policy).labeled("deliverOnMain", file, line)
  }
}

extension Signal {
  @inlinable
  func deliver(by executor: Executor, _ policy: BufferingPolicy = .unbounded) -> Signal {
    Signal { downstream, connection in
      let delivery = Delivery(downstream, connection, executor: executor, policy: policy)
      let input = delivery.makeInput()
      guard connection.connect(to: delivery) else { return }
      attachBottom(
        Downstream(receiver: DeliveryInput(delivery, input)) { value, receiver in
          let input = unsafe unsafeDowncast(receiver, to: DeliveryInput<Value>.self)
          _ = input.delivery.arrive(.value(value), isEnd: false, by: input.connection)
        },
        input)
    }
  }
}

/// The buffer in front of a queue, and the drain that runs on the queue.
// Unchecked, like all producers: see ``Producer``.
@usableFromInline
final class Delivery<Value: Sendable>: SerialisedOperator<Event<Value>, Value>, @unchecked Sendable {
  /// The functions to call when the buffer has room. Guarded by the lock.
  @safe @exclusivity(unchecked) private var waitingForRoom: [@Sendable () -> Void] = []
  /// Whether any function waits for room.
  @usableFromInline let isAwaited = AtomicWord(0)

  @inlinable
  override func receive(_ event: Event<Value>) {
    // The buffer doesn't contain this event any more.
    if isAwaited.relaxed != 0 { roomAppears() }
    switch event {
    case .value(let value): emit(value)
    case .end(let end): finish(end)
    }
  }

  /// Events from upstream are always queued, so that the buffer's bound holds for them too, and a drain whose handlers
  /// send more and more events still yields the queue (C9).
  @usableFromInline
  override func holdsBack(fromAbove: Bool) -> Bool { fromAbove }

  // MARK: - Senders that wait for room

  /// Notes that a sender waits, if the buffer is full.
  func search(_ search: RoomSearch) {
    lock.lock()
    let isFull = unsafe messagesIfAny?._withUnsafeGuaranteedRef { $0.inbox.count >= $0.inbox.limit } ?? false
    if isFull {
      waitingForRoom.append(search.block())
      isAwaited.store(1)
    }
    lock.unlock()
  }

  @usableFromInline
  @inline(never)
  func roomAppears() {
    lock.lock()
    let waiting = waitingForRoom
    waitingForRoom = []
    isAwaited.store(0)
    lock.unlock()
    for lookAgain in waiting { lookAgain() }
  }

  @usableFromInline
  override func releaseState() { roomAppears() }
}

@usableFromInline
final class DeliveryInput<Value: Sendable>: Receiver {
  @usableFromInline let delivery: Delivery<Value>
  @usableFromInline let connection: Connection

  @usableFromInline
  init(_ delivery: Delivery<Value>, _ connection: Connection) {
    self.delivery = delivery
    self.connection = connection
  }

  @usableFromInline
  override func receive(_ end: End) {
    if connection.cancel() { _ = delivery.arrive(.end(end), isEnd: true, by: connection) }
  }

  @usableFromInline
  override func receive(_ search: RoomSearch) {
    guard connection.isOpen else { return }
    delivery.search(search)
    // A cancellation meanwhile may have looked for senders before this one was noted.
    if !connection.isOpen { delivery.roomAppears() }
  }

  // The name arrives before the first event, so the queue has not been used yet.
  @usableFromInline
  override func receive(name: String) {
    let receiver = delivery.below.downstream.receiver
    if receiver.isEndpoint { receiver.receive(name: name) }
  }
}
