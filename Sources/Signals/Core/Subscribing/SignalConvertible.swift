/// Everything that has a signal: a ``Signal``, a ``SignalInput``, and in `SignalsKVO` properties, derived values, projections
/// (`$name`) and observed collections. Operators and subscribing are defined for all of them:
///
/// ```swift
/// let clicks = SignalInput<Void>()
/// let count = clicks.map { 1 }.scan(0, +)
/// ```
///
/// An operator uses the signal, and doesn't retain the object that it is called on: a `SignalInput` without other
/// references finishes (C1).
///
/// Operators exist for `Sendable` values only. A type of your own adopts ``SignalProvider``.
// The values need not be `Sendable` here, since a conformance can't depend on that: `@Observed` properties have values of any type.
public protocol SignalConvertible<Value> {
  /// The type of the values.
  associatedtype Value

  /// The signal of `source`, where `type` is always the type of the values.
  static func _signal<Output: Sendable>(of source: Self, _ type: Output.Type) -> Signal<Output>
}

extension SignalConvertible where Value: Sendable {
  /// The signal of the values.
  @inlinable
  @inline(__always)
  public var signal: Signal<Value> { Self._signal(of: self, Value.self) }
}

/// A type that has a signal of `Sendable` values, and with it all operators.
///
/// ```swift
/// struct Thermometer: SignalProvider {
///   typealias Value = Double
///   let readings = SignalInput<Double>()
///   var signal: Signal<Double> { readings.signal }
/// }
///
/// let endpoint = Thermometer().removeDuplicates().subscribeValues { print($0) }
/// ```
public protocol SignalProvider<Value>: SignalConvertible where Value: Sendable {
  /// The signal of the values.
  var signal: Signal<Value> { get }
}

extension SignalProvider {
  @inlinable
  @inline(__always)
  public static func _signal<Output: Sendable>(of source: Self, _ type: Output.Type) -> Signal<Output> {
    // The same type by another name.
    unsafe unsafeBitCast(source.signal, to: Signal<Output>.self)
  }
}

extension Signal: SignalProvider {
  /// The signal itself.
  @inlinable
  @inline(__always)
  public var signal: Signal { self }
}
