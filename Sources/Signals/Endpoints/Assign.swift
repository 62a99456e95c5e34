extension SignalConvertible where Value: Sendable {
  /// Sets a property of an object to every value, on the thread that sends.
  ///
  /// The subscription holds the object weakly. Once the object is gone, nothing is set, and the next event releases the
  /// subscription if nothing has released it before (C8).
  ///
  /// ```swift
  /// names.assign(to: \.title, on: label).store(in: &endpoints)
  /// ```
  @inlinable
  public func assign<Object: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable, on object: Object,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "assign", file, line)
    return signal.subscribeValues(for: object, as: info) { object, value in
      set(object, keyPath, value)
    }.expectedToBeKept(info)
  }

  /// Sets a property of an object that lives on the main actor to every value, on the main actor.
  ///
  /// The subscription holds the object weakly. Once the object is gone, nothing is set. An event from another thread is
  /// delivered through the main queue, as to any main-actor handler: see ``subscribe(_:file:line:)``.
  ///
  /// ```swift
  /// model.$firstName.signal.assign(to: \.text, on: field).store(in: &endpoints)
  /// ```
  @MainActor
  @inlinable
  public func assign<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Value>, on object: Object,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    signal.assign(NodeInfo(.endpoint, "assign", file, line), on: object) { object, value in
      set(object, keyPath, value)
    }
  }

  /// Sets an optional property of an object to every value, on the thread that sends. Otherwise, it behaves like
  /// `assign` with a property that isn't optional.
  ///
  /// ```swift
  /// names.assign(to: \.nickname, on: person).store(in: &endpoints)
  /// ```
  @inlinable
  public func assign<Object: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Object, Value?> & Sendable, on object: Object,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    let info = NodeInfo(.endpoint, "assign", file, line)
    return signal.subscribeValues(for: object, as: info) { object, value in
      set(object, keyPath, value)
    }.expectedToBeKept(info)
  }

  /// Sets an optional property of an object that lives on the main actor to every value, on the main actor. Otherwise,
  /// it behaves like `assign` with a property that isn't optional.
  ///
  /// ```swift
  /// model.$firstName.signal.assign(to: \.placeholder, on: field).store(in: &endpoints)
  /// ```
  @MainActor
  @inlinable
  public func assign<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Value?>, on object: Object,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    signal.assign(NodeInfo(.endpoint, "assign", file, line), on: object) { object, value in
      set(object, keyPath, value)
    }
  }
}

/// Sets a property. Swift calls the getter of a computed one before its setter: that is no read of the code that has sent the value.
@inlinable
func set<Object: AnyObject, Value>(
  _ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>, _ value: Value
) {
  RecordedReads.pause { object[keyPath: keyPath] = value }
}

extension Signal {
  /// Subscribes `set` for as long as `object`, which lives on the main actor, exists.
  @MainActor
  @inlinable
  func assign<Object: AnyObject>(
    _ info: NodeInfo, on object: Object, _ set: @escaping @MainActor @Sendable (Object, Value) -> Void
  ) -> Endpoint {
    let call = unisolated(set)
    return subscribe(on: MainActor.shared, info) { connection in
      Downstream(receiver: OwnerReceiver<Object, Value>(connection, object, call)) { value, receiver in
        unsafe unsafeDowncast(receiver, to: OwnerReceiver<Object, Value>.self).receive(value)
      }
    }.expectedToBeKept(info)
  }
}
