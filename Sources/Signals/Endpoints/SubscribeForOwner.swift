extension Signal {
  /// Calls `handler` with the owner and every value for as long as the owner lives (C8).
  ///
  /// The owner isn't kept alive. Once it is gone, no call is made, and the subscription is released, at the latest at the
  /// next event. The owner is `Sendable`, or lives on the main actor as a class of its.
  ///
  /// ```swift
  /// signal.subscribeValues(for: label) { label, text in label.text = text }.store(in: &endpoints)
  /// ```
  @inlinable
  @inline(__always)
  public func subscribeValues<Owner: AnyObject & Sendable>(
    for owner: Owner,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    subscribeValues(for: owner, as: Making(.endpoint, "subscribeValues", file, line), handler)
  }

  /// The same, for an endpoint that is called otherwise.
  @inlinable
  @inline(__always)
  package func subscribeValues<Owner: AnyObject & Sendable>(
    for owner: Owner, as making: Making,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, Value) -> Void
  ) -> Endpoint {
    let given = GivenOwnerHandler(handler)
    return subscribe(on: handler.isolation, making) { line in
      Downstream(receiver: OwnerReceiver<Owner, Value>(line, owner, given.unchecked.call)) { value, receiver in
        unsafeDowncast(receiver, to: OwnerReceiver<Owner, Value>.self).receive(value)
      }
    }
  }
}

/// The bottom of a subscription that ends with its owner.
@usableFromInline
package final class OwnerReceiver<Owner: AnyObject & Sendable, Value>: Receiver {
  @usableFromInline let line: Line
  @usableFromInline weak var owner: Owner?
  @usableFromInline let handler: @Sendable (Owner, Value) -> Void

  @inlinable
  package init(_ line: Line, _ owner: Owner, _ handler: @escaping @Sendable (Owner, Value) -> Void) {
    self.line = line
    self.owner = owner
    self.handler = handler
  }

  @inlinable
  package func receive(_ value: Value) {
    guard line.isOpen else { return }
    if let owner { handler(owner, value) } else { line.cancel() }
  }

  @usableFromInline
  package override func receive(_ end: End) { line.cancel() }
}

/// As ``GivenHandler``, for a handler of two parameters.
@usableFromInline
package struct GivenOwnerHandler<Owner, Value> {
  @usableFromInline let call: @isolated(any) @Sendable (Owner, Value) -> Void

  @inlinable
  package init(_ call: @escaping @isolated(any) @Sendable (Owner, Value) -> Void) { self.call = call }

  @inlinable
  package var unchecked: CallableOwnerHandler<Owner, Value> {
    unsafeBitCast(self, to: CallableOwnerHandler<Owner, Value>.self)
  }
}

@usableFromInline
package struct CallableOwnerHandler<Owner, Value> {
  @usableFromInline package let call: @Sendable (Owner, Value) -> Void
}
