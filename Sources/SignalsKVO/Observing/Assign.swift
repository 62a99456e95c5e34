public import Signals

extension Signal {
  /// Sets a property with every value, from whatever thread it comes. The property isn't kept alive.
  ///
  /// ```swift
  /// lengths.assign(to: count).store(in: &endpoints)
  /// ```
  public func assign(to property: Property<Value>, file: StaticString = #fileID, line: UInt = #line) -> Endpoint {
    subscribeValues(for: property, as: NodeInfo(.endpoint, "assign", file, line)) { property, value in
      property.value = value
    }
  }

  /// Sets a property that may be nil with every value, from whatever thread it comes. The property isn't kept alive.
  ///
  /// ```swift
  /// let lastKey: Property<Character?> = Property(nil)
  /// keys.assign(to: lastKey).store(in: &endpoints)
  /// ```
  public func assign(to property: Property<Value?>, file: StaticString = #fileID, line: UInt = #line) -> Endpoint {
    subscribeValues(for: property, as: NodeInfo(.endpoint, "assign", file, line)) { property, value in
      property.value = value
    }
  }
}
