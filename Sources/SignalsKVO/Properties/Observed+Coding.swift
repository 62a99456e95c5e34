// A class whose other properties can be coded can be so with observed properties: each is coded as its value, under its
// own name.

extension Observed: Encodable where Value: Encodable {
  /// Codes the property as its value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(cell.value)
  }
}

extension Observed: Decodable where Value: Decodable {
  /// Decodes the value, which has no observers yet.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

// The compiler writes `decode` for every property, also where it would write `decodeIfPresent` if that was not wrapped.
extension KeyedDecodingContainer {
  /// An optional value may be missing.
  public func decode<Value: Decodable>(
    _ type: Observed<Value?>.Type, forKey key: Key
  ) throws -> Observed<Value?> {
    Observed(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// An optional value is left out where it is nil.
  public mutating func encode<Value: Encodable>(_ observed: Observed<Value?>, forKey key: Key) throws {
    try encodeIfPresent(observed.cell.value, forKey: key)
  }
}
