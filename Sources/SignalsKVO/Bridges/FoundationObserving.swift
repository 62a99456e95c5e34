#if canImport(ObjectiveC)
  internal import Foundation
  internal import ObjectiveC

  // This file is type-checked against stubs on Linux (see `.ci/apple`), but has not been run on Apple platforms. So it makes no
  // decisions: ``NamedProperty`` and `walk(_:of:_:)` make them, and are tested with a hand-written runtime.

  /// The properties that key-value observing can follow: `@objc dynamic` ones, and those whose class announces their changes
  /// (K11).
  extension NSObject: NamedProperties {
    // The compiler stores the names in a key path that could also be written as `#keyPath`, even through optionals. Foundation's
    // own `observe(_:options:changeHandler:)` uses the same property.
    static func names(on keyPath: AnyKeyPath) -> [String]? {
      keyPath._kvcKeyPathString?.split(separator: ".").map(String.init)
    }

    var namedProperties: NamedPropertyStore {
      // The address of the class is a unique key.
      let key = unsafe unsafeBitCast(NamedPropertyStore.self as AnyClass, to: UnsafeRawPointer.self)
      if let store = unsafe objc_getAssociatedObject(self, key) as? NamedPropertyStore { return store }
      let store = NamedPropertyStore()
      unsafe objc_setAssociatedObject(self, key, store, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return store
    }

    func value(named name: String) -> Any? { value(forKey: name) }

    func isWeak(named name: String) -> Bool {
      let property = unsafe name.withCString { unsafe class_getProperty(type(of: self), $0) }
      guard let text = unsafe property.flatMap(property_getAttributes) else { return false }
      return unsafe String(cString: text).split(separator: ",").contains("W")
    }

    func forgetsAnnouncer(of name: String) -> Bool { type(of: self).automaticallyNotifiesObservers(forKey: name) }

    func beginAnnouncing(_ property: NamedProperty) -> any PropertyAnnouncer {
      let announcer = Announcer(property, of: self)
      unsafe addObserver(announcer, forKeyPath: property.name, options: .prior, context: nil)
      return announcer
    }
  }

  /// The key-value observer of one property of one object.
  ///
  /// When the object is released, key-value observing removes it itself, since macOS 10.13 and iOS 11, if it also announces the
  /// changes itself. Where the class announces them, an observer that is left is an exception, since macOS 11 and iOS 14: so
  /// it is removed when the object's associated objects are released, before key-value observing looks for such observers.
  private final class Announcer: NSObject, PropertyAnnouncer {
    // Weak, since the property keeps the announcer.
    private weak let property: NamedProperty?
    private let name: String
    // Unsafe, since no other reference can be used while the object is being released. The announcer ends before its memory
    // is gone, and isn't used afterwards.
    private unowned(unsafe) let object: NSObject

    init(_ property: NamedProperty, of object: NSObject) {
      self.property = property
      unsafe self.object = object
      name = property.name
      super.init()
    }

    func end() { unsafe object.removeObserver(self, forKeyPath: name, context: nil) }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      if change?[.notificationIsPriorKey] == nil { property?.didChange() } else { property?.willChange() }
    }
  }
#endif
