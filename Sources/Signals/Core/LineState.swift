/// The life of a ``Line`` as a pure value: one word, changed in single steps.
@usableFromInline
package struct LineState: Equatable, Sendable {
  @usableFromInline package var word: UInt

  @inlinable
  package init(word: UInt = 0) { self.word = word }

  /// The line hangs on a producer.
  @usableFromInline package static let connected: UInt = 1
  /// Cancelled or ended: nothing more goes through.
  @usableFromInline package static let closed: UInt = 2

  @inlinable package var isOpen: Bool { word & Self.closed == 0 }

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
