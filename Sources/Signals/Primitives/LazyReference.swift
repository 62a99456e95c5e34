/// A reference to an object that is created when a thread needs it for the first time. It is never replaced.
// Unchecked, because the word changes once, in one atomic step.
@usableFromInline
package struct LazyReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  @usableFromInline let word = AtomicWord(0)

  @inlinable
  package init() {}

  // Inlined and independent of the type: otherwise the owner of a reference would look the type up at run time.
  @inlinable
  deinit { if let made = UnsafeRawPointer(bitPattern: word.value) { Unmanaged<AnyObject>.fromOpaque(made).release() } }

  /// The object, if it was created. It lives as long as this.
  @inlinable
  package var ifMade: Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: word.value).map { Unmanaged.fromOpaque($0) }
  }

  /// The object, which `make` creates if there is none. If two threads do so at once, one of the objects is released.
  package func object(madeBy make: () -> Object) -> Object {
    if let ifMade { return ifMade.takeUnretainedValue() }
    let new = Unmanaged.passRetained(make())
    if !word.replace(0, by: UInt(bitPattern: new.toOpaque())) { new.release() }
    return ifMade.unsafelyUnwrapped.takeUnretainedValue()
  }
}
