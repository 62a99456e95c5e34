public import Dispatch

extension Signal {
  /// Runs everything downstream on `queue`: in order and one at a time, even where the queue is concurrent (C9).
  ///
  /// The sender never runs any of it, also not when it is on that queue already. `buffering` says what happens when
  /// values come faster than the queue takes them. The end comes after the values that wait, and is never dropped.
  ///
  /// ```swift
  /// samples.deliver(on: .main, buffering: .newest(1)).subscribeValues { … }
  /// ```
  @inlinable
  public func deliver(
    on queue: DispatchQueue, buffering policy: BufferingPolicy = .unbounded, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal {
    deliver(by: .queue(queue), policy).seen(as: "deliver", file, line)
  }

  /// Runs everything downstream on the main queue: inline where that is where the value comes from and nothing waits,
  /// otherwise by way of the queue (C9).
  ///
  /// ```swift
  /// model.deliverOnMain().subscribeValues { @MainActor [weak self] in self?.title = $0 }
  /// ```
  @inlinable
  public func deliverOnMain(
    buffering policy: BufferingPolicy = .unbounded, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    deliver(by: .main, policy).seen(as: "deliverOnMain", file, line)
  }

  @inlinable
  func deliver(by executor: Executor, _ policy: BufferingPolicy = .unbounded) -> Signal {
    Signal { downstream, line in
      let delivery = Delivery(downstream, line, executor: executor, policy: policy)
      let input = delivery.makeInput()
      guard line.connect(to: delivery) else { return }
      attachBottom(
        Downstream(receiver: DeliveryInput(delivery, input)) { value, receiver in
          let input = unsafeDowncast(receiver, to: DeliveryInput<Value>.self)
          _ = input.delivery.arrive(.value(value), isEnd: false, by: input.line)
        },
        input)
    }
  }
}

/// The buffer in front of a queue, and the drain behind it.
@usableFromInline
final class Delivery<Value: Sendable>: Junction<Event<Value>, Value>, @unchecked Sendable {
  @inlinable
  override func receive(_ event: Event<Value>) {
    switch event {
    case .value(let value): emit(value)
    case .end(let end): finish(end)
    }
  }

  /// Always, so that the bounds hold for it too, and a drain that brings about more and more gives its queue back (C9).
  @usableFromInline
  override func holdsBack(fromAbove: Bool) -> Bool { fromAbove }
}

@usableFromInline
final class DeliveryInput<Value: Sendable>: Receiver {
  @usableFromInline let delivery: Delivery<Value>
  @usableFromInline let line: Line

  @usableFromInline
  init(_ delivery: Delivery<Value>, _ line: Line) {
    self.delivery = delivery
    self.line = line
  }

  @usableFromInline
  override func receive(_ end: End) {
    if line.cancel() { _ = delivery.arrive(.end(end), isEnd: true, by: line) }
  }
}
