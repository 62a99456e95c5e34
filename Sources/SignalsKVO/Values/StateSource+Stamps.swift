// What bindings want to know of the changes of a state.
extension StateSource {
  /// Where the last change came from, if a binding wanted to know.
  @inlinable var newestStamp: Stamp { Stamp(word: newestCause.relaxed) }

  /// Under the lock of the state.
  @inlinable
  func note(_ stamp: Stamp) { newestCause.store(stamp.word) }

  /// Marks all dependents of a state with a hub. Under the lock of the state.
  @inlinable
  func changed(isOwner: Bool, by stamp: Stamp) { changed(isOwner: isOwner, for: stamp.word) }
}
