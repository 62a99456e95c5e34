internal import Signals

extension PropertyObserver {
  /// Begins to observe every change after the state with this number, until the link is closed.
  final func watch(_ subject: any Readable, after version: UInt) -> ObservationLink {
    if let property = subject as? WatchedProperty { return property.watch(for: self) }
    guard let dependency = subject as? any Dependency else {
      preconditionFailure(
        "\(type(of: subject)) reports its reads, but it is neither a WatchedProperty nor a Dependency.")
    }
    return dependency.watch(for: self, after: version)
  }
}

extension Dependency {
  fileprivate func watch(for observer: PropertyObserver, after version: UInt) -> ObservationLink {
    let link = DependencyLink(observer, to: self)
    if observer.isForBinding { countBindings(1) }
    link.follow(pulses(after: version))
    return link
  }
}

/// The link between an observer and a value that any thread may set.
// Unchecked as its superclass is.
private final class DependencyLink: ObservationLink, @unchecked Sendable {
  private let subscription = Guarded<Subscription?>(nil)
  /// The value, if a binding follows it.
  private weak let bound: (any Dependency)?
  private let stateOwner: ObjectIdentifier?
  /// The number of the state that the observer has read last. Used where it reads.
  @safe @exclusivity(unchecked) private var read: UInt = 0

  init(_ observer: PropertyObserver, to dependency: any Dependency) {
    bound = observer.isForBinding ? dependency : nil
    stateOwner = dependency.stateOwner
    super.init(observer, to: dependency)
  }

  override var isDerived: Bool { stateOwner == nil }

  override var pendingCause: UInt { bound?.pendingCause ?? 0 }

  override var versionRead: UInt { read }

  override func noteRead(of version: UInt) { read = version }

  override func hasRead(_ version: UInt) -> Bool { isDerived && version <= read }

  // A value that follows from others may follow from any property.
  override func mayFollow(from other: ObjectIdentifier) -> Bool { isDerived || stateOwner == other }

  private enum Subscription: Sendable {
    case endpoint(Endpoint)
    /// As an input of the hub of a signal.
    case input(Producer, Connection)
  }

  func follow(_ pulses: Signal<UInt>) {
    // Neither the value nor the hub keeps this.
    let new: Subscription
    if let hub = observer.hub {
      let connection = hub.follow(pulses) { [weak self] version, connection in
        self?.pass(version, by: connection)
      } atEnd: { [weak self] in
        self?.end()
      }
      new = .input(hub, connection)
    } else {
      new = .endpoint(
        pulses.subscribe(as: .unplaced(.endpoint, "KeyValueObserver")) { [weak self] event in
          switch event {
          case .value(let version): self?.pass(version, by: nil)
          case .end: self?.end()
          }
        })
    }
    subscription.change { $0 = new }
    if !isOpen { close() }
  }

  private func pass(_ version: UInt, by connection: Connection?) {
    if isOpen { observer.dependencyDidChange(self, to: version, by: connection) }
  }

  private func end() {
    guard isOpen else { return }
    close()
    // Something else may come to lie where the value was.
    observer.dependencyDidEnd(self)
  }

  override func close() {
    super.close()
    let taken = subscription.change { subscription in
      defer { subscription = nil }
      return subscription
    }
    switch taken {
    case .endpoint(let endpoint): endpoint.cancel()
    case .input(let hub, let connection): hub.stopListening(by: connection)
    case nil: return
    }
    bound?.countBindings(-1)
  }
}
