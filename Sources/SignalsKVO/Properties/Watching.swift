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
    link.keep(
      pulses(after: version).subscribe(as: .unplaced(.endpoint, "KeyValueObserver")) { [weak link] event in
        guard let link, link.isOpen else { return }
        switch event {
        case .value(let version): link.observer.dependencyDidChange(link, to: version)
        // Something else may come to lie where this was.
        case .end:
          link.close()
          link.observer.dependencyDidEnd(link)
        }
      })
    return link
  }
}

/// The link between an observer and a value that any thread may set.
// Unchecked as its superclass is.
private final class DependencyLink: ObservationLink, @unchecked Sendable {
  private let subscription = Guarded<Endpoint?>(nil)
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

  func keep(_ endpoint: Endpoint) {
    subscription.change { $0 = endpoint }
    if !isOpen { close() }
  }

  override func close() {
    super.close()
    let taken = subscription.change { endpoint in
      defer { endpoint = nil }
      return endpoint
    }
    guard let taken else { return }
    taken.cancel()
    bound?.countBindings(-1)
  }
}
