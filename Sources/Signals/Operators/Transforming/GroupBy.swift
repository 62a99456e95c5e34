extension Signal {
  /// Divides the values by what `key` makes of them: a signal for each key, which is passed on with the key when its first
  /// value comes.
  ///
  /// ![A marble diagram of groupBy](groupBy)
  ///
  /// A group's signal passes its values on as they come and keeps none. Whoever subscribes within the handler that gets it
  /// has all of them, from the first one on; who comes later starts with the next. When this signal ends, or `key` throws,
  /// all groups end like that, in the order in which they came, and then the result.
  ///
  /// This signal is listened to until it ends, or nobody wants anything more: neither the result nor any group. So groups
  /// that are subscribed to go on when the result has been cancelled; no new ones are made then. A group that nobody
  /// subscribes to stays there for whoever does later. After all is over, groups finish at once.
  ///
  /// ```swift
  /// let totals = orders.groupBy { $0.customer }.map { customer, orders in
  ///   orders.scan(0) { $0 + $1.amount }.map { (customer, $0) }
  /// }
  /// ```
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) throws -> Key, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<(key: Key, signal: Signal<Value>)> {
    let making = Making(.operator, "groupBy", file, line)
    return Signal<(key: Key, signal: Signal<Value>)> { downstream, line in
      let grouping = Grouping(key, downstream, line, making)
      let input = grouping.makeInput()
      guard line.connect(to: grouping) else { return }
      attach(
        Downstream(receiver: GroupingInput(grouping, input)) { value, receiver in
          let input = unsafeDowncast(receiver, to: GroupingInput<Key, Value>.self)
          _ = input.grouping.bring(.value(value), by: input.line)
        },
        input)
    }.seen(as: "groupBy", file, line)
  }
}

/// One subscription of a grouped signal, with any number of groups below it beside the subscriber.
// Unchecked, as all of its family: see ``Producer``.
private final class Grouping<Key: Hashable & Sendable, Value: Sendable>: Serialiser<Event<Value>>, @unchecked Sendable {
  // All of it is the owner's.
  @exclusivity(unchecked) private var below: Observer<(key: Key, signal: Signal<Value>)>
  /// What makes the keys; nil when all is over.
  @exclusivity(unchecked) private var key: (@Sendable (Value) throws -> Key)?
  @exclusivity(unchecked) private var groups: [Group<Value>] = []
  @exclusivity(unchecked) private var places: [Key: Int] = [:]
  /// How many groups somebody listens to.
  @exclusivity(unchecked) private var wanted = 0
  private let making: Making

  init(
    _ key: @escaping @Sendable (Value) throws -> Key, _ downstream: Downstream<(key: Key, signal: Signal<Value>)>,
    _ line: Line, _ making: Making
  ) {
    self.key = key
    self.making = making
    below = Observer(downstream, line)
    super.init(executor: .inline, depth: line.depth)
    if let trace = line.trace { show(on: trace) }
  }

  // MARK: - What comes in

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
    guard !below.isVacant, below.line.isOpen else { return }
    let group = Group<Value>(from: self, making) { [self] change in
      asOwner { [self] in
        wanted += change
        closeIfUnwanted()
      }
    }
    places[key] = groups.count
    groups.append(group)
    do { try below.observe((key, group.signal)) } catch { takeBelow().downstream.end(.failed(error)) }
    group.pass(value)
  }

  private func finish(_ end: End) {
    let gone = takeBelow()
    close(with: end)
    gone.downstream.end(end)
  }

  // MARK: - The end of it

  override func detach(_ line: Line) {
    let thread = currentThread()
    guard tryOwn(thread) else {
      return asOwner { [self] in _ = leaveBelow(line) }
    }
    let gone = leaveBelow(line)
    leave(thread)
    // Here the closures of the user are released: on the thread that cancelled, with nothing held.
    _ = gone
  }

  /// The subscriber has gone. (A group's line comes here too; what that changes is told by the group.)
  private func leaveBelow(_ line: Line) -> Observer<(key: Key, signal: Signal<Value>)>? {
    guard line === below.line else { return nil }
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
    for line in takeInputs() { line.cancel() }
    for group in groups { group.end(end) }
    _ = takeBacklog()
    _ = (key, places)
  }
}

private final class GroupingInput<Key: Hashable & Sendable, Value: Sendable>: Receiver {
  let grouping: Grouping<Key, Value>
  let line: Line

  init(_ grouping: Grouping<Key, Value>, _ line: Line) {
    self.grouping = grouping
    self.line = line
  }

  override func receive(_ end: End) {
    if line.cancel() { _ = grouping.bring(.end(end), by: line) }
  }
}

/// One group: a hub that is fed by the grouping.
// Unchecked, as every audience: what it keeps belongs to an owner.
private final class Group<Value: Sendable>: Audience<Value>, @unchecked Sendable {
  private let hub = Hub<Value>(executor: .inline)
  /// Leads up to the grouping, so that turns and joins find their way through it (C10).
  private let line: Line
  private let making: Making
  /// Tells the grouping whether there is one more group that is wanted, or one less.
  private let tell: @Sendable (Int) -> Void

  init(from grouping: Producer, _ making: Making, _ tell: @escaping @Sendable (Int) -> Void) {
    self.making = making
    self.tell = tell
    line = hub.makeInput()
    hub.show(like: grouping)
    _ = line.connect(to: grouping)
  }

  var signal: Signal<Value> {
    Signal { [self] downstream, line in hub.add(downstream, line, for: self, seenAs: making) }
  }

  func pass(_ value: Value) { hub.pass(value, by: line) }

  func end(_ end: End) { hub.pass(end, by: line) }

  override func came() { tell(1) }

  override func left() -> Bool {
    tell(-1)
    return false
  }
}
