// The labels that signals and hubs have in the live graph (C16). For a subscription that is not recorded, they cost one
// check of the connection per operator, and nothing per value.

extension Signal {
  /// Shows this signal as one node, made at the given place, instead of the node that it had.
  ///
  /// The operators inside a composed operator of the library stay invisible, since their place is in the library's
  /// sources. A composed operator is therefore shown once, under its own name.
  @inlinable
  @inline(__always)
  package func labeled(
    _ operation: StaticString, _ file: StaticString, _ line: UInt, kind: NodeInfo.Kind = .operator
  ) -> Signal {
    Signal(info: NodeInfo(kind, operation, file, line), attach: recipe)
  }

  /// Shows this signal, which a hub emits through invisible steps, as the node of that hub.
  @usableFromInline
  package func labeled(_ info: NodeInfo, at hub: Producer) -> Signal {
    Signal { downstream, connection in
      attach(downstream.labeled(info, at: hub, for: connection), connection)
    }
  }
}

// A separate, opaque function, so that the optimiser fuses the unrecorded path as if it were the only one.
@usableFromInline
@inline(never)
func attachRecorded<Value>(
  _ recipe: (Downstream<Value>, Connection) -> Void, _ downstream: Downstream<Value>, _ connection: Connection,
  _ trace: ConnectionTrace, _ info: NodeInfo
) { recipe(downstream.labeled(info, by: trace), connection) }

extension Downstream {
  /// The same downstream, below the node of a hub if the connection is recorded.
  @inlinable
  package func labeled(_ info: NodeInfo, at hub: Producer, for connection: Connection) -> Downstream {
    guard let trace = connection.trace else { return self }
    return labeled(info, at: hub, by: trace)
  }

  @usableFromInline
  @inline(never)
  func labeled(_ info: NodeInfo, at hub: Producer, by trace: ConnectionTrace) -> Downstream {
    trace.add(hub.node(info: info, by: trace.recorder), above: self)
  }

  /// The same downstream, with the values that pass to it counted.
  @usableFromInline
  func labeled(_ info: NodeInfo, by trace: ConnectionTrace) -> Downstream {
    guard !info.isInternal else { return self }
    return trace.add(trace.recorder.makeNode(info, queue: nil), above: self)
  }
}

extension Hub {
  /// Adds an observer below the node of this hub, which all observers share.
  @usableFromInline
  @inline(never)
  package func add(
    _ downstream: Downstream<Value>, _ connection: Connection, for lifecycle: (any HubLifecycle<Value>)? = nil,
    info: NodeInfo
  ) {
    guard let trace = connection.trace else { return add(downstream, connection, for: lifecycle) }
    add(trace.add(node(info: info, by: trace.recorder), above: downstream), connection, for: lifecycle)
  }

  /// Notes where this hub was made, if the graph is recorded at this moment.
  @usableFromInline
  @inline(never)
  package func note(_ info: NodeInfo) {
    if let recorder = CurrentRecorder.current { _ = node(info: info, by: recorder) }
  }
}
