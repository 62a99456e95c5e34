@testable import SignalsKVO

/// An object of a minimal runtime, as a stand-in for that of Objective-C: it stores the values of its properties under
/// their names, knows the names on some key paths, and reports changes of properties on request. Its getters report no
/// reads.
class RuntimeObject: NamedProperties {
  /// The names on the key paths that the runtime knows, with dots between them.
  class var names: [AnyKeyPath: String] { [:] }
  class var weakNames: Set<String> { [] }
  /// The properties whose changes the class reports manually. An observer of such a property has to be removed before
  /// the object is released.
  class var namesAnnouncedByHand: Set<String> { [] }
  /// Logs the observers that were left when an object was released.
  class var leftBehind: Log<String>? { nil }

  private var store: NamedPropertyStore? = NamedPropertyStore()
  var namedProperties: NamedPropertyStore {
    guard let store else { preconditionFailure("The object has been released.") }
    return store
  }
  private var values: [String: Any] = [:]
  private var announcers: [String: Announcer] = [:]

  /// The properties whose changes are reported.
  var announcedNames: [String] { announcers.keys.sorted() }

  private final class Announcer: PropertyAnnouncer {
    // Weak and unsafe, like the adapter for Objective-C: see there.
    weak var property: NamedProperty?
    private let name: String
    private unowned(unsafe) let object: RuntimeObject

    init(_ property: NamedProperty, of object: RuntimeObject) {
      self.property = property
      self.object = object
      name = property.name
    }

    func end() { precondition(object.announcers.removeValue(forKey: name) === self) }
  }

  private struct Weak { weak var object: AnyObject? }

  subscript(name: String) -> Any? {
    get {
      if let held = values[name] as? Weak { return held.object }
      return values[name]
    }
    set {
      let property = announcers[name]?.property
      property?.willChange()
      if let newValue, Self.weakNames.contains(name) {
        values[name] = Weak(object: newValue as AnyObject)
      } else {
        values[name] = newValue
      }
      property?.didChange()
    }
  }

  /// Changes the value of a property without a report.
  func change(_ name: String, to value: Any?) { values[name] = value }

  required init() {}

  // MARK: - The runtime

  static func names(on keyPath: AnyKeyPath) -> [String]? {
    names[keyPath]?.split(separator: ".").map(String.init)
  }

  func value(named name: String) -> Any? { self[name] }

  func isWeak(named name: String) -> Bool { Self.weakNames.contains(name) }

  func forgetsAnnouncer(of name: String) -> Bool { !Self.namesAnnouncedByHand.contains(name) }

  func beginAnnouncing(_ property: NamedProperty) -> any PropertyAnnouncer {
    let announcer = Announcer(property, of: self)
    precondition(announcers.updateValue(announcer, forKey: property.name) == nil)
    return announcer
  }

  deinit {
    // The associated values of an object are released first. Then the runtime looks for observers.
    store = nil
    for name in announcedNames { Self.leftBehind?.append(name) }
  }
}
