#if canImport(ObjectiveC)
  internal import Foundation
  internal import ObjectiveC

  // This file is type-checked against stubs on Linux (see `.ci/apple`), but has not been run on Apple platforms. So it has
  // nothing to decide: what there is to decide is done by ``NamedProperty`` and `walk(_:of:_:)`, which are tested with a
  // runtime made by hand.

  /// Properties that are `@objc dynamic`, or that announce their changes by hand as key-value observing asks for, are known to
  /// the Objective-C runtime (K11).
  extension NSObject: NamedProperties {
    // The compiler writes the names into the key path where it could be written as `#keyPath`, also through optionals. It is
    // what Foundation's own `observe(_:options:changeHandler:)` goes by.
    static func names(on keyPath: AnyKeyPath) -> [String]? {
      keyPath._kvcKeyPathString?.split(separator: ".").map(String.init)
    }

    var namedProperties: NamedPropertyStore {
      // The address of the class is a key that nobody else has.
      let key = unsafeBitCast(NamedPropertyStore.self as AnyClass, to: UnsafeRawPointer.self)
      if let store = objc_getAssociatedObject(self, key) as? NamedPropertyStore { return store }
      let store = NamedPropertyStore()
      objc_setAssociatedObject(self, key, store, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return store
    }

    func value(named name: String) -> Any? { value(forKey: name) }

    func isWeak(named name: String) -> Bool {
      let property = name.withCString { class_getProperty(type(of: self), $0) }
      guard let text = property.flatMap(property_getAttributes) else { return false }
      return String(cString: text).split(separator: ",").contains("W")
    }

    func beginAnnouncing(_ property: NamedProperty) -> AnyObject {
      let announcer = Announcer(property)
      addObserver(announcer, forKeyPath: property.name, options: .prior, context: nil)
      return announcer
    }

    func endAnnouncing(_ property: NamedProperty, by announcer: AnyObject) {
      guard let announcer = announcer as? Announcer else { return }
      removeObserver(announcer, forKeyPath: property.name, context: nil)
    }
  }

  /// Hears of the changes of one property of one object.
  ///
  /// It is not removed when the object goes: since macOS 10.13 and iOS 11, key-value observing forgets its observers itself
  /// then, and by that time the object can't be used any more.
  private final class Announcer: NSObject {
    // It keeps this.
    private weak let property: NamedProperty?

    init(_ property: NamedProperty) {
      self.property = property
      super.init()
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      if change?[.notificationIsPriorKey] == nil { property?.didChange() } else { property?.willChange() }
    }
  }
#endif
