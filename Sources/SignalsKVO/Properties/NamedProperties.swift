/// An object of which a runtime knows the properties by their names, and tells when they change (K11).
///
/// Such a property says nothing when it is read. So a path through such objects is walked by its names: each property on it
/// becomes a ``NamedProperty``, and is observed like any other from there on.
///
/// - A property that does say when it is read, since it is `@Observed` or computed from some that are, is left to itself.
/// - From such an object a path may go on into others, if the runtime names the whole of it. Objects that say themselves
///   their reads are then followed as ever.
/// - A path that the runtime doesn't name is followed only where its objects report their reads. So from an
///   `@Observed` property that holds an object of a runtime, that object's named properties can't be followed: Swift can't
///   tell what a key path does after its first step. Observe them from that object.
protocol NamedProperties: AnyObject {
  /// The properties that `keyPath` goes through, from object to object; nil if the runtime doesn't know all of them.
  static func names(on keyPath: AnyKeyPath) -> [String]?

  /// Those of its properties that have been watched. It goes with the object.
  var namedProperties: NamedPropertyStore { get }

  /// The value of the property; nil if there is none.
  func value(named name: String) -> Any?

  /// Whether the property doesn't keep the object that it holds alive.
  func isWeak(named name: String) -> Bool

  /// Whether the runtime forgets the announcer of the property by itself when the object is released.
  func forgetsAnnouncer(of name: String) -> Bool

  /// Has the runtime call `willChange()` and `didChange()` of the property.
  ///
  /// - Returns: the object that does that. The property keeps it.
  func beginAnnouncing(_ property: NamedProperty) -> any PropertyAnnouncer
}

/// What a runtime calls when a property changes.
protocol PropertyAnnouncer: AnyObject {
  /// Has the runtime forget it. Called while the object exists, or while it is being released: weak references to it are nil
  /// then, and its memory is still there.
  func end()
}

/// Those properties of one object that have been watched by their names.
final class NamedPropertyStore {
  private var properties: [String: NamedProperty] = [:]
  /// Goes with the store, and so with the object.
  let life = WatchedProperty([])

  // The store is released with the object, after the object's own `deinit`.
  deinit {
    for property in properties.values { property.objectIsBeingReleased() }
  }

  func property(_ name: String, of object: any NamedProperties) -> NamedProperty {
    if let property = properties[name] { return property }
    let property = NamedProperty(name, of: object)
    properties[name] = property
    return property
  }
}

/// A property of which a runtime tells the changes.
///
/// It asks the runtime for them when it gets its first observer. When the last one has gone, it ends that after the next change:
/// an observer may go on any thread, but the object belongs to one. When the object is released, it ends it if the runtime
/// doesn't forget its observers by itself then.
final class NamedProperty: AnnouncedProperty {
  let name: String
  private weak let object: (any NamedProperties)?
  private var announcer: (any PropertyAnnouncer)?
  /// Whether the runtime would miss it if the announcer weren't ended when the object is released.
  private var endsWithObject = false

  init(_ name: String, of object: any NamedProperties) {
    self.name = name
    self.object = object
    super.init([])
  }

  override func watch(for observer: PropertyObserver) -> ObservationLink {
    if announcer == nil, let object {
      endsWithObject = !object.forgetsAnnouncer(of: name)
      announcer = object.beginAnnouncing(self)
    }
    return super.watch(for: observer)
  }

  fileprivate func objectIsBeingReleased() {
    if endsWithObject { endAnnouncing() }
  }

  private func endAnnouncing() {
    announcer?.end()
    announcer = nil
  }

  /// To be called before each change, on the thread that makes it.
  func willChange() {
    willChange(from: object?.value(named: name))
  }

  /// To be called after each change.
  func didChange() {
    hasChanged()
    if !flags.contains(.watched) { endAnnouncing() }
  }
}

extension NamedProperties {
  /// Reads on from here by these names, and tells `note` of every property that doesn't say itself that it is read.
  ///
  /// - Parameter keyPath: the path that the names stand for.
  func walk(_ names: [String], of keyPath: AnyKeyPath, _ note: (Access) -> Void) {
    var object: any NamedProperties = self
    for (index, name) in names.enumerated() {
      let isEnd = index == names.count - 1
      let identity = ObjectIdentifier(object)
      let log = AccessLog()
      let value = AccessTracking.run(for: log) { object.value(named: name) }
      let readings = log.readings
      if readings.contains(where: { $0.owner == identity }) {
        readings.forEach(note)
      } else {
        note(
          Access(
            subject: object.namedProperties.property(name, of: object), owner: identity,
            held: Access.Held(named: value, endOf: isEnd ? keyPath : nil),
            path: isEnd ? keyPath : nil,
            weakly: object.isWeak(named: name) ? value.map { $0 as AnyObject } : nil))
      }
      guard let next = value as? any NamedProperties else { return }
      object = next
    }
  }
}

extension Access.Held {
  /// - Parameter keyPath: the path, if it ends here.
  fileprivate init(named value: Any?, endOf keyPath: AnyKeyPath?) {
    guard let value else {
      self = .nothing
      return
    }
    switch keyPath.map({ ValueKind(type(of: $0).valueType) }) {
    // A runtime may put any value into an object of its own.
    case .plain, .optionalPlain, .other: self = .value
    case .object, .optionalObject, nil: self = Self(existential: value)
    }
  }
}
