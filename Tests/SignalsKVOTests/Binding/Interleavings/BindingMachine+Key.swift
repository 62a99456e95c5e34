@testable import SignalsKVO

// The equality of states.

/// The complete state as numbers. Of stamps only the order counts, so that states reached by different paths can be
/// equal: each stamp is replaced by its rank among the stamps of the state.
private struct StateKey {
  private var words: [UInt] = []
  private var stamps: [(index: Int, order: UInt)] = []

  mutating func add(_ number: Int) { words.append(UInt(bitPattern: number)) }
  mutating func add(_ flag: Bool) { words.append(flag ? 1 : 0) }
  mutating func add(_ side: BindingEnd?) { words.append(side == nil ? 0 : side == .first ? 1 : 2) }

  mutating func add(_ stamp: Stamp) {
    if !stamp.isNone { stamps.append((words.count, stamp.order)) }
    words.append(stamp.word & 255)
  }

  mutating func add(_ change: StampedValue<Int>?) {
    add(change != nil)
    guard let change else { return }
    add(change.value)
    add(change.stamp)
  }

  mutating func add(_ side: Side<Int>) {
    add(side.seen)
    add(side.inFlight.count)
    for stamp in side.inFlight { add(stamp) }
    add(side.sent)
    add(side.staged)
    add(side.deferred)
    add(side.isHeld)
    add(side.edited?.change)
    if let edited = side.edited {
      add(edited.sentAs)
      add(edited.isLost)
    }
  }

  mutating func add(_ news: ModelLink.News) {
    add(news.value)
    add(news.stamp)
    add(news.waits)
  }

  mutating func add(_ write: Write<Int>) {
    add(write.value)
    add(write.stamp)
    add(write.isAnswered)
    if case .unlessAt(let stamp) = write.condition {
      add(1)
      add(stamp)
    } else {
      add(0)
    }
  }

  mutating func add(_ messages: [ModelLink.Message]) {
    add(messages.count)
    for message in messages { add(message) }
  }

  private mutating func add(_ message: ModelLink.Message) {
    switch message {
    case .changed(let news, let side):
      add(1)
      add(news)
      add(side)
    case .begin: add(2)
    case .beginWith(let value, let stamp, let side, let known):
      add(3)
      add(value)
      add(stamp)
      add(side)
      add(known)
    case .settle: add(4)
    case .hold(let side):
      add(5)
      add(side)
    case .release(let side):
      add(6)
      add(side)
    case .withdraw(let write, let side):
      add(7)
      add(write)
      add(side)
    }
  }

  mutating func add(_ workItems: [ModelLink.WorkItem]) {
    add(workItems.count)
    for item in workItems { add(item) }
  }

  mutating func add(_ item: ModelLink.WorkItem) {
    switch item {
    case .set(let opinion, let end, let stamp):
      add(1)
      add(opinion)
      add(end)
      add(stamp)
    case .observe(let side):
      add(2)
      add(side)
    case .pass(let side):
      add(3)
      add(side)
    case .stamp(let side):
      add(4)
      add(side)
    case .read(let side, let stamp):
      add(5)
      add(side)
      add(stamp)
    case .know(let stamp):
      add(6)
      add(stamp)
    case .begun: add(7)
    case .write(let write, let side, let isAdmitted):
      add(8)
      add(write)
      add(side)
      add(isAdmitted)
    case .send(let message):
      add(9)
      add(message)
    case .close: add(10)
    }
  }

  /// The words with the ranks of the stamps.
  func finished() -> [UInt] {
    var words = words
    let sorted = stamps.sorted { $0.order < $1.order }
    var place: UInt = 0
    var last: UInt = 0
    for stamp in sorted {
      if stamp.order != last { place += 1 }
      last = stamp.order
      words[stamp.index] |= place << 8
    }
    return words
  }
}

extension BindingMachine {
  func makeKey() -> [UInt] {
    var key = StateKey()
    for thread in threads {
      key.add(thread.done)
      key.add(thread.workItems.map(\.1))
    }
    for end in ends {
      key.add(end.value)
      key.add(end.newest)
      key.add(end.visitors)
      key.add(end.values)
    }
    for link in links { add(link, to: &key) }
    for number in opinions.known.indices where opinions.all & 1 << number != 0 {
      key.add(opinions.known[number])
      key.add(opinions.knownOutsideOfSessions[number])
    }
    key.add(opinions.all)
    key.add(opinions.overruled)
    for opinion in opinions.order { key.add(opinion) }
    key.add(opinions.sessions.first << 8 | opinions.sessions.second)
    key.add(opinions.isDoubtful)
    key.add(fault != nil)
    return key.finished()
  }

  private func add(_ link: ModelLink, to key: inout StateKey) {
    key.add(link.reconciler.first)
    key.add(link.reconciler.second)
    key.add(link.reconciler.hasBegun)
    let flags = [
      link.hasBegun, link.isOver, link.hasBeenClosed, link.isHeld.first, link.isHeld.second, link.mustBeHeld.first,
      link.mustBeHeld.second, link.isUnsettled, link.isRefused, link.observes.first, link.observes.second,
      link.awaitsTurn,
    ]
    key.add(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    key.add(link.holds.first)
    key.add(link.holds.second)
    key.add(link.beginning)
    key.add(link.known)
    key.add(link.toDo.isEmpty ? nil : link.here)
    for side in [BindingEnd.first, .second] {
      key.add(link.notifications[side].count)
      for news in link.notifications[side] { key.add(news) }
      key.add(link.carried[side] != nil)
      if let news = link.carried[side] { key.add(news) }
      key.add(link.workItems[side])
    }
    key.add(link.gate)
    key.add(link.toDo)
  }
}
