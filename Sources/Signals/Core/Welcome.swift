/// An audience of which each newcomer is given what there is to be had when it becomes an observer (C12): for a source
/// whose state is kept elsewhere.
// Unchecked, as every audience; nothing here ever changes.
package final class Welcome<Value: Sendable>: Audience<Value>, @unchecked Sendable {
  private let presence: Presence<Value>
  private let hasCome: @Sendable () -> Void
  private let hasLeft: @Sendable () -> Void

  /// - Parameters:
  ///   - present: what a newcomer is given, if anything. It is called by the hub's owner, as the others are.
  ///   - hasCome: called when the first observer has come.
  ///   - hasLeft: called when the last one has left, and at the end.
  package init(
    _ present: @escaping @Sendable () -> Value?, hasCome: @escaping @Sendable () -> Void = {},
    hasLeft: @escaping @Sendable () -> Void = {}
  ) {
    presence = Presence(present)
    self.hasCome = hasCome
    self.hasLeft = hasLeft
  }

  package override var memory: Memory<Value>? { presence }

  package override func came() { hasCome() }

  package override func left() -> Bool {
    hasLeft()
    return false
  }

  package override func ended() { hasLeft() }
}

/// A memory that keeps nothing and looks instead.
private final class Presence<Value: Sendable>: Memory<Value>, @unchecked Sendable {
  private let present: @Sendable () -> Value?

  init(_ present: @escaping @Sendable () -> Value?) {
    self.present = present
    super.init(.newest(1))
  }

  override func recall(_ give: (Value) -> Bool) {
    if let value = present() { _ = give(value) }
  }
}
