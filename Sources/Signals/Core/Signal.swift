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
  /// What `attach` does, but for recording it.
  @usableFromInline let recipe: @Sendable (_ downstream: Downstream<Value>, _ line: Line) -> Void
  /// As what its uppermost part is seen where the graph is recorded.
  @usableFromInline let making: Making?

  @inlinable
  package init(
    seenAs making: Making? = nil, attach: @escaping @Sendable (_ downstream: Downstream<Value>, _ line: Line) -> Void
  ) {
    recipe = attach
    self.making = making
  }

  /// Makes the operators of one subscription, from the bottom up, and hangs them on their source by `line`.
  ///
  /// What is upstream of an operator is kept whole in its closure and attached by this, so that a recorded line gets its
  /// nodes on the way, and any other takes the very way that there would be without recording.
  @inlinable
  @inline(__always)
  package func attach(_ downstream: Downstream<Value>, _ line: Line) {
    if let trace = line.trace, let making {
      attachSeen(recipe, downstream, line, trace, making)
    } else {
      recipe(downstream, line)
    }
  }

  /// The same, where the bottom of the synchronous operators is an endpoint or a queue. Both ways call the recipe
  /// directly, so that an optimiser that sees the whole chain needs no closure for its last operator. In each of many
  /// operators that would be too much for it.
  @inlinable
  @inline(__always)
  package func attachBottom(_ downstream: Downstream<Value>, _ line: Line) {
    if _slowPath(line.trace != nil), let trace = line.trace, let making {
      recipe(downstream.seen(as: making, by: trace), line)
    } else {
      recipe(downstream, line)
    }
  }
}
