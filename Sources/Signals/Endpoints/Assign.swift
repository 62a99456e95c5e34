extension Signal {
  /// Sets a property of an object with every value, in the thread that sends.
  ///
  /// The object isn't kept alive. Once it is gone nothing is set, and the subscription is released, at the latest at the
  /// next event (C8).
  ///
  /// ```swift
  /// names.assign(to: \.title, on: label).store(in: &endpoints)
  /// ```
  @inlinable
  public func assign<Object: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable, on object: Object,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    subscribeValues(for: object, as: Making(.endpoint, "assign", file, line)) { object, value in
      object[keyPath: keyPath] = value
    }
  }

  /// Sets a property of an object with every value, on the main actor, on which the object lives.
  ///
  /// The object isn't kept alive. Once it is gone nothing is set. An event that comes on another thread goes by way of
  /// the main queue, as to any main-actor handler: see ``subscribe(_:file:line:)``.
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
    subscribeWhile(as: Making(.endpoint, "assign", file, line)) { @MainActor [weak object] value in
      guard let object else { return false }
      object[keyPath: keyPath] = value
      return true
    }
  }
}
