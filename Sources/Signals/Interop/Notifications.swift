#if Foundation && canImport(Foundation)
  public import Foundation

  extension NotificationCenter {
    /// Emits the result of `read` for each notification with the given name, unless that result is nil.
    ///
    /// ![A marble diagram of signal](notifications)
    ///
    /// A notification can't be sent to other threads, since its contents may be anything. `read` is therefore called on
    /// the thread that posts, within the posting call, and extracts the relevant data. If several threads post at once,
    /// it is called on all of them. If it throws, the signal fails with that error. The signal never ends by itself.
    ///
    /// ```swift
    /// let sizes = NotificationCenter.default.signal(for: .windowDidResize) { $0.userInfo?["size"] as? Int }
    /// ```
    ///
    /// If `object` is nil, the signal emits for the notifications of every object. Otherwise the signal keeps the
    /// object alive.
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
      }.labeled("NotificationCenter.signal", file, line, kind: .source)
    }

    /// Emits an empty value for each notification with the given name that is posted by `object`, or by any object if
    /// `object` is nil. The signal keeps the object alive.
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
      signal(for: name, object: object) { _ in () }.labeled("NotificationCenter.signal", file, line, kind: .source)
    }
  }

  // Unchecked, because a notification center may be used from any thread, though not every platform declares it
  // `Sendable`.
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

  // Unchecked, because the token is only handed back to the notification center.
  private struct Observation: @unchecked Sendable {
    let token: any NSObjectProtocol
  }
#endif
