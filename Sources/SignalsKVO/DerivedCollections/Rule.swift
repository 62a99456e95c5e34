internal import Signals

/// The instruction of a derived collection, such as its predicate, which may follow from an observable value.
final class Rule<Content> {
  private var known: Content?
  /// The number of this content.
  private(set) var number: UInt = 0
  private let read: () -> (content: Content, number: UInt)

  /// Creates a rule that never changes.
  init(_ content: Content) {
    known = content
    read = { (content, 0) }
  }

  /// Creates a rule that is made anew for each value.
  init<Value: Sendable>(_ value: ObservableValue<Value>, _ make: @escaping @Sendable (Value) -> Content) {
    let counter = Guarded<UInt>(0)
    let isSame = equalityIfEquatable(Value.self)
    // The closure runs once for each change of the value, and the number tells that it has.
    let numbered = Derived(
      .unplaced(.operator, "Derived"), isSame: { one, other in isSame?(one.value, other.value) ?? false }
    ) {
      let value = value.value
      let number = counter.change { count in
        count += 1
        return count
      }
      return (value: value, number: number)
    }
    read = {
      let current = numbered.value
      return (make(current.value), current.number)
    }
  }

  /// The content as it was followed last.
  var content: Content {
    guard let known else { preconditionFailure("A rule is followed before it is used.") }
    return known
  }

  /// Reads the value. It becomes an input of the computation that is running. Returns whether the rule has changed since it was used.
  func follow() -> Bool {
    let (content, number) = read()
    if number == self.number { return false }
    let isFirst = known == nil
    if let known { releaseLater(known) }
    (known, self.number) = (content, number)
    return !isFirst
  }

  /// The content at present, for a computation from scratch.
  var current: Content { read().content }
}
