/// A reference to an object that is created when a thread needs it for the first time. It is never replaced.
// Unchecked, because the word changes once, in one atomic step.
@usableFromInline
package struct LazyReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  @usableFromInline let reference = UntypedLazyReference()

  @inlinable
  package init() {}

  /// The object, if it was created. It lives as long as this.
  @inlinable
  package var ifMade: Unmanaged<Object>? { unsafe reference.ifMade(as: Object.self) }

  /// The object, which `make` creates if there is none. If two threads do so at once, one of the objects is released.
  package func object(madeBy make: () -> Object) -> Object { reference.object(madeBy: make) }
}

/// The same, for an owner that would look up the type of the object at run time, whenever it is released.
// Unchecked, because the word changes once, in one atomic step.
@usableFromInline
package struct UntypedLazyReference: ~Copyable, @unchecked Sendable {
  @usableFromInline let word = AtomicWord(0)

  @inlinable
  package init() {}

  @inlinable
  deinit {
    if let made = unsafe UnsafeRawPointer(bitPattern: word.value) {
      unsafe Unmanaged<AnyObject>.fromOpaque(made).release()
    }
  }

  /// The object, if it was created. It lives as long as this.
  @inlinable
  package func ifMade<Object: AnyObject>(as type: Object.Type) -> Unmanaged<Object>? {
    // Not by `map`, for which code that doesn't know the type would look it up at run time.
    guard let made = unsafe UnsafeRawPointer(bitPattern: word.value) else { return nil }
    return unsafe .fromOpaque(made)
  }

  /// The object, which `make` creates if there is none. If two threads do so at once, one of the objects is released.
  package func object<Object: AnyObject>(madeBy make: () -> Object) -> Object {
    if let made = unsafe ifMade(as: Object.self) { return unsafe made.takeUnretainedValue() }
    let new = unsafe Unmanaged.passRetained(make())
    if unsafe !word.replace(0, by: UInt(bitPattern: new.toOpaque())) { unsafe new.release() }
    return unsafe ifMade(as: Object.self).unsafelyUnwrapped.takeUnretainedValue()
  }
}
