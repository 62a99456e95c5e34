/// The endpoints of the observers that belong to owners. It keeps each one until its subscription is over, and finds those of an
/// owner to remove them.
@usableFromInline
final class OwnedEndpoints: Sendable {
  private struct Kept: Sendable {
    var endpoints: [ObjectIdentifier: [UInt: Endpoint]] = [:]
    var lastNumber: UInt = 0
  }

  private let kept = Guarded(Kept())

  /// Cancels all endpoints of an owner, in the order in which they were added.
  func cancel(for owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    let taken = kept.change { $0.endpoints.removeValue(forKey: owner) }
    for (_, endpoint) in taken?.sorted(by: { $0.key < $1.key }) ?? [] { endpoint.cancel() }
  }

  /// Cancels all endpoints, in the order in which they were added.
  func cancelAll() {
    let taken = kept.change { kept in
      defer { kept.endpoints = [:] }
      return kept.endpoints
    }
    for (_, endpoint) in taken.values.joined().sorted(by: { $0.key < $1.key }) { endpoint.cancel() }
  }

  private func reserve() -> UInt {
    kept.change { kept in
      kept.lastNumber += 1
      return kept.lastNumber
    }
  }

  private func keep(_ endpoint: Endpoint, _ number: UInt, for owner: ObjectIdentifier) {
    kept.change { $0.endpoints[owner, default: [:]][number] = endpoint }
  }

  private func endpoint(_ number: UInt, of owner: ObjectIdentifier) -> Endpoint? {
    kept.change { $0.endpoints[owner]?[number] }
  }

  private func forget(_ number: UInt, of owner: ObjectIdentifier) {
    // Released after the lock, because the release of an endpoint cancels it (C7).
    let forgotten = kept.change { kept in
      let endpoint = kept.endpoints[owner]?.removeValue(forKey: number)
      if kept.endpoints[owner]?.isEmpty == true { kept.endpoints[owner] = nil }
      return endpoint
    }
    _ = forgotten
  }

  /// A place for one endpoint. The subscription holds it, and releases it at its end.
  @usableFromInline
  final class Place: Sendable {
    private let endpoints: OwnedEndpoints
    private let owner: ObjectIdentifier
    private let number: UInt

    @usableFromInline
    init(in endpoints: OwnedEndpoints, for owner: AnyObject) {
      self.endpoints = endpoints
      self.owner = ObjectIdentifier(owner)
      number = endpoints.reserve()
    }

    deinit { endpoints.forget(number, of: owner) }

    /// Ends the subscription.
    func cancel() { endpoints.endpoint(number, of: owner)?.cancel() }

    @usableFromInline
    func take(_ endpoint: Endpoint) {
      endpoints.keep(endpoint, number, for: owner)
      // Another thread, or the first call of the handler, may have ended the subscription already.
      if !endpoint.isActive { endpoints.forget(number, of: owner) }
    }
  }
}
