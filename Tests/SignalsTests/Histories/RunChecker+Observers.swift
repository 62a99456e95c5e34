import Signals

// The rules of a source for its observers: C1, C3, C4, C9, C10 and C12.

extension RunChecker {
  /// No two calls at once, and none before the subscription.
  mutating func checkSerial(_ observer: Int) {
    let calls = callsOf[observer, default: []]
    for (before, after) in zip(calls, calls.dropFirst()) where before.end > after.begin {
      report("C3", "observer \(observer) was called twice at once", stamps([before, after]))
    }
    if let first = calls.first, let subscribing = run.subscribings[observer], first.begin < subscribing.begin {
      report("C2", "observer \(observer) was called before it subscribed", stamps([first]) + stamps(of: observer))
    }
  }

  /// One end, the last event, and the right one; and it reaches each observer that isn't cancelled.
  mutating func checkEnd(_ observer: Int) {
    let calls = callsOf[observer, default: []]
    let view = run.views[observer]
    if let place = calls.firstIndex(where: \.heard.isEnd), place < calls.count - 1 {
      report("C1", "observer \(observer) was called after the end", stamps(Array(calls[place...])))
    }
    let fails = view.sources.contains { source in
      if case .failure? = ends[source]?.sent { true } else { false }
    }
    guard let end = calls.first(where: \.heard.isEnd) else {
      let isOver = view.sources.allSatisfy { ends[$0] != nil }
      if isOver, firstCancel[observer] == nil {
        report("C1", "observer \(observer) never heard the end", stamps(of: observer) + stamps(calls.suffix(1)))
      }
      return
    }
    // A join also finishes when an input has ended without a value.
    guard view.kind != .joined else { return }
    if end.heard != (fails ? .failure : .finish) {
      report("C1", "observer \(observer) heard another end than was sent", stamps([end]))
    }
  }

  /// Of each source an observer sees one piece, without a gap and without repetition.
  mutating func checkPieces(_ observer: Int) {
    let view = run.views[observer]
    for call in callsOf[observer, default: []] {
      guard case .value(let value) = call.heard, !view.sources.contains(value.source) else { continue }
      report("C4", "observer \(observer) heard \(value), which is of another source", stamps([call]))
    }
    for source in view.sources {
      let heard = callsOf[observer, default: []].filter { call in
        switch call.heard {
        case .value(let value): value.source == source
        case .pair: true
        case .finish, .failure: false
        }
      }
      let mayOverlap = view.kind == .diamond && hasOverlappingTurns(source)
      var piece: [Int] = []
      for call in heard {
        if case .value(let value) = call.heard, let place = place(of: value, for: view) {
          piece.append(place)
        } else {
          report(
            "C4", "observer \(observer) heard \(call.heard), which isn't in the order of its source", stamps([call]))
          return
        }
      }
      for (index, (before, after)) in zip(piece, piece.dropFirst()).enumerated() where after != before + 1 {
        if mayOverlap, after >= before { continue }
        let what =
          after == before ? "twice" : after < before ? "in the wrong order" : "with a gap"
        report(
          "C4", "observer \(observer) heard \(heard[index + 1].heard) after \(heard[index].heard): \(what)",
          stamps(Array(heard[index...(index + 1)])) + missing(before, after, source))
      }
      if !mayOverlap { checkBeginning(observer, heard, piece.first, source) }
      checkEnding(observer, piece.last, source)
    }
  }

  /// Whether another thread may have delivered values of a source while a turn of a value of it waited for one further up on its
  /// thread. Such turns overlap, so a join may emit for the later one first.
  private func hasOverlappingTurns(_ source: Int) -> Bool {
    let waiting = run.sendings.filter { sending in
      guard sending.sent.source == source else { return false }
      return sending.within.contains { frame in
        if case .calling(let observer, _) = frame { run.views[observer].isBelowJoin } else { false }
      }
    }
    return waiting.contains { sending in
      let thread = run.moments[sending.begin].thread
      let outer = outermost(around: sending, on: thread)
      return run.calls.contains { call in
        guard call.thread != thread, call.begin < outer.upperBound, call.end > outer.lowerBound else { return false }
        return run.views[call.observer].sources.contains(source)
      }
    }
  }

  /// The span that a thread was inside of, around all others, when it sent this.
  private func outermost(around sending: RecordedRun.Sending, on thread: UInt) -> Range<Int> {
    let sendings = run.sendings.map { ($0.begin, $0.end) }
    let spans = sendings + run.calls.map { ($0.begin, $0.end) } + run.subscribings.values.map { ($0.begin, $0.end) }
    let around = spans.filter { begin, end in
      begin < sending.begin && end > sending.end && run.moments[begin].thread == thread
    }
    let outer = around.min { $0.0 < $1.0 } ?? (sending.begin, sending.end)
    return outer.0..<outer.1
  }

  /// The place of a value, where what a signal holds at first comes before all.
  private func place(of value: Numbered, for view: View) -> Int? {
    if case .current = view.kind, value.number == 0 { return -1 }
    return places[value]
  }

  private func missing(_ before: Int, _ after: Int, _ source: Int) -> [Int] {
    guard before + 1 < after else { return [] }
    let order = orders[source, default: []]
    return order[(before + 1)..<min(after, before + 3)].flatMap { stamps(sendingOf[$0]) }
  }

  /// A value sent after the subscribing call has returned is received; one delivered before that call is not.
  private mutating func checkBeginning(
    _ observer: Int, _ heard: [RecordedRun.Call], _ first: Int?, _ source: Int
  ) {
    guard let subscribing = run.subscribings[observer] else { return }
    let view = run.views[observer]
    let order = orders[source, default: []]
    if first != nil || firstCancel[observer] == nil, !hasFailedElsewhere(observer, source) {
      for value in order[..<max(0, first ?? order.count)] {
        guard let sending = sendingOf[value], sending.begin > subscribing.end, !isBeginning(observer, at: value)
        else {
          continue
        }
        report(
          "C12", "observer \(observer) missed \(value), which was sent after it had subscribed",
          stamps(of: observer) + stamps(sending) + stamps(heard.prefix(1).map { $0 }) + roundOf(value))
        return
      }
    }
    guard view.reachesSources, case .value(let value)? = heard.first?.heard,
      let round = rounds[value]
    else { return }
    if round.begin < subscribing.begin {
      report(
        "C12", "observer \(observer) heard \(value), which went round before it subscribed",
        stamps(of: observer) + stamps([round, heard[0]]))
    }
  }

  /// Whether a signal that is shared may be about to begin for this observer and others that come and go at the same time:
  /// its first value is open then. It isn't where an observer stays that has been called already.
  private func isBeginning(_ observer: Int, at value: Numbered) -> Bool {
    guard case .shared = run.views[observer].kind, let subscribing = run.subscribings[observer] else { return false }
    let round = rounds[value]?.end ?? .max
    let others = run.views.indices.filter { other in
      other != observer && run.views[other] == run.views[observer]
        && run.subscribings[other].map { $0.begin < round } ?? false
    }
    let stays = others.contains { other in
      let first = callsOf[other]?.first?.begin ?? .max
      return first < subscribing.begin && !isCancelled(other, before: round)
    }
    return !stays && !others.isEmpty
  }

  private func roundOf(_ value: Numbered) -> [Int] {
    run.calls.filter { $0.heard == .value(value) && run.views[$0.observer].isDirect }.flatMap { [$0.begin, $0.end] }
  }

  /// An observer that isn't cancelled receives everything up to the end.
  private mutating func checkEnding(_ observer: Int, _ last: Int?, _ source: Int) {
    guard let last, firstCancel[observer] == nil, ends[source] != nil, !hasFailedElsewhere(observer, source) else {
      return
    }
    let order = orders[source, default: []]
    guard last < order.count - 1 else { return }
    report(
      "C4", "observer \(observer) heard nothing of source \(name(of: source)) from \(order[last + 1]) on",
      stamps(of: observer) + stamps(callsOf[observer, default: []].suffix(2).map { $0 })
        + stamps(sendingOf[order[last + 1]], ends[source]))
  }

  /// Whether another source's failure may have cut this one short.
  private func hasFailedElsewhere(_ observer: Int, _ source: Int) -> Bool {
    run.views[observer].sources.contains { other in
      if other != source, case .failure? = ends[other]?.sent { true } else { false }
    }
  }

  /// A join never goes back, and rests on what its inputs had last (C10).
  mutating func checkPairs(_ observer: Int) {
    let view = run.views[observer]
    var last: [Int: Int] = [:]
    var before: RecordedRun.Call?
    for call in callsOf[observer, default: []] where !call.heard.isEnd {
      guard case .pair(let first, let second) = call.heard, view.sources == [first.source, second.source],
        let places = places[first].flatMap({ place in places[second].map { [first.source: place, second.source: $0] } })
      else {
        report(
          "C10", "observer \(observer) heard \(call.heard), which isn't what its sources were sent", stamps([call]))
        return
      }
      for (source, place) in places where place < last[source] ?? 0 {
        report("C10", "observer \(observer) went back in source \(name(of: source))", stamps([call, before ?? call]))
      }
      last = places
      before = call
    }
    guard firstCancel[observer] == nil, let subscribing = run.subscribings[observer],
      view.sources.allSatisfy({ if case .finish? = ends[$0]?.sent { true } else { false } })
    else { return }
    // The values that have to be the last ones, since every input was sent to after the subscription.
    let due = view.sources.allSatisfy { source in
      orders[source, default: []].contains { sendingOf[$0].map { $0.begin > subscribing.end } ?? false }
    }
    guard due else { return }
    for source in view.sources where last[source] != orders[source, default: []].count - 1 {
      report(
        "C10", "observer \(observer) didn't end with the last value of source \(name(of: source))",
        stamps(of: observer) + stamps([before].compactMap { $0 }))
    }
  }

  /// A signal on a queue is called there, by no send, and one at a time (C9).
  mutating func checkQueues() {
    let calls = run.calls.filter { run.views[$0.observer].queue != nil }
    for call in calls where !call.within.isEmpty {
      report("C9", "observer \(call.observer), who has a queue, was called inline", stamps([call]))
    }
    for queue in Set(run.views.compactMap(\.queue)) {
      let calls = calls.filter { run.views[$0.observer].queue == queue }
      for (before, after) in zip(calls, calls.dropFirst()) where before.end > after.begin {
        report("C9", "two handlers ran at once on a serial queue", stamps([before, after]))
      }
    }
  }

  /// An observer of a current value begins with it, and not with one whose successor others have received already (C12).
  mutating func checkCurrentValues() {
    for observer in run.views.indices {
      guard case .current = run.views[observer].kind, let subscribing = run.subscribings[observer] else { continue }
      let calls = callsOf[observer, default: []]
      guard case .value(let value)? = calls.first?.heard, let place = place(of: value, for: run.views[observer]) else {
        if firstCancel[observer] == nil {
          report(
            "C12", "observer \(observer) got no current value",
            stamps(of: observer) + stamps(calls.prefix(1).map { $0 }))
        }
        continue
      }
      let others = run.views.indices.filter { run.views[$0] == run.views[observer] }
      let ahead = others.flatMap { callsOf[$0, default: []] }.first { call in
        guard call.end < subscribing.begin, case .value(let other) = call.heard else { return false }
        return places[other].map { $0 > place } ?? false
      }
      guard let ahead else { continue }
      report(
        "C12", "observer \(observer) began with \(value), which was not the current value any more",
        stamps(of: observer) + stamps([ahead, calls[0]]))
    }
  }
}
