import Signals

/// Holds a recorded run against the contract. It knows nothing of the library and of no thread: it reads.
///
/// The order of a source is what its *witness* heard: an observer that hangs on the source itself, subscribed before
/// anything was sent, and was never cancelled. All else is compared with that order, and that order with the stamps.
struct RunChecker {
  let run: RecordedRun
  private(set) var breaches: [RunBreach] = []

  /// The order of each source: values, and where each stands.
  private(set) var orders: [Int: [Numbered]] = [:]
  private(set) var places: [Numbered: Int] = [:]
  private(set) var sendingOf: [Numbered: RecordedRun.Sending] = [:]
  /// The calls of each observer, by their beginning.
  private(set) var callsOf: [Int: [RecordedRun.Call]] = [:]
  /// The first call of an observer with something.
  private(set) var callWith: [Int: [Heard: RecordedRun.Call]] = [:]
  /// The observers that hang on a source itself, and the first call of any of them with a value.
  private(set) var directObservers: [Int: [Int]] = [:]
  private(set) var rounds: [Numbered: RecordedRun.Call] = [:]
  /// The time at which each observer was first cancelled.
  private(set) var firstCancel: [Int: Int] = [:]
  /// How each source was ended, if it was.
  private(set) var ends: [Int: RecordedRun.Sending] = [:]

  static func breaches(of run: RecordedRun) -> [RunBreach] {
    var checker = RunChecker(run)
    checker.check()
    return checker.breaches
  }

  private init(_ run: RecordedRun) {
    self.run = run
    for (observer, view) in run.views.enumerated() where view.isDirect {
      for source in view.sources { directObservers[source, default: []].append(observer) }
    }
    for call in run.calls {
      callsOf[call.observer, default: []].append(call)
      if callWith[call.observer]?[call.heard] == nil { callWith[call.observer, default: [:]][call.heard] = call }
      if run.views[call.observer].isDirect, case .value(let value) = call.heard, rounds[value] == nil {
        rounds[value] = call
      }
    }
    for cancelling in run.cancellings {
      firstCancel[cancelling.observer] = min(firstCancel[cancelling.observer] ?? .max, cancelling.begin)
    }
    for sending in run.sendings {
      if let value = sending.sent.value {
        sendingOf[value] = sending
      } else if sending.isAccepted, ends[sending.sent.source] == nil {
        ends[sending.sent.source] = sending
      }
    }
  }

  private mutating func check() {
    for source in Set(run.views.flatMap(\.sources)).sorted() {
      guard let witness = witness(of: source) else {
        report("C4", "nobody heard all of source \(name(of: source))", [])
        continue
      }
      let heard = callsOf[witness, default: []].compactMap { call in
        if case .value(let value) = call.heard { value } else { nil }
      }
      orders[source] = heard
      for (place, value) in heard.enumerated() where places[value] == nil { places[value] = place }
    }
    for source in orders.keys.sorted() {
      checkDelivery(of: source)
      checkOrder(of: source)
      checkResults(of: source)
      checkRounds(of: source)
    }
    for observer in run.views.indices where run.subscribings[observer] != nil {
      checkSerial(observer)
      checkEnd(observer)
      if run.views[observer].kind == .joined { checkPairs(observer) } else { checkPieces(observer) }
    }
    checkQueues()
    checkCurrentValues()
    for cancelling in run.cancellings { check(cancelling) }
  }

  private func witness(of source: Int) -> Int? {
    let first = run.sendings.first { $0.sent.source == source }?.begin ?? .max
    return run.views.indices.first { observer in
      guard let subscribing = run.subscribings[observer] else { return false }
      return run.views[observer].isDirect(of: source) && subscribing.end < first && firstCancel[observer] == nil
    }
  }

  mutating func report(_ clause: String, _ what: String, _ stamps: some Sequence<Int>) {
    // The first ones say it.
    guard breaches.count < 10 else { return }
    breaches.append(RunBreach(clause, what, stamps, of: run))
  }

  // MARK: - What the checks share

  func isSubscribed(_ observer: Int, before stamp: Int) -> Bool { (run.subscribings[observer]?.end ?? .max) < stamp }

  func isCancelled(_ observer: Int, before stamp: Int) -> Bool { (firstCancel[observer] ?? .max) < stamp }

  /// Whether a thread sends to a source in the middle of one of its events, as far as the run shows.
  enum Reentrancy { case no, perhaps, certainly }

  func reentrancy(of sending: RecordedRun.Sending) -> Reentrancy {
    var answer = Reentrancy.no
    for case .calling(let observer, _) in sending.within {
      if run.views[observer].isDirect(of: sending.sent.source) { return .certainly }
      answer = .perhaps
    }
    return answer
  }

  func stamps(_ calls: [RecordedRun.Call]) -> [Int] { calls.flatMap { [$0.begin, $0.end] } }

  func stamps(_ sendings: RecordedRun.Sending?...) -> [Int] {
    sendings.compactMap { $0 }.flatMap { [$0.begin, $0.end] }
  }

  func stamps(of observer: Int) -> [Int] {
    (run.subscribings[observer].map { [$0.begin, $0.end] } ?? [])
      + run.cancellings.filter { $0.observer == observer }.flatMap { [$0.begin, $0.end] }
  }
}
