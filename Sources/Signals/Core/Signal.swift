/// A stream of values that ends at most once, and that anybody may subscribe to.
///
/// A signal is a recipe (C2): a value that can be copied, stored and sent to other threads, and that does nothing until
/// somebody subscribes. Then every operator in it is made anew, with state of its own.
///
/// ```swift
/// let celsius = SignalInput<Double>()
/// let endpoint = celsius.signal
///   .map { $0 * 9 / 5 + 32 }
///   .filter { $0 > 100 }
///   .subscribeValues { print("hot:", $0) }
/// celsius.send(40)  // prints "hot: 104.0" before it returns
/// ```
///
/// Handlers and operator closures of one subscription never overlap, whatever threads send (C3). The ``Endpoint`` that
/// subscribing returns is what keeps the subscription alive.
public struct Signal<Value: Sendable>: Sendable {
  /// Makes the operators of one subscription, from the bottom up, and hangs them on their source by `line`.
  @usableFromInline package let attach: @Sendable (_ downstream: Downstream<Value>, _ line: Line) -> Void

  @inlinable
  package init(attach: @escaping @Sendable (_ downstream: Downstream<Value>, _ line: Line) -> Void) {
    self.attach = attach
  }
}
