#if canImport(Foundation)
  public import Foundation

  extension NotificationCenter {
    /// What `read` makes of each notification of a name, unless that is nil.
    ///
    /// ![A marble diagram of signal](notifications)
    ///
    /// A notification can't travel to other threads, since it may carry anything; so `read` is called where it is posted,
    /// within the posting call, and takes out of it what is wanted. Where several threads post at once, it is called on all
    /// of them. If it throws, the signal fails with that error. The signal never ends by itself.
    ///
    /// ```swift
    /// let sizes = NotificationCenter.default.signal(for: .windowDidResize) { $0.userInfo?["size"] as? Int }
    /// ```
    ///
    /// Where `object` is nil, the notifications of every object come. The signal keeps it alive.
    public func signal<Value: Sendable>(
      for name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
      _ read: @escaping @Sendable (Notification) throws -> Value?,
      file: StaticString = #fileID, line: UInt = #line
    ) -> Signal<Value> {
      let center = Center(self)
      return .generate { emitter in
        let observation = center.observe(name, object) { notification in
          do {
            if let value = try read(notification) { emitter.send(value) }
          } catch {
            emitter.fail(error)
          }
        }
        emitter.whenEnded { center.remove(observation) }
      }.seen(as: "NotificationCenter.signal", file, line, kind: .source)
    }

    /// The news that a notification of a name was posted: by `object`, which the signal keeps alive, or by anybody.
    ///
    /// ![A marble diagram of signal](notifications)
    ///
    /// ```swift
    /// let endpoint = NotificationCenter.default.signal(for: .clockDidChange).subscribeValues { refresh() }
    /// ```
    public func signal(
      for name: Notification.Name, object: (any AnyObject & Sendable)? = nil, file: StaticString = #fileID,
      line: UInt = #line
    ) -> Signal<Void> {
      signal(for: name, object: object) { _ in () }.seen(as: "NotificationCenter.signal", file, line, kind: .source)
    }
  }

  // Unchecked, because a notification center may be used from any thread, though it doesn't say so everywhere.
  private struct Center: @unchecked Sendable {
    private let center: NotificationCenter

    init(_ center: NotificationCenter) { self.center = center }

    func observe(
      _ name: Notification.Name, _ object: (any AnyObject & Sendable)?,
      _ handler: @escaping @Sendable (Notification) -> Void
    ) -> Observation {
      Observation(token: center.addObserver(forName: name, object: object, queue: nil, using: handler))
    }

    func remove(_ observation: Observation) { center.removeObserver(observation.token) }
  }

  // Unchecked, because the token is only handed back.
  private struct Observation: @unchecked Sendable {
    let token: any NSObjectProtocol
  }
#endif
