/// An event of an observed collection: an edit, or the present contents for a new subscriber.
// Inlined, as all that an edit takes part in: other code would look types up at run time.
@usableFromInline
struct CollectionEvent<Value: _ObservableContents & Sendable>: Sendable where Value._Change: Sendable {
  /// The number of the state after the edit.
  @usableFromInline let version: UInt
  @usableFromInline let news: News
  /// The stamp of the edit, if a binding may ask for it.
  @usableFromInline var stamp: Stamp

  @inlinable
  init(version: UInt, news: News, stamp: Stamp = .none) {
    self.version = version
    self.news = news
    self.stamp = stamp
  }

  @usableFromInline
  enum News: Sendable {
    /// The present contents, for a new subscriber.
    case found(Value)
    /// An edit in place. It doesn't carry the result: a retained result would make the next edit copy all contents, and a
    /// flood of edits would retain as many copies.
    case edited([Value._Change])
    /// An edit of a copy.
    case rebuilt(Value, [Value._Change])
    /// New contents. The difference is computed when a subscriber asks for it.
    case assigned(Difference<Value>)

    /// The changes; none for the present contents.
    @inlinable var changes: [Value._Change] {
      switch self {
      case .found: []
      case .edited(let changes), .rebuilt(_, let changes): changes
      case .assigned(let difference): difference.changes
      }
    }

    /// The same event without a copy of the result, which would make the next edit copy all contents.
    var withoutContents: News { if case .rebuilt(_, let changes) = self { .edited(changes) } else { self } }

    /// Has the elements end later that this holds and the collection doesn't: see `releaseLater(_:)`.
    func releaseRemoved() {
      switch self {
      case .found: break
      case .assigned(let difference): releaseLater(difference)
      case .edited(let changes), .rebuilt(_, let changes): Value._releaseRemoved(changes)
      }
    }

    /// The number of elements that this holds.
    func weight(_ count: Int) -> Int {
      switch self {
      case .found: count
      case .assigned(let difference): difference.weight
      case .edited(let changes), .rebuilt(_, let changes): Value._weight(of: changes)
      }
    }
  }

  /// The changes; nil for the present contents.
  @inlinable var changes: [Value._Change]? { if case .found = news { nil } else { news.changes } }

  /// Runs `body`, which calls the handlers. Their sets have this edit as their cause.
  @inlinable
  func tell(_ body: () throws -> Void) rethrows { try stamp.tell(body) }

  /// The same without a copy of the contents.
  var withoutContents: CollectionEvent { CollectionEvent(version: version, news: news.withoutContents, stamp: stamp) }
}

/// What a reader has not read yet of a collection.
struct Pulled<Contents: _ObservableContents> {
  /// The version that it has read now.
  let version: UInt
  let news: News

  enum News {
    case changes([Contents._Change])
    /// The whole contents, for a reader that comes anew or that has missed changes.
    case contents(Contents)
  }
}

extension Pulled: Sendable where Contents: Sendable, Contents._Change: Sendable {}
extension Pulled.News: Sendable where Contents: Sendable, Contents._Change: Sendable {}

/// A subscriber's copy of a collection.
@usableFromInline
struct CollectionMirror<Value: _ObservableContents & Sendable>: Sendable where Value._Change: Sendable {
  @usableFromInline var value = Value()
  @usableFromInline var version: UInt = 0

  @inlinable
  init() {}

  /// Applies an event.
  ///
  /// - Returns: false if the copy includes it already. An edit that was stored before the subscriber came may arrive later.
  @inlinable
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
