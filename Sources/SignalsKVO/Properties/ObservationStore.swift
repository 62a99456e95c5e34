import Observation
public import Signals

/// Keeps the observers of one object that reports its changes itself: see ``KeyValueObservable``.
public final class ObservationStore<Subject: AnyObject> {
  private var properties: [AnyKeyPath: HandmadeProperty] = [:]
  /// By the identities of their observers, so that one of many is removed without a search. An observer that is gone may have had the
  /// identity of another one.
  private var tokens: [ObjectIdentifier: [ObservationToken]] = [:]
  private var tokenCount = 0
  /// How many tokens there may be before it is worth looking for those that are over.
  private var bound = 8
  private var lastNumber: UInt = 0
  /// Whether Swift Observation tracks the object, too: zero as long as that is unknown, one if not, and two if so. Threads that read the
  /// object at once may find it out at once.
  private let tracked = AtomicHalfWord(0)
  /// Goes with the store, and so with the object.
  let life = HandmadeProperty()

  /// A store for one object, to be kept in its `observationStore` for as long as it lives.
  public init() {}

  func property(_ keyPath: AnyKeyPath) -> HandmadeProperty {
    if let property = properties[keyPath] { return property }
    let property = HandmadeProperty()
    properties[keyPath] = property
    return property
  }

  func property(ifObserved keyPath: AnyKeyPath) -> HandmadeProperty? {
    properties.isEmpty ? nil : properties[keyPath]
  }

  // MARK: - Changes and reads

  /// Whether the object is one of Swift Observation, too. A look at a constant costs less than a cast.
  private func isTracked(_ object: AnyObject) -> Bool {
    if tracked.relaxed == 0 { tracked.store(object is any Observable ? 2 : 1) }
    return tracked.relaxed == 2
  }

  @usableFromInline
  func willChange(_ keyPath: AnyKeyPath, of object: AnyObject, from value: () -> Any?) {
    guard let property = property(ifObserved: keyPath) else { return }
    property.willChange(from: value())
    if isTracked(object) { property.trackWillChange() }
  }

  @usableFromInline
  func didChange(_ keyPath: AnyKeyPath, of object: AnyObject) {
    guard let property = property(ifObserved: keyPath) else { return }
    if isTracked(object) { property.trackDidChange() }
    property.hasChanged()
  }

  /// Whether a read of the object's properties may have to be noted.
  @usableFromInline
  func notesReads(of object: AnyObject) -> Bool { Recordings.areUnderWay || isTracked(object) }

  /// Notes a read of a property.
  ///
  /// - Parameter held: reads what the property holds. The getter that is running calls this again, but reads are not recorded then.
  @usableFromInline
  func noteRead(_ keyPath: AnyKeyPath, of object: AnyObject, _ held: () -> Access.Held) {
    let property = property(keyPath)
    if let context = ReadingContext.slot.current, unsafe context.pointee.tracker != nil {
      return property.noteRead(in: context)
    }
    guard let listener = AccessTracking.current else {
      if isTracked(object) { property.trackRead() }
      return
    }
    let held = AccessTracking.pause(held)
    listener.note(Access(subject: property, owner: ObjectIdentifier(object), held: held, path: keyPath))
  }

  // MARK: - Tokens

  /// Keeps a token, and with it the observation that it ends.
  @usableFromInline
  func keep(_ token: ObservationToken, of observation: any Cancellable & AnyObject, for observer: AnyObject) {
    token.observation = observation
    if tokenCount >= bound { forgetTokens() }
    lastNumber += 1
    token.number = lastNumber
    tokens[ObjectIdentifier(observer), default: []].append(token)
    tokenCount += 1
  }

  /// Forgets the tokens that are over. The observation of an observer that is gone ends with that.
  private func forgetTokens() {
    var ended: [ObservationToken] = []
    for (observer, kept) in tokens {
      let active = kept.filter(\.isActive)
      if active.count == kept.count { continue }
      ended += kept.filter { !$0.isActive }
      tokens[observer] = active.isEmpty ? nil : active
    }
    tokenCount -= ended.count
    bound = max(8, 2 * tokenCount)
    for token in ended.sorted(by: { $0.number < $1.number }) { token.cancel() }
  }

  func cancelTokens(for observer: AnyObject) {
    guard let removed = tokens.removeValue(forKey: ObjectIdentifier(observer)) else { return }
    tokenCount -= removed.count
    // Those of another observer are over.
    for token in removed { token.cancel() }
  }

  /// In the order in which the observers were added.
  func cancelAllTokens() {
    let cancelled = tokens.values.joined().sorted { $0.number < $1.number }
    tokens = [:]
    tokenCount = 0
    for token in cancelled { token.cancel() }
  }

  /// The number of open observations of the object's properties, and of those that belong to a token.
  var observerCount: Int {
    var observers = properties.values.reduce(into: Set<ObjectIdentifier>()) { $0.formUnion($1.openObservers) }
    for token in tokens.values.joined() {
      guard let observation = token.observation else { continue }
      // The observation of an observer that is gone ends with the next change.
      if token.isActive {
        observers.insert(ObjectIdentifier(observation))
      } else {
        observers.remove(ObjectIdentifier(observation))
      }
    }
    return observers.count
  }
}

/// A property whose changes its object reports.
final class HandmadeProperty: AnnouncedProperty {
  init() { super.init([]) }
}

/// A property whose changes are reported from outside.
class AnnouncedProperty: WatchedProperty {
  /// The values before each change that is being made: so no object on a path dies in the middle of a change, when the property
  /// can't be read, or before all observers are notified (K6).
  private final var replaced: [Any?] = []

  /// To be called before each change.
  final func willChange(from value: @autoclosure () -> Any?) {
    replaced.append(flags.contains(.watched) ? AccessTracking.pause { value() } : nil)
    announceBefore(toAll: true)
  }

  /// To be called after each change.
  final func hasChanged() {
    announce(nil)
    _ = replaced.popLast()
  }
}

/// Ends an observation that needs not be kept: see ``KeyValueObservable/addObserver(_:keyPath:options:isolation:handler:)``.
// Unchecked: the observation sees to it itself that it can be cancelled from any thread; it is set once, before the
// token is returned, and so is the number.
public final class ObservationToken: Cancellable, @unchecked Sendable {
  private weak let observer: AnyObject?
  /// The object that is observed.
  private weak let subject: AnyObject?
  fileprivate var observation: (any Cancellable & AnyObject)?
  /// The place among the tokens of the object.
  fileprivate(set) var number: UInt = 0
  private let open = AtomicWord(1)

  @usableFromInline
  init(_ observer: AnyObject, of subject: AnyObject) {
    self.observer = observer
    self.subject = subject
  }

  /// Ends the observation. Doing it again does nothing.
  public func cancel() {
    open.store(0)
    observation?.cancel()
  }

  /// Whether the observer is still called: both objects live, and the observation has not been cancelled.
  public var isActive: Bool { open.relaxed != 0 && observer != nil && subject != nil }
}
