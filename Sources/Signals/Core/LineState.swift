/// The life of a ``Line`` as a pure value: one word, changed in single steps.
@usableFromInline
package struct LineState: Equatable, Sendable {
  @usableFromInline package var word: UInt

  @inlinable
  package init(word: UInt = 0) { self.word = word }

  /// The subscribing call is still under way, and may be calling the handler with values that were there already.
  @usableFromInline package static let starting: UInt = 1
  /// The line hangs on a producer.
  @usableFromInline package static let connected: UInt = 2
  /// Cancelled or ended: nothing more goes through.
  @usableFromInline package static let closed: UInt = 4
  /// Somebody waits for the subscribing call to return.
  @usableFromInline package static let awaited: UInt = 8

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

  /// Whether the caller has to wait for the subscribing call.
  @inlinable
  package mutating func waitForStart() -> Bool {
    guard word & Self.starting != 0 else { return false }
    word |= Self.awaited
    return true
  }

  /// The subscribing call returns. Whether somebody waits for that.
  @inlinable
  package mutating func start() -> Bool {
    let isAwaited = word & Self.awaited != 0
    word &= ~(Self.starting | Self.awaited)
    return isAwaited
  }
}
