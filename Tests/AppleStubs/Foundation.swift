// What Foundation declares on Apple platforms, as far as this package uses it: see ObjectiveC.swift.

@_exported import ObjectiveC

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

extension NSKeyValueChangeKey {
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

extension NSObject {
  public func value(forKey key: String) -> Any? { nil }

  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {}

  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {}
}
