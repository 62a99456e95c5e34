/// Turns the values of one end of a binding into those of the other, both ways (B4).
///
/// ```swift
/// let digits = Converter<String, Int>(
///   forward: { text in
///     guard let number = Int(text) else { throw NotANumber(text) }
///     return number
///   },
///   backward: { number in "\(number)" })
/// let binding = bind(field, to: count, converting: digits)
/// ```
///
/// Either direction may throw. The other end then keeps its value, and the error arrives on the binding's
/// ``TwoWayBinding/rejections``.
///
/// A converter may normalise: what it makes of `" 007"` is 7, and what it makes of 7 is `"7"`. The end that was set is then
/// given the normal form, once. Where the values are `Equatable`, that is found by converting back and comparing, so the
/// closures do nothing but convert; other converters say so.
///
/// Closures that are written in main-actor code, or in any other actor's, are called there. If they use objects that belong to
/// no actor, make a ``LocalConverter``.
public struct Converter<First, Second>: Converting, Sendable {
  private let forward: @isolated(any) @Sendable (First) throws -> Second
  private let backward: @isolated(any) @Sendable (Second) throws -> First
  private let normalises: Bool

  /// A converter of two closures that hold nothing of anybody's, or belong to an actor.
  ///
  /// - Parameters:
  ///   - normalises: whether what is converted there and back may become another value, where the values can't be compared.
  ///   - forward: makes a value of the second end from one of the first.
  ///   - backward: makes a value of the first end from one of the second.
  public init(
    normalises: Bool = false,
    @_inheritActorContext forward: @escaping @isolated(any) @Sendable (First) throws -> Second,
    @_inheritActorContext backward: @escaping @isolated(any) @Sendable (Second) throws -> First
  ) {
    self.forward = forward
    self.backward = backward
    self.normalises = normalises
    precondition(
      forward.isolation == nil || backward.isolation == nil || forward.isolation === backward.isolation,
      "The two closures of a converter belong to different actors. Write both of them in code of the same one.")
  }

  public var _conversion: Conversion<First, Second> {
    Conversion(
      forward: ThrowingCallableOnActor(forward).unchecked, backward: ThrowingCallableOnActor(backward).unchecked,
      normalises: normalises, isolation: forward.isolation ?? backward.isolation)
  }
}

/// A ``Converter`` for ends that live in the same isolation as what its closures use: they may be any closures.
///
/// ```swift
/// let binding = bind(viewModel, \.street, to: package, \.recipient.address,
///   converting: LocalConverter(
///     forward: { [unowned package] street in
///       var address = package.recipient.address
///       address.street = street
///       return address
///     },
///     backward: { $0.street }))
/// ```
public struct LocalConverter<First, Second>: Converting {
  public let _conversion: Conversion<First, Second>

  /// A converter of two closures that may use objects where the binding is made.
  ///
  /// - Parameters:
  ///   - normalises: whether what is converted there and back may become another value, where the values can't be compared.
  ///   - forward: makes a value of the second end from one of the first.
  ///   - backward: makes a value of the first end from one of the second.
  public init(
    normalises: Bool = false, forward: @escaping (First) throws -> Second, backward: @escaping (Second) throws -> First
  ) {
    _conversion = Conversion(forward: forward, backward: backward, normalises: normalises, isolation: nil)
  }
}

/// What converts the values of a binding: a ``Converter`` or a ``LocalConverter``.
public protocol Converting<First, Second> {
  /// What the first end holds.
  associatedtype First
  /// What the second end holds.
  associatedtype Second

  /// For the library's own use.
  var _conversion: Conversion<First, Second> { get }
}

/// The two closures of a converter, ready to be called where they belong.
public struct Conversion<First, Second> {
  let forward: (First) throws -> Second
  let backward: (Second) throws -> First
  let normalises: Bool
  let isolation: (any Actor)?
}
