import Signals

// The rules of a source for its senders: C1, C4 and C5.

extension RunChecker {
  /// An accepted event comes once, a refused one never does.
  mutating func checkDelivery(of source: Int) {
    let order = orders[source, default: []]
    var counts: [Numbered: Int] = [:]
    for value in order { counts[value, default: 0] += 1 }
    for (value, count) in counts.sorted(by: { $0.key.number < $1.key.number }) {
      let sending = sendingOf[value]
      if count > 1 { report("C4", "\(value) came \(count) times", stamps(sending) + stamps(calls(with: value))) }
      if sending == nil { report("C4", "\(value) was never sent", stamps(calls(with: value))) }
      if sending?.result == .ended {
        report("C5", "\(value) was refused, and came", stamps(sending) + stamps(calls(with: value)))
      }
    }
    let end = ends[source]
    // A handler's end goes ahead of events that other threads have queued (C4), and those never arrive then.
    let endMayOvertake = end.map { reentrancy(of: $0) != .no } ?? false
    for (value, sending) in sendingOf where value.source == source && sending.isAccepted && counts[value] == nil {
      if endMayOvertake, sending.result == .queued, let end, sending.begin < end.end { continue }
      report("C4", "\(value) was accepted, and never came", stamps(sending, end))
    }
  }

  func calls(with value: Numbered) -> [RecordedRun.Call] { run.calls.filter { $0.heard == .value(value) } }

  /// An event sent after another send had returned comes after it.
  mutating func checkOrder(of source: Int) {
    let order = orders[source, default: []]
    var latest: RecordedRun.Sending?
    /// The same of those sent inside, which may go ahead of the queued events of others.
    var latestInside: RecordedRun.Sending?
    for value in order {
      guard let sending = sendingOf[value] else { continue }
      let reentrancy = reentrancy(of: sending)
      if let latest, sending.end < latest.begin {
        report("C4", "\(value) was sent before \(latest.sent), and came after it", stamps(sending, latest))
      }
      if reentrancy == .certainly, let latestInside, sending.end < latestInside.begin {
        report("C4", "\(value) was sent before \(latestInside.sent), and came after it", stamps(sending, latestInside))
      }
      if reentrancy == .no {
        if sending.begin > latest?.begin ?? -1 { latest = sending }
      } else if sending.begin > latestInside?.begin ?? -1 {
        latestInside = sending
      }
    }
    for value in order {
      if let sending = sendingOf[value] { checkInside(sending, order) }
    }
    checkEachThread(order)
  }

  /// Each thread's own order is kept, with any sends from handlers in between.
  private mutating func checkEachThread(_ order: [Numbered]) {
    var latest: [UInt: RecordedRun.Sending] = [:]
    for value in order {
      guard let sending = sendingOf[value] else { continue }
      let thread = run.moments[sending.begin].thread
      // A thread of Dispatch serves several: its send in one drain may go ahead of its send in another's.
      if let before = latest[thread], sending.end < before.begin, !isOfDrain(before) {
        report(
          "C4", "\(value) was sent before \(before.sent) by the same thread, and came after it", stamps(sending, before)
        )
      }
      if sending.begin > latest[thread]?.begin ?? -1 { latest[thread] = sending }
    }
  }

  private func isOfDrain(_ sending: RecordedRun.Sending) -> Bool {
    if case .calling? = sending.within.first { true } else { false }
  }

  /// A handler's send to its own source comes after the event, with only sends of handlers in between.
  private mutating func checkInside(_ sending: RecordedRun.Sending, _ order: [Numbered]) {
    guard reentrancy(of: sending) == .certainly, let value = sending.sent.value, let place = places[value] else {
      return
    }
    let outer = sending.within.compactMap { frame -> Int? in
      guard case .calling(let observer, .value(let outer)) = frame, run.views[observer].isDirect(of: value.source)
      else {
        return nil
      }
      return places[outer]
    }
    guard let from = outer.last else { return }
    if place <= from {
      return report("C4", "\(value) was sent while \(order[from]) was delivered, and came before it", stamps(sending))
    }
    for between in order[(from + 1)..<place] {
      guard let other = sendingOf[between], reentrancy(of: other) == .no else { continue }
      report(
        "C4", "\(value) was sent while \(order[from]) was delivered, and \(between) came before it",
        stamps(sending, other))
    }
  }

  /// A result is true.
  mutating func checkResults(of source: Int) {
    let end = ends[source]
    let tried = run.sendings.filter { $0.sent.source == source && $0.sent.value == nil }
    let accepted = tried.filter(\.isAccepted)
    if accepted.count > 1 {
      report("C1", "source \(name(of: source)) took \(accepted.count) ends", accepted.flatMap { stamps($0) })
    }
    for sending in run.sendings where sending.sent.source == source {
      switch sending.result {
      case .ended:
        let isTrue = tried.contains { $0.begin < sending.end && $0.begin != sending.begin }
        if !isTrue { report("C5", "\(sending.sent) was refused by a source that hadn't ended", stamps(sending)) }
      case .delivered:
        if let end, end.end < sending.begin {
          report("C1", "\(sending.sent) was accepted after the end", stamps(sending, end))
        }
        if run.queues[source] != nil {
          report("C5", "\(sending.sent) was delivered inline by a source with a queue", stamps(sending))
        }
        if reentrancy(of: sending) == .certainly {
          report("C5", "\(sending.sent) was delivered inside a handler of its own source", stamps(sending))
        }
        checkDelivered(sending)
      case .queued:
        if let end, end.end < sending.begin {
          report("C1", "\(sending.sent) was accepted after the end", stamps(sending, end))
        }
      case nil: report("C5", "the send of \(sending.sent) never returned", stamps(sending))
      }
    }
  }

  /// An event reported as delivered has reached all observers that were there, and still are, at that moment.
  private mutating func checkDelivered(_ sending: RecordedRun.Sending) {
    for observer in directObservers[sending.sent.source, default: []] {
      guard isSubscribed(observer, before: sending.begin), !isCancelled(observer, before: sending.end) else { continue }
      let call = callWith[observer]?[heard(sending.sent)]
      if call.map({ $0.begin > sending.begin && $0.end < sending.end }) != true {
        report(
          "C5", "\(sending.sent) was said to be delivered, and observer \(observer) didn't have it",
          stamps(sending) + stamps(of: observer))
      }
    }
  }

  private func heard(_ sent: Sent) -> Heard {
    switch sent {
    case .value(let value): .value(value)
    case .finish: .finish
    case .failure: .failure
    }
  }

  /// Each event reaches all observers of the source itself before the next one does, in the order of their subscription.
  mutating func checkRounds(of source: Int) {
    let calls = run.calls.filter { run.views[$0.observer].isDirect(of: source) && !$0.heard.isEnd }
    for (before, after) in zip(calls, calls.dropFirst()) {
      if before.end > after.begin {
        report("C3", "two observers of source \(name(of: source)) were called at once", stamps([before, after]))
      }
      guard case .value(let first) = before.heard, case .value(let second) = after.heard,
        let place = places[first], let next = places[second]
      else { continue }
      if place > next {
        report("C4", "\(second) went on after \(first) had begun", stamps([before, after]))
      }
      if place == next, let subscribed = run.subscribings[before.observer],
        let earlier = run.subscribings[after.observer],
        earlier.end < subscribed.begin
      {
        report(
          "C4", "observer \(before.observer) was called before observer \(after.observer), who had come before it",
          stamps([before, after]) + stamps(of: before.observer) + stamps(of: after.observer))
      }
    }
  }
}
