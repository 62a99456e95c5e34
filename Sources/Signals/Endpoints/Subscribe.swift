extension Signal {
  /// Calls `handler` with every event: the values, then the end.
  ///
  /// It is called in the thread that sends, or on the queue of the last `deliver(on:)` above. A closure that is written
  /// in main-actor code is called on the main actor: inline where the event is there already and none waits before it,
  /// else by way of its queue. (The top level of `main.swift`, and `main()` of a `@main` type, are main-actor code.)
  ///
  /// To cancel from inside the handler, use ``subscribeWhile(_:file:line:)``, or put the endpoint into a
  /// ``CancellableBag`` and cancel that.
  ///
  /// ```swift
  /// let endpoint = download.subscribe { event in
  ///   switch event {
  ///   case .value(let progress): print(progress)
  ///   case .end(.finished): print("done")
  ///   case .end(.failed(let error)): print(error)
  ///   }
  /// }
  /// ```
  ///
  /// - Returns: what keeps the subscription alive. Releasing it cancels.
  @inlinable
  @inline(__always)
  public func subscribe(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Event<Value>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    subscribe(as: Making(.endpoint, "subscribe", file, line), handler)
  }

  /// The same, for an endpoint that is called otherwise.
  @inlinable
  @inline(__always)
  package func subscribe(
    as making: Making, @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Event<Value>) -> Void
  ) -> Endpoint {
    let given = GivenHandler(handler)
    return subscribe(on: handler.isolation, making) { line in
      Downstream(receiver: EventReceiver<Value>(line, given.unchecked.call)) { value, receiver in
        let receiver = unsafeDowncast(receiver, to: EventReceiver<Value>.self)
        if receiver.line.isOpen { receiver.handler(.value(value)) }
      }
    }
  }

  /// Calls `handler` with every value. The end, and how it came, is not told.
  ///
  /// ```swift
  /// let endpoint = signal.subscribeValues { print($0) }
  /// ```
  ///
  /// Where and when it is called: see ``subscribe(_:file:line:)``.
  @inlinable
  @inline(__always)
  public func subscribeValues(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let given = GivenHandler(handler)
    return subscribe(on: handler.isolation, Making(.endpoint, "subscribeValues", file, line)) { line in
      Downstream(receiver: ValueReceiver<Value, Void>(line, given.unchecked.call)) { value, receiver in
        let receiver = unsafeDowncast(receiver, to: ValueReceiver<Value, Void>.self)
        if receiver.line.isOpen { receiver.handler(value) }
      }
    }
  }

  /// Calls `handler` with every value until it answers `false`, and cancels then.
  ///
  /// ```swift
  /// let endpoint = numbers.subscribeWhile { value in value < 10 }
  /// ```
  @inlinable
  @inline(__always)
  public func subscribeWhile(
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    subscribeWhile(as: Making(.endpoint, "subscribeWhile", file, line), handler)
  }

  /// The same, for an endpoint that is called otherwise.
  @inlinable
  @inline(__always)
  package func subscribeWhile(
    as making: Making, @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Value) -> Bool
  ) -> Endpoint {
    let given = GivenHandler(handler)
    return subscribe(on: handler.isolation, making) { line in
      Downstream(receiver: ValueReceiver<Value, Bool>(line, given.unchecked.call)) { value, receiver in
        let receiver = unsafeDowncast(receiver, to: ValueReceiver<Value, Bool>.self)
        if receiver.line.isOpen, !receiver.handler(value) { receiver.line.cancel() }
      }
    }
  }
}

/// The bottom of a subscription that wants the values only.
@usableFromInline
final class ValueReceiver<Value, Answer>: Receiver {
  @usableFromInline let line: Line
  @usableFromInline let handler: @Sendable (Value) -> Answer

  @inlinable
  init(_ line: Line, _ handler: @escaping @Sendable (Value) -> Answer) {
    self.line = line
    self.handler = handler
  }

  @usableFromInline
  override func receive(_ end: End) { line.cancel() }
}

/// The bottom of a subscription that wants the end too.
@usableFromInline
final class EventReceiver<Value: Sendable>: Receiver {
  @usableFromInline let line: Line
  @usableFromInline let handler: @Sendable (Event<Value>) -> Void

  @inlinable
  init(_ line: Line, _ handler: @escaping @Sendable (Event<Value>) -> Void) {
    self.line = line
    self.handler = handler
  }

  @usableFromInline
  override func receive(_ end: End) {
    let closing = line.close()
    guard closing != .wasClosed else { return }
    handler(.end(end))
    line.release(after: closing)
  }
}
