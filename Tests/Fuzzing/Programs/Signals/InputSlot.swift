import Signals

/// An input, and the expected fate of the values that were sent there.
// Unchecked for the same reason as the world.
final class InputSlot: @unchecked Sendable {
  let name: String
  private(set) var input: SignalInput<Item>?
  let isOnQueue: Bool
  /// The values that it has accepted, in the order of the sends.
  private var accepted: [Int] = []
  /// On a queue, values that handlers send go before waiting ones (C4). So there the order of the witness counts.
  private var told: [Int] = []
  private var places: [Int: Int] = [:]
  /// The last value of those sent outside of all handlers that was delivered.
  private var lastFromOutside = -1
  private var sentInHandlers: Set<Int> = []
  /// The values waiting on a queue that the end of a handler may have preceded, so that they never arrive (C5).
  private var overtaken: Set<Int> = []
  private(set) var end: ModelEnd?
  /// How many sends are under way on the stack.
  private var sending = 0
  /// How many events have begun their way, as far as that is known.
  private var begun: Int?
  private var witness: Endpoint?
  /// Which event a direct observer was given last, and the how manieth observer that was.
  private var lastCall = (place: -1, ordinal: -1)
  /// How many have observed this directly.
  var directObservers = 0

  /// - Parameter isWitnessed: whether an observer is there from the beginning that knows which event is under way.
  init(_ name: String, _ input: SignalInput<Item>, isOnQueue: Bool, isWitnessed: Bool, in world: World) {
    self.name = name
    self.input = input
    self.isOnQueue = isOnQueue
    guard isWitnessed || isOnQueue else { return }
    begun = 0
    witness = input.signal.subscribeValues { [weak self, weak world] item in
      if let world { self?.begin(item, in: world) }
    }
  }

  /// An event begins its way.
  private func begin(_ item: Item, in world: World) {
    places[item.place] = told.count
    told.append(item.number)
    begun = told.count
    guard !sentInHandlers.contains(item.place) else { return }
    if item.place < lastFromOutside { world.breach("C4: \(name) told \(item.number) after what was sent later") }
    lastFromOutside = item.place
  }

  /// The values that its observers have to receive, in order, when no work is pending.
  var order: [Int] { isOnQueue ? told : accepted }

  /// Each value that was accepted came once.
  func checkAtRest(in world: World) {
    let missing = accepted.indices.filter { places[$0] == nil && !overtaken.contains($0) }
    if witness != nil, !missing.isEmpty || told.count != places.count {
      world.breach("C4: \(name) accepted \(accepted) and told \(told)")
    }
  }

  /// With which event a subscription that is made now begins; nil if that isn't known (C12).
  var nextEvent: Int? { begun ?? (sending == 0 && !isOnQueue ? accepted.count : nil) }

  /// Sends a number, and looks at what became of it (C5).
  func send(_ number: Int, in world: World) {
    guard let input else { return }
    let expected: SendResult = end != nil ? .ended : isOnQueue || sending > 0 ? .queued : .delivered
    let item = Item(number, place: accepted.count, Token(.value, in: world.ledger))
    if end == nil {
      if !world.isAtRest { sentInHandlers.insert(accepted.count) }
      accepted.append(number)
    }
    sending += 1
    let result = input.send(item)
    sending -= 1
    if result != expected { world.breach("C5: a value sent to \(name) was \(result) instead of \(expected)") }
  }

  func end(_ end: ModelEnd, in world: World) {
    guard let input else { return }
    let expected: SendResult = self.end != nil ? .ended : isOnQueue || sending > 0 ? .queued : .delivered
    if self.end == nil {
      self.end = end
      if isOnQueue, !world.isAtRest { overtaken = Set(accepted.indices.filter { places[$0] == nil }) }
    }
    sending += 1
    let result = end == .finished ? input.finish() : input.fail(Refusal())
    sending -= 1
    if result != expected { world.breach("C5: the end of \(name) was \(result) instead of \(expected)") }
  }

  func release() {
    let old = input.take()
    if old != nil, end == nil { end = .finished }
    withExtendedLifetime(old) {}
  }

  /// A direct observer is given an event: one after the other, in the order of subscription (C4).
  func observed(_ place: Int, by ordinal: Int, in world: World) {
    let place = places[place] ?? place
    if (place, ordinal) <= lastCall {
      world.breach("C4: \(name) told event \(place) to observer \(ordinal) after \(lastCall)")
    }
    lastCall = (place, ordinal)
  }
}
