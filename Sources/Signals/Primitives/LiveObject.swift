/// A token that counts the live objects of the library. Each object stores one, so tests can check that all of their
/// objects are released (C8).
///
/// Only debug builds count. In other builds the token is empty and costs nothing.
@usableFromInline
package struct LiveObject: ~Copyable, Sendable {
  #if DEBUG
    private static let counted = AtomicWord(0)

    /// The number of live objects; nil if they are not counted.
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
