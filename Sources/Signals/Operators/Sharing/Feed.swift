// What the sharing operators have in common: a hub that listens to a signal on behalf of all who observe the hub.

extension Hub {
  /// Subscribes to `signal`: what it brings goes to everybody here, and its end is the end of this hub.
  ///
  /// - Parameter line: one of the hub's inputs. Cancelling it ends the listening.
  func listen(to signal: Signal<Value>, by line: Line, whenEnding: (@Sendable () -> Void)? = nil) {
    signal.attach(feed(by: line, whenEnding: whenEnding), line)
  }

  /// Where what feeds this passes it on.
  func feed(by line: Line, whenEnding: (@Sendable () -> Void)? = nil) -> Downstream<Value> {
    Downstream(receiver: FeedReceiver(self, line, whenEnding)) { value, receiver in
      let receiver = unsafeDowncast(receiver, to: FeedReceiver<Value>.self)
      guard receiver.line.isOpen, !receiver.hub.passWhileBeginning(value, by: receiver.line) else { return }
      receiver.hub.pass(value, by: receiver.line)
    }
  }

  /// Cancels what is listened to by `line`. Returns whether it was still going on.
  @discardableResult
  package func stopListening(by line: Line) -> Bool {
    removeInput(line)
    return line.cancel()
  }
}

/// Where a hub is fed.
private final class FeedReceiver<Value: Sendable>: Receiver {
  let hub: Hub<Value>
  let line: Line
  /// Called just before the hub gets the end.
  private let whenEnding: (@Sendable () -> Void)?

  init(_ hub: Hub<Value>, _ line: Line, _ whenEnding: (@Sendable () -> Void)?) {
    self.hub = hub
    self.line = line
    self.whenEnding = whenEnding
  }

  override func receive(_ end: End) {
    guard hub.stopListening(by: line) else { return }
    whenEnding?()
    hub.pass(end, by: line)
  }
}

/// The life of a signal that is shared from its first subscriber to its last.
// Unchecked, as every audience: what it keeps belongs to the owner of the hub.
final class SharedFeed<Value: Sendable>: Audience<Value>, @unchecked Sendable {
  let hub: Hub<Value>
  private let upstream: Signal<Value>
  private let remembering: Memory<Value>?
  private var line: Line?
  private let making: Making

  init(_ upstream: Signal<Value>, memory: Memory<Value>? = nil, _ making: Making) {
    self.upstream = upstream
    remembering = memory
    self.making = making
    hub = Hub(memory: memory)
  }

  override var memory: Memory<Value>? { remembering }

  /// What everybody shares. The recipe keeps the feed, and the hub only while somebody is there: so a subscription that
  /// is over keeps nothing of what is above alive, though its endpoint is still held (C8).
  var signal: Signal<Value> {
    Signal { [self] downstream, line in hub.add(downstream, line, for: self, seenAs: making) }
  }

  override func came() {
    let line = hub.makeInput()
    self.line = line
    hub.begin { hub.listen(to: upstream, by: line) }
  }

  override func left() -> Bool {
    ended()
    remembering?.forget()
    return true
  }

  override func ended() {
    // The end may be that of an earlier subscription, which came too late for those who had it.
    if let line { hub.stopListening(by: line) }
    line = nil
  }
}

/// The life of a signal that is shared from when it is made until nobody refers to it any more, neither by the signal nor
/// by a subscription: the hub refers to it while somebody is there.
// Unchecked, as every audience; nothing here ever changes.
final class LastingFeed<Value: Sendable>: Audience<Value>, @unchecked Sendable {
  private let hub: Hub<Value>
  private let line: Line
  private let remembering: Memory<Value>

  private init(memory: Memory<Value>, _ making: Making) {
    hub = Hub(memory: memory)
    hub.note(making)
    line = hub.makeInput()
    remembering = memory
  }

  override var memory: Memory<Value>? { remembering }

  deinit {
    hub.stopListening(by: line)
    // An endpoint that is over and still held refers to the hub, but has no right to what that remembers (C8).
    hub.forget()
  }

  /// Begins to listen, and answers the signal to share.
  static func begin(_ upstream: Signal<Value>, memory: Memory<Value>, _ making: Making) -> Signal<Value> {
    let feed = LastingFeed(memory: memory, making)
    feed.hub.listen(to: upstream, by: feed.line)
    return Signal { downstream, line in feed.hub.add(downstream, line, for: feed, seenAs: making) }
  }
}
