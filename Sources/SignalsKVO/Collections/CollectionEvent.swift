/// What a store of a collection tells: an edit, or what a newcomer finds there.
struct CollectionEvent<Value: Contents & Sendable>: Sendable where Value.Change: Sendable {
  /// The number of the state that there is after the edit.
  let version: UInt
  let news: News

  enum News: Sendable {
    /// What a newcomer finds.
    case found(Value)
    /// Made where the contents lie. The result isn't carried along: whoever kept it would have the next edit copy
    /// everything, and a flood of edits would keep as many copies.
    case edited([Value.Change])
    /// Made on a copy.
    case rebuilt(Value, [Value.Change])
    /// A whole new value. The difference is found for those only who ask for it.
    case assigned(Difference<Value>)
  }

  /// What was done, if anything was.
  var changes: [Value.Change]? {
    switch news {
    case .found: nil
    case .edited(let changes), .rebuilt(_, let changes): changes
    case .assigned(let difference): difference.changes
    }
  }
}

/// What a subscriber has been told of a collection.
struct CollectionMirror<Value: Contents & Sendable>: Sendable where Value.Change: Sendable {
  private(set) var value = Value()
  private var version: UInt = 0

  /// Follows an event.
  ///
  /// - Returns: whether it is one. What was stored before the subscriber came may still be on its way then.
  mutating func follow(_ event: CollectionEvent<Value>) -> Bool {
    switch event.news {
    case .found(let value):
      self.value = value
      version = event.version
      return true
    case _ where event.version <= version: return false
    case .edited(let changes): value.apply(changes)
    case .rebuilt(let value, _): self.value = value
    case .assigned(let difference): value = difference.new
    }
    return true
  }
}
