internal import Signals

/// An observer of properties.
///
/// It *notices* a change at once: it reads the values and queues a notification. The notification is delivered when no handler
/// is running on this thread. So a handler may change any property, and every observer receives every change in the order in
/// which they were made, with the values of that time (C4, K2).
@usableFromInline
class PropertyObserver: Notifier {
  private final let presence = LiveObject()

  /// Whether it has to notice a change before it happens, too.
  var wantsWillSet: Bool { false }

  /// Notices that a property is about to change. Returns whether a notification was queued.
  func willChange(_ link: ObservationLink) -> Bool { false }

  /// Notices that a property has changed. Returns whether a notification was queued.
  func didChange(_ link: ObservationLink, _ change: RawChange?) -> Bool {
    preconditionFailure("\(Self.self) must override didChange(_:_:).")
  }

  /// Notices that a property has gone with its object: on the thread that released it.
  func didDie(_ link: ObservationLink) -> Bool {
    preconditionFailure("\(Self.self) must override didDie(_:).")
  }

  /// A value has changed that any thread may set. Called on any thread.
  ///
  /// - Parameters:
  ///   - version: the number of its state.
  ///   - connection: the connection by which the change has arrived, if this feeds a signal.
  func dependencyDidChange(_ link: ObservationLink, to version: UInt, by connection: Connection?) {
    preconditionFailure("\(Self.self) must override dependencyDidChange(_:to:by:).")
  }

  /// A value that any thread may set has ended. Called on any thread, after the link was closed.
  func dependencyDidEnd(_ link: ObservationLink) {}

  /// The hub of the signal that this feeds, if it does.
  var hub: Producer? { nil }

  /// Whether it needs the origins of changes.
  var isForBinding: Bool { false }

  /// Another binding begins to observe the property.
  func noteOtherBinding() {}

  /// Notices a change that has no other observer, and delivers the notification.
  func notifyOnly(_ link: Unmanaged<ObservationLink>, _ change: RawChange?) {
    NotificationQueue.tell { event in
      if unsafe didChange(link.takeUnretainedValue(), change) { event.add(self) }
    }
  }

  /// A property is about to be changed in place, and can't be read until that is over.
  func changeInPlaceBegins() {}

  /// The change in place is over. Returns the number of notifications of other changes that were queued.
  func changeInPlaceEnds() -> Int { 0 }
}

/// The link between an observer and a property: each of the two keeps it, and neither keeps the other by it.
///
/// It can be closed from any thread. The property forgets closed links from time to time.
// Unchecked: the observer is used on other threads only by functions that any thread may call.
@usableFromInline
class ObservationLink: @unchecked Sendable {
  // Kept, not only referred to: a cancelled observer has released everything.
  final let observer: PropertyObserver
  /// The property, which may be gone.
  final let property: ObjectIdentifier
  private final let state = AtomicWord(ObservationLink.open)

  private static let open: UInt = 1
  private static let inPlace: UInt = 2

  init(_ observer: PropertyObserver, to property: AnyObject) {
    self.observer = observer
    self.property = ObjectIdentifier(property)
  }

  final var isOpen: Bool { state.relaxed & Self.open != 0 }

  /// Whether the observer knows of a change in place that is under way. It belongs to the property.
  final var isInPlace: Bool {
    get { state.relaxed & Self.inPlace != 0 }
    set { if newValue { state.set(Self.inPlace) } else { state.clear(Self.inPlace) } }
  }

  /// Whether the value follows from others, so that reading it shows a change of them that it has not told yet.
  var isDerived: Bool { false }

  /// The cause of a change of the value of which this has not told yet, if bindings want to know; else zero.
  var pendingCause: UInt { 0 }

  /// The number of the state that the observer has read last, of a value that follows from others.
  var versionRead: UInt { 0 }

  /// The observer has read the state with this number. Called where the observer reads.
  func noteRead(of version: UInt) {}

  /// Whether the observer has read the state with this number, or a later one, of a value that follows from others.
  func hasRead(_ version: UInt) -> Bool { false }

  /// Whether a set of another property may be what this tells of.
  func mayFollow(from other: ObjectIdentifier) -> Bool { false }

  func close() { state.clear(Self.open) }
}
