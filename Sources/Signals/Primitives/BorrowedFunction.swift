/// A stored closure that is called without being retained.
///
/// Swift retains the context of a closure that it loads from an object before it calls it, which costs two atomic steps
/// a call. A noncopyable value can't be loaded, only borrowed in place, so its call retains nothing. This is safe as
/// long as nothing replaces the function during a call; exclusivity checks enforce that where they are enabled, and the
/// owner of the object ensures it elsewhere.
@usableFromInline
package struct BorrowedFunction<First, Second>: ~Copyable {
  @usableFromInline let body: (First, Second) -> Void

  @inlinable
  package init(_ body: @escaping (First, Second) -> Void) { self.body = body }

  @inlinable
  package borrowing func callAsFunction(_ first: First, _ second: Second) { body(first, second) }
}

/// The same, for a closure that compares.
@usableFromInline
package struct BorrowedComparison<Value>: ~Copyable {
  @usableFromInline let body: (Value, Value) -> Bool

  @inlinable
  package init(_ body: @escaping (Value, Value) -> Bool) { self.body = body }

  @inlinable
  package borrowing func callAsFunction(_ one: Value, _ other: Value) -> Bool { body(one, other) }
}

/// The same, for a closure that only returns something.
@usableFromInline
package struct BorrowedProducer<Answer>: ~Copyable {
  @usableFromInline let body: () -> Answer

  @inlinable
  package init(_ body: @escaping () -> Answer) { self.body = body }

  // Transparent, so that it takes no stack in debug builds either, where closures of derived values are nested.
  @_transparent
  @usableFromInline
  package borrowing func callAsFunction() -> Answer { body() }
}

/// The same, for a closure without arguments and result. The generic form would wrap it.
@usableFromInline
package struct BorrowedAction: ~Copyable {
  @usableFromInline let body: () -> Void

  @inlinable
  package init(_ body: @escaping () -> Void) { self.body = body }

  @inlinable
  package borrowing func callAsFunction() { body() }
}
