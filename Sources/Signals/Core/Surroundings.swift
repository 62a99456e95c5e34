/// What surrounds the work of a thread for a while: the turn to which every event belongs that begins its way on it then,
/// be it that of a transaction, or of an event for which an operator subscribes to something.
@usableFromInline
package struct Surroundings {
  /// The turn. Whoever put up the surroundings keeps it alive, and may change it.
  @usableFromInline var turn: Unmanaged<Turn>?
  /// What it was before.
  @usableFromInline let outerTurn: Unmanaged<Turn>?

  @inlinable
  init(_ turn: Unmanaged<Turn>?, outerTurn: Unmanaged<Turn>?) {
    self.turn = turn
    self.outerTurn = outerTurn
  }

  /// The turn that surrounds what this thread does.
  @inlinable
  package static var turn: Unmanaged<Turn>? { current?.pointee.turn }

  @usableFromInline
  static var current: UnsafeMutablePointer<Surroundings>? {
    ThreadMark.surroundings.value?.assumingMemoryBound(to: Surroundings.self)
  }

  /// Runs `body` with `turn` around it. What is put up is where `body` finds it for as long as it runs.
  @inlinable
  static func put<Answer, Failure>(
    up turn: Unmanaged<Turn>, around body: (UnsafeMutablePointer<Surroundings>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let mark = ThreadMark.surroundings
    let outer = mark.value
    var surroundings = Surroundings(turn, outerTurn: outer?.assumingMemoryBound(to: Surroundings.self).pointee.turn)
    return try withUnsafeMutablePointer(to: &surroundings) { pointer throws(Failure) in
      mark.value = UnsafeMutableRawPointer(pointer)
      defer { mark.value = outer }
      return try body(pointer)
    }
  }

  /// Runs `body` with `turn` around it, unless there is none.
  @inlinable
  package static func put(up turn: Turn?, around body: () -> Void) {
    guard let turn else { return body() }
    withExtendedLifetime(turn) { put(up: .passUnretained(turn)) { _ in body() } }
  }
}
