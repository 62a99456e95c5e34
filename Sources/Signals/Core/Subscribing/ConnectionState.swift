/// The state of a ``Connection`` as a pure value: one word that changes in atomic steps.
///
/// The word also holds the number of joins downstream (C10). So a thread that marks the connection connected and a
/// thread that records a deeper join cannot miss each other.
@usableFromInline
package struct ConnectionState: Equatable, Sendable {
  @usableFromInline package var word: UInt

  @inlinable
  package init(word: UInt = 0) { self.word = word }

  /// The connection leads to a producer.
  @usableFromInline package static let connected: UInt = 1
  /// The connection was cancelled or has ended: no further event passes.
  @usableFromInline package static let closed: UInt = 2

  /// The connection counts as a live subscription, from the beginning.
  static let counted: UInt = 4
  /// The operator below rejects every further event, including those that wait. Its owner sets and reads this.
  @usableFromInline static let dropped: UInt = 8

  /// The number of bits below the depth.
  @usableFromInline static let flagBits: UInt = 4

  @inlinable package var isOpen: Bool { word & Self.closed == 0 }

  /// The largest number of joins on any path downstream.
  @inlinable package var depth: UInt { word >> Self.flagBits }

  /// Records a deeper join downstream. Returns whether a producer upstream has to learn of it.
  package mutating func deepen(to depth: UInt) -> Bool {
    guard depth > self.depth else { return false }
    word = depth << Self.flagBits | word & (1 << Self.flagBits - 1)
    return word & Self.connected != 0
  }

  /// Marks the connection connected. Returns false if it was cancelled before that.
  @inlinable
  package mutating func connect() -> Bool {
    guard isOpen else { return false }
    word |= Self.connected
    return true
  }

  @usableFromInline
  package enum Closing: Equatable, Sendable {
    /// An earlier call closed the connection.
    case wasClosed
    /// There is no producer yet. The thread that is subscribing will find the connection closed.
    case unconnected
    /// The caller has to inform the producer.
    case connected
  }

  @inlinable
  package mutating func close() -> Closing {
    guard isOpen else { return .wasClosed }
    word |= Self.closed
    return word & Self.connected == 0 ? .unconnected : .connected
  }
}
