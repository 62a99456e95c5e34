@testable import SignalsKVO

// Sets and writes of the ends.

extension BindingMachine {
  /// The links and sides that observe an end.
  private func observers(of end: Int) -> [(link: Int, side: BindingEnd)] {
    links.indices.flatMap { link in
      [BindingEnd.first, .second].filter { links[link].observes[$0] && scene.links[link].end($0) == end }
        .map { (link, $0) }
    }
  }

  func isObserved(_ end: Int) -> Bool { !observers(of: end).isEmpty }

  /// A user's set of an end.
  mutating func set(_ opinion: Int, at end: Int, _ stamp: Stamp, waits: Bool) {
    var session = 0
    if let link = scene.links.first {
      for side in [BindingEnd.first, .second] where links[0].isHeld[side] {
        // The order of the notifications decides whether the set belongs to the session.
        if !links[0].mustBeHeld[side] { opinions.isDoubtful = true }
        if link.end(side) == end {
          opinions.sessions[side] |= opinion
        } else if link.end(side.other) == end {
          session |= opinions.sessions[side]
        }
      }
    }
    opinions.add(opinion, at: end, after: ends[end].visitors, exceptFor: session)
    store(scene.value(of: opinion, at: end), at: end, stamp, by: nil, waits: waits)
  }

  /// A binding's write to an end: its stamp is known, and the end decides.
  ///
  /// - Returns: the change that the binding receives besides the notification of the end.
  mutating func offer(_ write: Write<Int>, _ link: Int, _ side: BindingEnd) -> ModelLink.News? {
    let end = scene.links[link].end(side)
    let isAlone = observers(of: end).count == 1 || mistake == .ignoresOtherBindings
    let outcome =
      mistake == .acceptsOlderChanges ? .write : write.outcome(ends[end].newest, isAlone: isAlone)
    switch outcome {
    case .leave: return nil
    case .restamp:
      ends[end].newest = write.stamp
      return ModelLink.News(value: write.value, stamp: write.stamp, waits: false)
    case .write:
      ends[end].timesWritten += 1
      // Only a conflict, a session or an initial value may bring back an earlier value.
      if ends[end].values & 1 << write.value != 0, scene.isBound, !scene.hasSessions,
        !opinions.hasConflict(opinions.known) || scene.links.allSatisfy({ $0.policy == .lastWriter })
      {
        fault = fault ?? "an end is set to the same value again"
      }
      store(write.value, at: end, write.stamp.carried, by: (link, side), waits: false)
      return nil
    }
  }

  private mutating func store(
    _ value: Int, at end: Int, _ stamp: Stamp, by writer: (link: Int, side: BindingEnd)?, waits: Bool
  ) {
    ends[end].value = value
    ends[end].values |= 1 << value
    ends[end].visitors |= scene.opinions(in: value, at: end)
    guard !stamp.isNone else { return }
    if stamp <= ends[end].newest { fault = fault ?? "an end takes an older change after a newer one" }
    ends[end].newest = stamp
    for place in observers(of: end) {
      if let writer, writer == place, mistake == .omitsOwnWrites { continue }
      links[place.link].notifications[place.side].append(ModelLink.News(value: value, stamp: stamp, waits: waits))
    }
  }
}

extension BindingScene {
  var hasSessions: Bool {
    threads.joined().contains { if case .hold = $0 { true } else { false } }
  }

  var hasCancels: Bool {
    threads.joined().contains { if case .cancel = $0 { true } else { false } }
  }
}
