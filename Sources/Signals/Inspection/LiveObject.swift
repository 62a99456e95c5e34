/// That an object of the library is alive, kept by the object itself: so that tests can see that nothing is left of what
/// they have made (C8).
///
/// Counted in debug builds only. In others this is empty, and costs nothing.
@usableFromInline
package struct LiveObject: ~Copyable, Sendable {
  #if DEBUG
    private static let counted = AtomicWord(0)

    /// How many there are, if that is counted.
    package static var count: Int? { Int(bitPattern: counted.value) }

    @usableFromInline
    package init() { LiveObject.counted.add(1) }

    deinit { LiveObject.counted.add(-1) }
  #else
    package static var count: Int? { nil }

    @inlinable
    package init() {}
  #endif
}
