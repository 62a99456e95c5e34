@testable import SignalsKVO

/// An object of a tiny runtime made by hand, which stands in for that of Objective-C: it keeps what its properties hold under
/// their names, knows the names on some key paths, and reports changes of properties on request. Its getters say nothing.
class RuntimeObject: NamedProperties {
  /// The names on the key paths that the runtime knows, with dots between them.
  class var names: [AnyKeyPath: String] { [:] }
  class var weakNames: Set<String> { [] }

  let namedProperties = NamedPropertyStore()
  private var values: [String: Any] = [:]
  private var announcers: [String: Announcer] = [:]

  /// Of which properties changes are told.
  var announcedNames: [String] { announcers.keys.sorted() }

  final class Announcer {
    unowned let property: NamedProperty
    init(_ property: NamedProperty) { self.property = property }
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

  func beginAnnouncing(_ property: NamedProperty) -> AnyObject {
    let announcer = Announcer(property)
    precondition(announcers.updateValue(announcer, forKey: property.name) == nil)
    return announcer
  }

  func endAnnouncing(_ property: NamedProperty, by announcer: AnyObject) {
    precondition(announcers.removeValue(forKey: property.name) === announcer)
  }
}
