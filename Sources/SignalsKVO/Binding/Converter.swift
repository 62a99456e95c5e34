internal import Signals

/// Converts the values of one end of a binding into those of the other, in both directions (B4).
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
/// A converter may normalise: it makes 7 of `"007"`, and `"7"` of 7. The end that was set then receives the normal form, once.
/// For `Equatable` values the binding finds the normal form by converting back and comparing; a converter of other values
/// declares it with `normalises: true`. A converter that rounds declares `normalises: false`, so that the end that was set
/// keeps its value:
///
/// ```swift
/// let fahrenheit = Converter<String, String>(
///   normalises: false,
///   forward: { celsius in rounded(try number(celsius) * 1.8 + 32) },
///   backward: { fahrenheit in rounded((try number(fahrenheit) - 32) / 1.8) })
/// ```
///
/// Closures that are written in the code of an actor are called on that actor. Closures that use objects outside of every
/// actor need a ``LocalConverter``.
public struct Converter<First, Second>: Converting, Sendable {
  private let forward: @isolated(any) @Sendable (First) throws -> Second
  private let backward: @isolated(any) @Sendable (Second) throws -> First
  private let normalises: Bool?

  /// Makes a converter of two closures that are `Sendable` or belong to one actor.
  ///
  /// - Parameters:
  ///   - normalises: whether the end that was set receives the value that converting there and back makes of its own. If
  ///     nil, it does where that is another value, by `==`; values that can't be compared stay.
  ///   - forward: makes a value of the second end from a value of the first.
  ///   - backward: makes a value of the first end from a value of the second.
  ///   - file: the file of this call, for the message about closures of different actors.
  ///   - line: the line of this call, for the same message.
  public init(
    normalises: Bool? = nil,
    @_inheritActorContext forward: @escaping @isolated(any) @Sendable (First) throws -> Second,
    @_inheritActorContext backward: @escaping @isolated(any) @Sendable (Second) throws -> First,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.forward = forward
    self.backward = backward
    self.normalises = normalises
    requireArgument(
      forward.isolation == nil || backward.isolation == nil || forward.isolation === backward.isolation,
      "The two closures of a converter belong to different actors. Write both in the code of one actor.",
      file, line)
  }

  public var _local: LocalConverter<First, Second> {
    LocalConverter(
      normalises: normalises, forward: unisolated(forward),
      backward: unisolated(backward), isolation: forward.isolation ?? backward.isolation)
  }
}

/// A ``Converter`` whose closures may use objects that live where the binding is made.
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
  private let forward: (First) throws -> Second
  private let backward: (Second) throws -> First
  private let normalises: Bool?
  // Nil where nothing is converted.
  private let equality: DynamicEquality<First>?
  private let equalityBack: DynamicEquality<Second>?
  /// The actor that the closures belong to.
  let isolation: (any Actor)?

  /// Makes a converter of two closures that may use objects where the binding is made.
  ///
  /// - Parameters:
  ///   - normalises: whether the end that was set receives the value that converting there and back makes of its own. If
  ///     nil, it does where that is another value, by `==`; values that can't be compared stay.
  ///   - forward: makes a value of the second end from a value of the first.
  ///   - backward: makes a value of the first end from a value of the second.
  public init(
    normalises: Bool? = nil, forward: @escaping (First) throws -> Second, backward: @escaping (Second) throws -> First
  ) { self.init(normalises: normalises, forward: forward, backward: backward, isolation: nil) }

  fileprivate init(
    normalises: Bool?, forward: @escaping (First) throws -> Second, backward: @escaping (Second) throws -> First,
    isolation: (any Actor)?
  ) {
    self.init(
      forward, backward, normalises: normalises, DynamicEquality(), DynamicEquality(), isolation)
  }

  private init(
    _ forward: @escaping (First) throws -> Second, _ backward: @escaping (Second) throws -> First, normalises: Bool?,
    _ equality: DynamicEquality<First>?, _ equalityBack: DynamicEquality<Second>?, _ isolation: (any Actor)?
  ) {
    self.forward = forward
    self.backward = backward
    self.normalises = normalises
    self.equality = equality
    self.equalityBack = equalityBack
    self.isolation = isolation
  }

  public var _local: LocalConverter { self }

  /// The converter of the opposite direction.
  var flipped: LocalConverter<Second, First> {
    LocalConverter<Second, First>(backward, forward, normalises: normalises, equalityBack, equality, isolation)
  }
}

extension LocalConverter where First == Second {
  /// The converter of two ends that hold the same form of a value.
  static var identity: LocalConverter { LocalConverter({ $0 }, { $0 }, normalises: nil, nil, nil, nil) }
}

extension LocalConverter {
  struct Result {
    let value: Second
    /// The normal form of the converted value, if that is another value.
    var normalised: First?
    /// Whether converting there and back reaches no normal form.
    var isUnsettled = false
  }

  func convert(_ original: First) throws -> Result {
    var result = Result(value: try forward(original))
    let isSame = equality.flatMap { $0.here ?? objectIdentity(of: First.self) }
    let maySearch = normalises ?? (isSame != nil)
    guard maySearch, let returned = try? backward(result.value) else { return result }
    guard let isSame else {
      result.normalised = returned
      return result
    }
    if isSame(returned, original) { return result }
    // A normal form stays as it is. Some converters reach it in several steps.
    var (value, normal) = (result.value, returned)
    let isSameBack = equalityBack.flatMap { $0.here ?? objectIdentity(of: Second.self) }
    for _ in 0..<Stamp.roundsAllowed {
      guard let again = try? forward(normal), let back = try? backward(again) else { return result }
      let isSettled = isSameBack?(again, value) ?? isSame(back, normal)
      if isSettled || isSame(back, normal) { return Result(value: again, normalised: normal) }
      (value, normal) = (again, back)
    }
    result.isUnsettled = true
    return result
  }
}

/// The converter of a binding: a ``Converter`` or a ``LocalConverter``.
public protocol Converting<First, Second> {
  /// The type of the first end's values.
  associatedtype First
  /// The type of the second end's values.
  associatedtype Second

  /// For the library's own use.
  var _local: LocalConverter<First, Second> { get }
}
