/// Decodes the bytes from a terminal into keys.
///
/// The bytes of one key may arrive in several chunks, so an incomplete sequence is kept until the next chunk. An escape
/// byte is ambiguous: it is the escape key or the beginning of a sequence. A terminal sends a sequence without a pause,
/// so a pause after the byte means the key.
package struct KeyDecoder: Sendable {
  package enum Input: Equatable, Sendable {
    case bytes([UInt8])
    /// A pause in the input.
    case silence
  }

  private var rest: [UInt8] = []

  package init() {}

  package mutating func decode(_ input: Input) -> [Key] {
    switch input {
    case .bytes(let bytes):
      rest += bytes
      return complete()
    case .silence:
      guard rest == [Byte.escape] else { return [] }
      rest = []
      return [.escape]
    }
  }

  private mutating func complete() -> [Key] {
    var keys: [Key] = []
    var remaining = rest[...]
    while let (key, length) = Self.first(of: remaining) {
      if let key { keys.append(key) }
      remaining = remaining.dropFirst(length)
    }
    rest = Array(remaining)
    return keys
  }
}

// MARK: - One key

/// Bytes with a special meaning.
private enum Byte {
  static let escape: UInt8 = 0x1b
  static let delete: UInt8 = 0x7f
}

extension KeyDecoder {
  /// A key and its number of bytes. The key is nil for input without a use here.
  private typealias Found = (key: Key?, length: Int)

  // The sequences of real keys are shorter: a longer one has lost its last byte.
  private static let longestSequence = 32

  private static func first(of bytes: ArraySlice<UInt8>) -> Found? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case Byte.escape: return escaped(bytes.dropFirst())
    case 0x09: return (.tab, 1)
    case 0x0a, 0x0d: return (.enter, 1)
    case 0x08, Byte.delete: return (.backspace, 1)
    case 0x01...0x1a: return (.control(Character(Unicode.Scalar(byte + 0x60))), 1)
    case 0..<0x20: return (nil, 1)
    default: return character(bytes)
    }
  }

  private static func character(_ bytes: ArraySlice<UInt8>) -> Found? {
    guard let byte = bytes.first else { return nil }
    let length =
      switch byte {
      case ..<0x80: 1
      case 0xc2...0xdf: 2
      case 0xe0...0xef: 3
      case 0xf0...0xf4: 4
      default: 0
      }
    let sequence = bytes.prefix(length)
    // Invalid UTF-8 is skipped byte by byte, so that decoding resumes at the next valid character.
    guard length > 0, sequence.dropFirst().allSatisfy({ $0 & 0xc0 == 0x80 }) else { return (nil, 1) }
    guard sequence.count == length else { return nil }
    guard let text = String(validating: sequence, as: UTF8.self), let character = text.first else { return (nil, 1) }
    // The C1 control characters, which have two bytes.
    return (character.isControl ? nil : .character(character), length)
  }

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> Found? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case Byte.escape: return (.escape, 1)
    case UInt8(ascii: "["): return sequence(bytes.dropFirst())
    case UInt8(ascii: "O"):
      guard let name = bytes.dropFirst().first else { return nil }
      return (named(name), 3)
    default:
      // The alt key and another key.
      guard let (_, length) = first(of: bytes) else { return nil }
      return (nil, 1 + length)
    }
  }

  /// - Parameter bytes: the bytes after the two that begin a sequence: its parameters, and its final letter.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Found? {
    let parameters = bytes.prefix { 0x20...0x3f ~= $0 }
    guard parameters.count < longestSequence else { return (nil, 2 + parameters.count) }
    guard let name = bytes.dropFirst(parameters.count).first else { return nil }
    // This byte can't end the sequence, so it belongs to the next key.
    guard 0x40...0x7e ~= name else { return (nil, 2 + parameters.count) }
    let length = 3 + parameters.count
    guard name == UInt8(ascii: "~") else { return (named(name), length) }
    switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
    case "1", "7": return (.home, length)
    case "4", "8": return (.end, length)
    case "3": return (.delete, length)
    default: return (nil, length)
    }
  }

  private static func named(_ name: UInt8) -> Key? {
    switch Unicode.Scalar(name) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "Z": .backTab
    case "M": .enter
    default: nil
    }
  }
}
