/// A note that a handler has been called, which tells an object that was used from one that was released by mistake.
///
/// Only debug builds keep it. In other builds it is empty and costs nothing.
@usableFromInline
package struct DeliveryNote: ~Copyable, Sendable {
  #if DEBUG
    @usableFromInline let word = AtomicWord(0)
  #endif

  @inlinable
  package init() {}

  /// Notes a call.
  @inlinable
  @inline(__always)
  package func set() {
    #if DEBUG
      word.store(1)
    #endif
  }

  #if DEBUG
    /// Forgets the calls so far.
    package func clear() { word.store(0) }

    package var isSet: Bool { word.value != 0 }
  #endif
}
