// The connections to upstream producers, which are informed of the number of joins downstream.

extension Producer {
  /// Creates a connection to an upstream producer, and adds it to the inputs.
  @usableFromInline
  package final func makeInput() -> Connection { unsafe makeInput(replacing: nil) }

  /// The same, in the place of an input that has ended and that only the list of inputs keeps alive.
  @usableFromInline
  final func makeInput(replacing ended: Unmanaged<Connection>?) -> Connection {
    lock.lock()
    let connection = Connection.make(depth: inputDepth.relaxed, trace: rareStateIfMade?.node?.makeTrace())
    // Released after the lock.
    var replaced: Connection?
    // A list that was taken meanwhile is empty, and `ended` may be gone.
    if let ended = unsafe ended, !inputs.isEmpty {
      let position = unsafe ended._withUnsafeGuaranteedRef { $0.inputPosition }
      connection.inputPosition = position
      var other = connection
      swap(&inputs[position], &other)
      replaced = other
    } else {
      connection.inputPosition = inputs.count
      inputs.append(connection)
    }
    lock.unlock()
    withExtendedLifetime(replaced) {}
    return connection
  }

  /// Removes a closed connection. This takes the same time for any number of inputs.
  @usableFromInline
  final func removeInput(_ connection: Connection) {
    lock.lock()
    remove(connection)
    lock.unlock()
  }

  /// Under the lock. The caller holds the connection, so the removal releases nothing.
  private final func remove(_ connection: Connection) {
    let index = connection.inputPosition
    guard index < inputs.count, inputs[index] === connection else { return }
    inputs.swapAt(index, inputs.count - 1)
    inputs[index].inputPosition = connection.inputPosition
    inputs.removeLast()
  }

  final var openInputs: [Connection] {
    lock.lock()
    defer { lock.unlock() }
    return inputs.filter(\.isOpen)
  }

  @usableFromInline
  final func takeInputs() -> ContiguousArray<Connection> {
    lock.lock()
    let taken = inputs
    inputs = []
    lock.unlock()
    return taken
  }

  /// Records `depth` joins downstream, and informs everything upstream (C10).
  ///
  /// A cycle in the graph has no depth, so the propagation stops at a producer that is already on the path. That
  /// producer keeps its depth.
  final func deepen(to depth: UInt) {
    guard let raised = raise(to: depth) else { return }
    // Recursion would overflow the stack in a deep graph, so the path is a list. A single producer needs no set.
    var way = ContiguousArray([raised])
    var producers: Set<ObjectIdentifier> = []
    while var last = way.popLast() {
      guard let connection = last.connections.popLast() else {
        producers.remove(ObjectIdentifier(last.producer))
        continue
      }
      let above = last.depth
      producers.insert(ObjectIdentifier(last.producer))
      way.append(last)
      guard let next = connection.raise(to: above), !producers.contains(ObjectIdentifier(next)),
        let raised = next.raise(to: above)
      else { continue }
      way.append(raised)
    }
  }

  private struct Raised {
    let producer: Producer
    var connections: ContiguousArray<Connection>
    let depth: UInt
  }

  /// Raises the depth of this producer only. Returns the connections to inform, or nil if the depth is unchanged.
  private final func raise(to depth: UInt) -> Raised? {
    let above = depth + (isJoin ? 1 : 0)
    lock.lock()
    let isDeeper = above > inputDepth.relaxed
    if isDeeper { inputDepth.store(above) }
    let connections = isDeeper ? inputs : []
    lock.unlock()
    guard isDeeper else { return nil }
    if isJoin { Turn.deepenings.add(1) }
    return connections.isEmpty ? nil : Raised(producer: self, connections: connections, depth: above)
  }
}
