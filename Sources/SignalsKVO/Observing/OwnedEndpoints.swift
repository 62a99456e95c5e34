/// The endpoints of those who observe something for an owner: kept here, so that nobody else has to, until the
/// subscription is over, and found here when an owner wants its own removed.
@usableFromInline
final class OwnedEndpoints: Sendable {
  private struct Kept: Sendable {
    var endpoints: [ObjectIdentifier: [UInt: Endpoint]] = [:]
    var lastNumber: UInt = 0
  }

  private let kept = Guarded(Kept())

  /// Cancels everything of an owner's.
  func cancel(for owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    let taken = kept.change { $0.endpoints.removeValue(forKey: owner) }
    for (_, endpoint) in taken?.sorted(by: { $0.key < $1.key }) ?? [] { endpoint.cancel() }
  }

  /// Cancels everything, in the order in which it was added.
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

  private func forget(_ number: UInt, of owner: ObjectIdentifier) {
    // Handed out, because releasing an endpoint cancels (C7).
    let forgotten = kept.change { kept in
      let endpoint = kept.endpoints[owner]?.removeValue(forKey: number)
      if kept.endpoints[owner]?.isEmpty == true { kept.endpoints[owner] = nil }
      return endpoint
    }
    _ = forgotten
  }

  /// What a subscription holds for as long as it is kept here.
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

    @usableFromInline
    func take(_ endpoint: Endpoint) {
      endpoints.keep(endpoint, number, for: owner)
      // It may be over already, if another thread or its first call has removed it.
      if !endpoint.isActive { endpoints.forget(number, of: owner) }
    }
  }
}
