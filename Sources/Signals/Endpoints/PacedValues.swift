import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Returns the values as an asynchronous sequence that slows the signal down: it is at most `count` values ahead of
  /// the loop, as far as its source can wait.
  ///
  /// - A sequence, such as that of ``from(_:file:line:)``, makes its next element only when there is room for it. So
  ///   does the closure of ``generate(_:file:line:)``: a send within it returns when the value has found room, or
  ///   `.ended` if the subscription is over. Both apply directly and below operators of one signal, such as `map` and
  ///   `filter`. They run on a thread of their own meanwhile, so no thread of the program is blocked.
  /// - A task that sends by ``SignalInput/sendWhenReady(_:)`` waits for room, as it does for a
  ///   `deliver(on:buffering:)`.
  /// - Any other value, such as that of ``SignalInput/send(_:)->SendResult``, of a timer, of an operator of several signals, or
  ///   of one that hops to a queue or an actor, can't wait. It is kept until the loop takes it, and none is dropped.
  ///
  /// Each iteration is a subscription of its own, which begins before `makeAsyncIterator` returns. It is cancelled when
  /// the iterator is released, or when a task is cancelled while it waits for a value: the loop then ends without an
  /// error, the values that wait are dropped, and a source that waits goes on and learns that the subscription is over.
  /// An end follows the values that wait, and a failure is thrown.
  ///
  /// ```swift
  /// for try await row in Signal.from(file.rows).map(parse).values(ahead: 1) { try await store(row) }
  /// ```
  public func values(
    ahead count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    PacedValues(signal, ahead: count, file, line)
  }
}

extension InfallibleSignalConvertible where Value: Sendable {
  /// Returns the values as an asynchronous sequence that slows the signal down, and never throws. Otherwise, it behaves
  /// like ``SignalConvertible/values(ahead:file:line:)``.
  ///
  /// ```swift
  /// for await level in level.values(ahead: 1) { await draw(level) }
  /// ```
  public func values(
    ahead count: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> some AsyncSequence<Value, Never> & Sendable {
    InfallibleValues(PacedValues(signal, ahead: count, file, line), NodeInfo(.endpoint, "values", file, line))
  }
}

private struct PacedValues<Value: Sendable>: AsyncSequence, Sendable {
  typealias Element = Value
  typealias Failure = any Error

  let signal: Signal<Value>
  let count: Int
  let info: NodeInfo

  init(_ signal: Signal<Value>, ahead count: Int, _ file: StaticString, _ line: UInt) {
    requireArgument(
      count > 0, "values(ahead: \(count)): the number of values must be positive; use 1 or more.", file, line)
    self.signal = signal
    self.count = count
    info = NodeInfo(.endpoint, "values", file, line)
  }

  func makeAsyncIterator() -> Iterator {
    let reading = PacedReading<Value>(count)
    reading.begin(signal, info)
    return Iterator(handle: PacedReading.Handle(reading))
  }

  struct Iterator: AsyncIteratorProtocol {
    let handle: PacedReading<Value>.Handle

    func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Value? {
      let reading = handle.reading
      return try await withTaskCancellationHandler {
        try await reading.next(isolation: actor)
      } onCancel: {
        reading.cancel()
      }
    }
  }
}

/// One subscription of a loop that slows its source down. Its state changes under a lock; tasks and threads are resumed
/// outside of the lock.
private final class PacedReading<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value?, any Error>

  private struct State: Sendable {
    var mailbox = Mailbox<Value, Waiter>(.unbounded)
    /// The number of values that wait.
    var waiting = 0
    /// The latch of the subscribing thread, while its source waits.
    var held: Latch?
    /// The functions to call when there is room.
    var senders: [@Sendable () -> Void] = []
    var isOver = false

    /// Takes out everything that waits for room.
    mutating func takeHeld() -> (Latch?, [@Sendable () -> Void]) {
      defer { (held, senders) = (nil, []) }
      return (held, senders)
    }
  }

  /// The owner of a reading. It ends with the iterator.
  final class Handle: Sendable {
    let reading: PacedReading

    init(_ reading: PacedReading) { self.reading = reading }

    deinit { reading.cancel() }
  }

  private let count: Int
  private let state = Guarded(State())
  /// The connection and the endpoint of the subscription, until it is over.
  private let subscription = Guarded(Subscription())

  private struct Subscription: Sendable {
    var connection: Connection?
    var endpoint: Endpoint?
  }

  /// The thread that subscribes; zero before and afterwards.
  private let subscriber = AtomicWord(0)
  /// Opened when the subscription has begun: when the subscribing call has returned, or when its source waits.
  private let begun = Latch()
  /// A source that can't be held, and may be endless, lets the loop begin when so many values wait for which there is no room.
  private static var excess: Int { 1_000 }

  init(_ count: Int) { self.count = count }

  // MARK: - Beginning

  /// Subscribes on a thread of its own, which a source that emits within the subscribing call may block.
  func begin(_ signal: Signal<Value>, _ info: NodeInfo) {
    DispatchQueue(label: "Signals.values").handOver { [self] in
      subscriber.store(currentThread())
      let endpoint = signal.subscribe(on: nil, info) { connection in
        // Known before the signal is, so that a cancellation reaches a source that emits within the call (C6).
        subscription.change { $0.connection = connection }
        return Downstream(receiver: PacedReceiver(self, connection)) { value, receiver in
          let receiver = unsafe unsafeDowncast(receiver, to: PacedReceiver<Value>.self)
          receiver.reading.put(value, from: receiver.connection)
        }
      }
      subscriber.store(0)
      // An end or a cancellation within the call has found no endpoint to release.
      if endpoint.isActive { subscription.change { $0.endpoint = endpoint } }
      if !endpoint.isActive { release() }
      begun.open()
    }
    begun.wait()
  }

  private func release() {
    let gone = subscription.change { subscription in
      defer { subscription = Subscription() }
      return subscription
    }
    gone.connection?.cancel()
  }

  // MARK: - Events of the signal

  func put(_ value: Value, from connection: Connection) {
    guard connection.isOpen else { return }
    connection.deliveryNote.set()
    let mayHold = subscriber.relaxed == currentThread() && connection.mayBeHeld
    let latch = mayHold ? Latch() : nil
    var isOverfull = false
    let (waiter, isHeld) = state.change { state -> (Waiter?, Bool) in
      guard !state.isOver else { return (nil, false) }
      if let waiter = state.mailbox.put(value).waiter { return (waiter, false) }
      state.waiting += 1
      isOverfull = state.waiting - count == Self.excess
      guard let latch, state.waiting >= count else { return (nil, false) }
      state.held = latch
      return (nil, true)
    }
    waiter?.resume(returning: value)
    if isHeld || isOverfull { begun.open() }
    guard isHeld, let latch else { return }
    latch.wait()
  }

  func put(_ end: End) {
    let waiters = state.change { $0.mailbox.put(end) }
    if case .failed(let error) = end {
      waiters.first?.resume(throwing: error)
    } else {
      waiters.first?.resume(returning: nil)
    }
    for waiter in waiters.dropFirst() { waiter.resume(returning: nil) }
    release()
  }

  /// Notes that a sender waits, if there is no room.
  func search(_ search: RoomSearch) {
    state.change { state in
      if !state.isOver, state.waiting >= count { state.senders.append(search.block()) }
    }
  }

  // MARK: - The loop

  func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
    let answer = state.change { $0.mailbox.ask() }
    if case .wait = answer {} else { return try take(answer) }
    return try await withCheckedThrowingContinuation(isolation: actor) { waiter in
      let answer = state.change { $0.mailbox.ask(waiter) }
      if case .wait = answer { return }
      waiter.resume(with: Result { try take(answer) })
    }
  }

  private func take(_ answer: Mailbox<Value, Waiter>.Answer) throws -> Value? {
    switch answer {
    case .value(let value):
      letSourceGoOn()
      return value
    case .finished, .wait: return nil
    case .failed(let error): throw error
    }
  }

  private func letSourceGoOn() {
    let (held, senders) = state.change { state in
      state.waiting -= 1
      return state.waiting < count ? state.takeHeld() : (nil, [])
    }
    held?.open()
    for lookAgain in senders { lookAgain() }
  }

  func cancel() {
    let (waiters, dropped, held, senders) = state.change { state in
      state.isOver = true
      let (waiters, dropped) = state.mailbox.close()
      state.waiting = 0
      let (held, senders) = state.takeHeld()
      return (waiters, dropped, held, senders)
    }
    // The connection is closed before the source goes on.
    release()
    held?.open()
    for waiter in waiters { waiter.resume(returning: nil) }
    for lookAgain in senders { lookAgain() }
    _ = dropped
  }
}

private final class PacedReceiver<Value: Sendable>: Receiver {
  let reading: PacedReading<Value>
  let connection: Connection

  init(_ reading: PacedReading<Value>, _ connection: Connection) {
    self.reading = reading
    self.connection = connection
  }

  override func receive(_ end: End) {
    let closing = connection.close()
    guard closing != .wasClosed else { return }
    reading.put(end)
    connection.release(after: closing)
  }

  override func receive(_ search: RoomSearch) {
    if connection.isOpen { reading.search(search) }
  }
}
