/// One direction of a binding: how a value of one end becomes one of the other, and what the first end should have been
/// given in the first place.
struct Translation<From, To> {
  private let forward: (From) throws -> To
  private let backward: (To) throws -> From
  private let isSame: ((From, From) -> Bool)?
  private let isSameThere: ((To, To) -> Bool)?
  private let normalises: Bool

  struct Result {
    let value: To
    /// The normal form of what was translated, if that is another value.
    var normalised: From?
    /// Whether translating there and back never comes to an end.
    var isUnsettled = false
  }

  private init(
    _ forward: @escaping (From) throws -> To, _ backward: @escaping (To) throws -> From, normalises: Bool
  ) {
    self.forward = forward
    self.backward = backward
    self.normalises = normalises
    isSame = equality(of: From.self)
    isSameThere = equality(of: To.self)
  }

  func callAsFunction(_ original: From) throws -> Result {
    var result = Result(value: try forward(original))
    guard isSame != nil || normalises, let returned = try? backward(result.value) else { return result }
    guard let isSame else {
      result.normalised = returned
      return result
    }
    if isSame(returned, original) { return result }
    // It is normal if it stays as it is; some take several steps to that.
    var (value, normal) = (result.value, returned)
    for _ in 0..<Stamp.roundsAllowed {
      guard let again = try? forward(normal), let back = try? backward(again) else { return result }
      let isSettled = isSameThere?(again, value) ?? isSame(back, normal)
      if isSettled || isSame(back, normal) { return Result(value: again, normalised: normal) }
      (value, normal) = (again, back)
    }
    result.isUnsettled = true
    return result
  }
}

extension Translation {
  static func forth(_ converter: Conversion<From, To>) -> Translation {
    Translation(converter.forward, converter.backward, normalises: converter.normalises)
  }

  static func back(_ converter: Conversion<To, From>) -> Translation {
    Translation(converter.backward, converter.forward, normalises: converter.normalises)
  }
}

extension Translation where From == To {
  /// What needs no translation.
  static var none: Translation { Translation() }

  private init() {
    forward = { $0 }
    backward = { $0 }
    isSame = nil
    isSameThere = nil
    normalises = false
  }
}

/// Compares values of a type that happens to be `Equatable`, or objects; nil if they are neither. What isn't even equal to
/// itself, as NaN, is the same as any other such value.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  if let equality = equalityIfEquatable(type) { return equality }
  switch ValueKind(type) {
  case .object, .optionalObject: return { heldObject(in: $0) === heldObject(in: $1) }
  case .plain, .other: return nil
  }
}
