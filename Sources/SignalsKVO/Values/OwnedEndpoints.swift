internal import Signals

/// The endpoints of the observers that belong to owners. It keeps each one until its subscription is over, and finds those of an
/// owner to remove them.
@usableFromInline
final class OwnedEndpoints: Sendable {
  private struct Kept: Sendable {
    var places: [ObjectIdentifier: [UInt: Occupant]] = [:]
    var lastNumber: UInt = 0
  }

  /// What is in a place: the connection while the subscription is being made, and then the endpoint. So a removal in the first call
  /// of the handler, or by another thread during that, finds the observer as well.
  private enum Occupant: Sendable {
    case connection(Connection)
    case endpoint(Endpoint)

    func cancel() {
      switch self {
      case .connection(let connection): connection.cancel()
      case .endpoint(let endpoint): endpoint.cancel()
      }
    }
  }

  private let kept = Guarded(Kept())

  /// Cancels all endpoints of an owner, in the order in which they were added.
  func cancel(for owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    let taken = kept.change { $0.places.removeValue(forKey: owner) }
    for (_, occupant) in taken?.sorted(by: { $0.key < $1.key }) ?? [] { occupant.cancel() }
  }

  /// Cancels all endpoints, in the order in which they were added.
  func cancelAll() {
    let taken = kept.change { kept in
      defer { kept.places = [:] }
      return kept.places
    }
    for (_, occupant) in taken.values.joined().sorted(by: { $0.key < $1.key }) { occupant.cancel() }
  }

  private func enter(_ connection: Connection, for owner: ObjectIdentifier) -> UInt {
    kept.change { kept in
      kept.lastNumber += 1
      kept.places[owner, default: [:]][kept.lastNumber] = .connection(connection)
      return kept.lastNumber
    }
  }

  /// Keeps an endpoint in the place of its connection, unless that has been removed.
  private func keep(_ endpoint: Endpoint, _ number: UInt, for owner: ObjectIdentifier) {
    // The endpoint keeps the connection, so nothing is released under the lock.
    kept.change { kept in
      guard let owner = kept.places.index(forKey: owner),
        let place = kept.places.values[owner].index(forKey: number)
      else { return }
      kept.places.values[owner].values[place] = .endpoint(endpoint)
    }
  }

  private func forget(_ number: UInt, of owner: ObjectIdentifier) {
    // Released after the lock, because the release of an endpoint cancels it (C7).
    let forgotten = kept.change { kept in
      let occupant = kept.places[owner]?.removeValue(forKey: number)
      if kept.places[owner]?.isEmpty == true { kept.places[owner] = nil }
      return occupant
    }
    _ = forgotten
  }

  /// The place of one observer. The subscription holds it, and releases it at its end.
  @usableFromInline
  final class Place: Sendable {
    private let endpoints: OwnedEndpoints
    private let owner: ObjectIdentifier
    private let number: UInt

    /// Enters an observer before its connection leads anywhere.
    @usableFromInline
    init(in endpoints: OwnedEndpoints, for owner: AnyObject, _ connection: Connection) {
      self.endpoints = endpoints
      self.owner = ObjectIdentifier(owner)
      number = endpoints.enter(connection, for: self.owner)
    }

    deinit { endpoints.forget(number, of: owner) }

    @usableFromInline
    func take(_ endpoint: Endpoint) {
      endpoints.keep(endpoint, number, for: owner)
      // The subscription may be over already, since its source has ended or its owner has gone.
      if !endpoint.isActive { endpoints.forget(number, of: owner) }
    }
  }
}
