extension SignalConvertible where Value: Sendable {
  /// Divides the values by the key that `key` returns, and emits, with the first value of each key, that key and a
  /// signal of its values.
  ///
  /// ![A marble diagram of groupBy](groupBy)
  ///
  /// The signal of a group emits values as they arrive and keeps none. A subscriber that subscribes within the handler
  /// that receives the group gets all of its values, from the first one on; a later subscriber starts with the next
  /// value. When this signal ends, or `key` throws, all groups end in the same way, in the order of their creation, and
  /// then the result does.
  ///
  /// The subscription to this signal lasts until this signal ends, or until neither the result nor any group has a
  /// subscriber. So a group with subscribers continues after the result has been cancelled, but no new groups are
  /// created then. A group without subscribers remains available to later subscribers. Once the subscription to this
  /// signal is over, groups finish at once.
  ///
  /// ```swift
  /// let totals = orders.groupBy { $0.customer }.map { customer, orders in
  ///   orders.scan(0) { $0 + $1.amount }.map { (customer, $0) }
  /// }
  /// ```
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) throws -> Key, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(key: Key, signal: Signal<Value>)> {
    let info = NodeInfo(.operator, "groupBy", file, line)
    return Signal<(key: Key, signal: Signal<Value>)> { [signal] downstream, connection in
      let grouping = Grouping(key, downstream, connection, info)
      let input = grouping.makeInput()
      guard connection.connect(to: grouping) else { return }
      signal.attach(
        Downstream(receiver: GroupingInput(grouping, input)) { value, receiver in
          let input = unsafe unsafeDowncast(receiver, to: GroupingInput<Key, Value>.self)
          _ = input.grouping.submit(.value(value), by: input.connection)
        },
        input)
    }.labeled("groupBy", file, line)
  }
}

/// One subscription of a grouped signal: its subscriber, and any number of groups beside it.
// Unchecked, like all producers: see ``Producer``.
private final class Grouping<Key: Hashable & Sendable, Value: Sendable>: Serialiser<Event<Value>>, @unchecked Sendable {
  // All of this belongs to the owner.
  @safe @exclusivity(unchecked) private var below: Observer<(key: Key, signal: Signal<Value>)>
  /// The function that returns the key of a value; nil once the grouping is over.
  @safe @exclusivity(unchecked) private var key: (@Sendable (Value) throws -> Key)?
  @safe @exclusivity(unchecked) private var groups: [Subsignal<Value>] = []
  @safe @exclusivity(unchecked) private var places: [Key: Int] = [:]
  /// The number of groups with subscribers.
  @safe @exclusivity(unchecked) private var wanted = 0
  private let info: NodeInfo

  init(
    _ key: @escaping @Sendable (Value) throws -> Key, _ downstream: Downstream<(key: Key, signal: Signal<Value>)>,
    _ connection: Connection, _ info: NodeInfo
  ) {
    self.key = key
    self.info = info
    below = Observer(downstream, connection)
    super.init(executor: .inline, depth: connection.depth)
    if let trace = connection.trace { record(on: trace) }
  }

  // MARK: - Incoming events

  override func receive(_ event: Event<Value>) {
    guard let key else { return }
    switch event {
    case .value(let value):
      do { try pass(value, key: key(value)) } catch { finish(.failed(error)) }
    case .end(let end): finish(end)
    }
  }

  private func pass(_ value: Value, key: Key) {
    if let place = places[key] { return groups[place].pass(value) }
    guard !below.isVacant, below.connection.isOpen else { return }
    let group = Subsignal<Value>(from: self, info) { [self] change in
      asOwner { [self] in
        wanted += change
        closeIfUnwanted()
      }
    }
    places[key] = groups.count
    groups.append(group)
    do {
      try below.observe((key, group.signal))
    } catch {
      takeBelow().downstream.end(.failed(error))
      closeIfUnwanted()
    }
    group.pass(value)
  }

  private func finish(_ end: End) {
    let gone = takeBelow()
    close(with: end)
    gone.downstream.end(end)
  }

  // MARK: - The end

  override func detach(_ connection: Connection) {
    let thread = currentThread()
    guard tryOwn(thread) else {
      return asOwner { [self] in _ = leaveBelow(connection) }
    }
    let gone = leaveBelow(connection)
    leave(thread)
    // User closures are released here: on the cancelling thread, without ownership and without a lock.
    _ = gone
  }

  /// Removes the subscriber. The connection of a group arrives here too; the group itself reports its change.
  private func leaveBelow(_ connection: Connection) -> Observer<(key: Key, signal: Signal<Value>)>? {
    guard connection === below.connection else { return nil }
    let gone = takeBelow()
    closeIfUnwanted()
    return gone
  }

  private func takeBelow() -> Observer<(key: Key, signal: Signal<Value>)> {
    var gone = Observer<(key: Key, signal: Signal<Value>)>.vacant()
    swap(&gone, &below)
    return gone
  }

  private func closeIfUnwanted() {
    if below.isVacant, wanted == 0, key != nil { close(with: .finished) }
  }

  private func close(with end: End) {
    let (key, groups, places) = (key, groups, places)
    self.key = nil
    self.groups = []
    self.places = [:]
    for connection in takeInputs() { connection.cancel() }
    for group in groups { group.end(end) }
    _ = takeBacklog()
    _ = (key, places)
  }
}

private final class GroupingInput<Key: Hashable & Sendable, Value: Sendable>: Receiver {
  let grouping: Grouping<Key, Value>
  let connection: Connection

  init(_ grouping: Grouping<Key, Value>, _ connection: Connection) {
    self.grouping = grouping
    self.connection = connection
  }

  override func receive(_ end: End) {
    if connection.cancel() { _ = grouping.submit(.end(end), by: connection) }
  }
}
