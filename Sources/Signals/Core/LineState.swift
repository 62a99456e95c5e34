/// The life of a ``Line`` as a pure value: one word, changed in single steps.
///
/// The word also says how many joins lie below (C10), so that whoever connects the line and whoever learns of a deeper
/// join can't miss each other.
@usableFromInline
package struct LineState: Equatable, Sendable {
  @usableFromInline package var word: UInt

  @inlinable
  package init(word: UInt = 0) { self.word = word }

  /// The line hangs on a producer.
  @usableFromInline package static let connected: UInt = 1
  /// Cancelled or ended: nothing more goes through.
  @usableFromInline package static let closed: UInt = 2

  /// The bits below the depth.
  @usableFromInline static let flagBits: UInt = 2

  @inlinable package var isOpen: Bool { word & Self.closed == 0 }

  /// How many joins lie between here and the end of the way down, where that is most.
  @inlinable package var depth: UInt { word >> Self.flagBits }

  /// Learns of a deeper join below. Returns whether a producer above has to hear of it.
  package mutating func deepen(to depth: UInt) -> Bool {
    guard depth > self.depth else { return false }
    word = depth << Self.flagBits | word & (1 << Self.flagBits - 1)
    return word & Self.connected != 0
  }

  /// Whether the producer may begin. Not when the line was cancelled before it got that far.
  @inlinable
  package mutating func connect() -> Bool {
    guard isOpen else { return false }
    word |= Self.connected
    return true
  }

  @usableFromInline
  package enum Closing: Equatable, Sendable {
    /// Somebody else closed it first.
    case wasClosed
    /// There is nothing above yet; what is on its way there will find the line closed.
    case unconnected
    /// The caller tells the producer.
    case connected
  }

  @inlinable
  package mutating func close() -> Closing {
    guard isOpen else { return .wasClosed }
    word |= Self.closed
    return word & Self.connected == 0 ? .unconnected : .connected
  }
}
