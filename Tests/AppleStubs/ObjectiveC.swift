// What the Objective-C runtime declares, as far as this package uses it. It is there so that `.ci/apple` can check the types
// of files that are for Apple platforms alone: nothing here is ever run.

open class NSObject {
  public init() {}

  // Foundation declares this, and the type of the keys; but only the class itself can declare what is overridden.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {}
}

public struct NSKeyValueChangeKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct objc_AssociationPolicy: Sendable {
  public static var OBJC_ASSOCIATION_RETAIN_NONATOMIC: Self { Self() }
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { nil }

public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {}

public typealias objc_property_t = OpaquePointer

public func class_getProperty(_ cls: AnyClass?, _ name: UnsafePointer<CChar>) -> objc_property_t? { nil }

public func property_getAttributes(_ property: objc_property_t) -> UnsafePointer<CChar>? { nil }
