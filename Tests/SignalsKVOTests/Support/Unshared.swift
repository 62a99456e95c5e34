/// Carries a value into a closure that may be called on any thread.
// Unchecked: the tests use the value only in its own isolation.
struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
