/// A stream of values that ends at most once, with any number of subscribers.
///
/// A signal is a recipe (C2): a value that can be copied, stored and sent to other threads, and that does nothing until
/// it is subscribed to. Each subscription makes every operator anew, with state of its own.
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
/// Handlers and operator closures of one subscription never overlap, even if several threads send (C3). The
/// ``Endpoint`` that subscribing returns keeps the subscription alive.
public struct Signal<Value: Sendable>: Sendable {
  /// The subscribe closure: `attach` without the recording.
  @usableFromInline let recipe: @Sendable (_ downstream: Downstream<Value>, _ connection: Connection) -> Void
  /// The label of this signal's operator or source in the live graph; nil if the graph does not show it.
  @usableFromInline let info: NodeInfo?

  @inlinable
  package init(
    info: NodeInfo? = nil,
    attach: @escaping @Sendable (_ downstream: Downstream<Value>, _ connection: Connection) -> Void
  ) {
    recipe = attach
    self.info = info
  }

  /// Makes the operators of one subscription, from the bottom up, and attaches them to their source by `connection`.
  ///
  /// An operator's closure captures the whole signal upstream of it, and attaches it by this. So a recorded connection
  /// gets its nodes one by one, and any other runs the same code as if there were no recording.
  @inlinable
  @inline(__always)
  package func attach(_ downstream: Downstream<Value>, _ connection: Connection) {
    if let trace = connection.trace, let info {
      attachRecorded(recipe, downstream, connection, trace, info)
    } else {
      recipe(downstream, connection)
    }
  }

  /// The same, for an endpoint or a queue at the bottom of the synchronous operators. Both branches call the recipe
  /// directly, so an optimiser that sees the whole chain needs no closure for its last operator. The same in each
  /// operator of a long chain would be too much for the optimiser.
  @inlinable
  @inline(__always)
  package func attachBottom(_ downstream: Downstream<Value>, _ connection: Connection) {
    if _slowPath(connection.trace != nil), let trace = connection.trace, let info {
      recipe(downstream.labeled(info, by: trace), connection)
    } else {
      recipe(downstream, connection)
    }
  }
}

extension Signal: CustomStringConvertible {
  /// The type, and the operator or source with its place in the code: `Signal<Int>(map at App/Main.swift:4)`.
  public var description: String {
    guard let info else { return "\(Self.self)" }
    let place = info.place
    return "\(Self.self)(\(info.operation)\(info.isInternal ? "" : " at \(place.file):\(place.line)"))"
  }
}
