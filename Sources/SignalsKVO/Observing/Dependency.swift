internal import Signals

/// A value that any thread may read and follow: it counts its states, and emits when there is a new one.
protocol Dependency: Readable, Sendable {
  /// Emits for each change after the state with this number; at once, if there has been one.
  func pulses(after version: UInt) -> Signal<Void>
}

extension Dependency {
  func watch(for watcher: Watcher, after version: UInt) -> Link {
    let link = DependencyLink(watcher, to: self)
    link.keep(
      pulses(after: version).subscribe(as: .unplaced(.endpoint, "KeyValueObserver")) { [weak link] event in
        guard let link, link.isOpen else { return }
        switch event {
        case .value: link.watcher.dependencyDidChange(link)
        // Something else may come to lie where this was.
        case .end: link.close()
        }
      })
    return link
  }
}

/// What a watcher has with something that any thread may set.
// Unchecked as its superclass is.
private final class DependencyLink: Link, @unchecked Sendable {
  private let subscription = Guarded<Endpoint?>(nil)

  func keep(_ endpoint: Endpoint) {
    subscription.change { $0 = endpoint }
    if !isOpen { close() }
  }

  override func close() {
    super.close()
    subscription.change { endpoint in
      defer { endpoint = nil }
      return endpoint
    }?.cancel()
  }
}
