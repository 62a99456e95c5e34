/// A property wrapper that keeps a watched property.
protocol WatchedPropertyKeeper {
  var watchedProperty: WatchedProperty { get }
}

extension WatchedProperty {
  /// Whether the class that declares the property is the object's own, and not one above it: then nothing overrides it.
  final func isDeclared(_ path: AnyKeyPath, in object: AnyObject) -> Bool {
    type(of: path).rootType == type(of: object)
  }

  /// Some property of the object that can be watched, so that the object's death is heard of when the property dies.
  ///
  /// There is nothing else that an object of any class has in common with others (K1), so its wrappers are looked for
  /// among all that it keeps, in the order of their declaration. Two things follow from that, which the documentation
  /// says: a wrapper that a mirror of the object's own hides isn't found, and an `unowned` reference before the first wrapper must
  /// not outlive its object.
  static func any(of object: AnyObject) -> WatchedProperty? {
    if let observable = object as? any KeyValueObservable { return observable.propertyStandingForLife }
    if let named = object as? any NamedProperties { return named.namedProperties.life }
    // Only an actor itself may look at its properties.
    if object is any Actor { return nil }
    // It may make its mirror itself, and read properties for that.
    return AccessTracking.pause {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        for child in level.children {
          if let keeper = child.value as? any WatchedPropertyKeeper { return keeper.watchedProperty }
        }
        mirror = level.superclassMirror
      }
      return nil
    }
  }
}
