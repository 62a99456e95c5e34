/// A pointer to a value that is there for as long as the pointer is used.
///
/// The caller of `init` guarantees that: the value lies on the stack around all uses, or in memory that is freed when no list and
/// no thread refers to it any more, or never.
@safe
@frozen
@usableFromInline
package struct LivePointer<Value: ~Copyable> {
  @usableFromInline package let address: UnsafeMutablePointer<Value>

  @unsafe
  @inlinable
  @inline(__always)
  package init(_ address: UnsafeMutablePointer<Value>) { unsafe self.address = address }

  @inlinable package var pointee: Value {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(address) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe address }
  }
}

extension LivePointer: Equatable where Value: ~Copyable {
  @inlinable
  @inline(__always)
  package static func == (one: LivePointer, other: LivePointer) -> Bool { unsafe one.address == other.address }
}
