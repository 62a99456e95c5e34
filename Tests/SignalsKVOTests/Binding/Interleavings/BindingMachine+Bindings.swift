@testable import SignalsKVO

// The bindings' reactions to the changes that they receive.

extension BindingMachine {
  private func newest(_ link: Int, _ side: BindingEnd) -> Stamp { ends[scene.links[link].end(side)].newest }

  // MARK: - BindingCore

  mutating func receive(_ news: ModelLink.News, _ link: Int, _ side: BindingEnd) {
    if links[link].isOver { return }
    if links[link].isDirect {
      let beginning = links[link].beginning
      if beginning.isNone || news.stamp <= beginning {
        let source = scene.links[link].start == .fromFirst ? BindingEnd.first : .second
        guard news.stamp < beginning, side == source, news.stamp > links[link].known else { return }
        let renewed = Write(
          value: news.value, stamp: .new(after: news.stamp), condition: .unlessAt(news.stamp), isAnswered: true)
        if let answer = offer(renewed, link, side) { receive(answer, link, side) }
        return
      }
    }
    if links[link].isUnobstructed || mistake == .usesDirectPathAlways && links[link].isDirect {
      if news.stamp <= newest(link, side.other) { return }
      if !news.stamp.isSpent, !news.waits {
        if links[link].mustBeHeld[side.other] { fault = fault ?? "a held end is written to" }
        links[link].carried[side] = news
        return
      }
    }
    links[link].gate.append(.changed(news, side))
  }

  /// The choice of the target and the write are two steps.
  mutating func carry(_ link: Int, _ side: BindingEnd) {
    guard let news = links[link].carried[side] else { return }
    links[link].carried[side] = nil
    _ = offer(Write(value: news.value, stamp: news.stamp, condition: .ifNewer), link, side.other)
  }

  // MARK: - BindingCoordinator

  mutating func handle(_ message: ModelLink.Message, _ link: Int, at here: BindingEnd?) {
    links[link].here = here
    if links[link].isOver { return }
    switch message {
    case .changed(let news, let side):
      let change = StampedValue(value: news.value, stamp: news.stamp)
      let resolution = links[link].reconciler.receive(.init(change, of: side), waiting: news.waits)
      if resolution.isNewWrite { links[link].isUnsettled = false }
      conclude(resolution, of: side, link)
      // A turn that waits for the change settles it, if the binding has begun.
      if news.waits, links[link].reconciler.hasStaged { links[link].awaitsTurn = true }
    case .begin:
      links[link].toDo = [.stamp(scene.links[link].start == .fromFirst ? .first : .second)]
      dispatchWork(link)
    case .beginWith(let value, let stamp, let side, let known):
      let resolution = links[link].reconciler.begin(
        .init(StampedValue(value: value, stamp: stamp), of: side), knowing: known)
      links[link].hasBegun = true
      links[link].gate.insert(.settle, at: 0)
      conclude(resolution, of: side, link)
    case .settle:
      conclude(links[link].reconciler.settle(), of: nil, link)
    case .hold(let side):
      links[link].holds[side] -= 1
      links[link].isHeld[side] = true
      links[link].reconciler.hold(side)
    case .withdraw(let write, let side):
      if links[link].isHeld[side], mistake != .withdrawsBeforeHold { links[link].reconciler.hold(side) }
      conclude(links[link].reconciler.withdraw(.init(write, of: side)), of: nil, link)
    case .release(let side):
      let resolution = links[link].reconciler.release(side)
      if links[link].holds[side] == 0 || mistake == .forgetsToCountHolds {
        links[link].isHeld[side] = false
        opinions.sessions[side] = 0
      }
      conclude(resolution, of: side, link)
    }
  }

  private mutating func conclude(_ resolution: Resolution<Int, Int>, of side: BindingEnd?, _ link: Int) {
    var workItems: [ModelLink.WorkItem] = []
    if let write = resolution.other { workItems.append(.write(write, .second, isAdmitted: false)) }
    if let write = resolution.own { workItems.append(.write(write, .first, isAdmitted: false)) }
    // Resolutions are expressed from the point of view of the first end.
    if side == .second { workItems.reverse() }
    if !workItems.isEmpty { links[link].isRefused = false }
    links[link].toDo = workItems
    dispatchWork(link)
    switch resolution.report {
    case .rejection: links[link].isRefused = true
    case .unsettled:
      links[link].isUnsettled = true
      fault = fault ?? "a pair that settles is reported as unsettled"
    case nil: break
    }
  }

  /// Moves the next work items to the queue of their end, unless the binding runs there now.
  mutating func dispatchWork(_ link: Int) {
    while let next = links[link].toDo.first, let side = next.place,
      scene.ends[scene.links[link].end(side)] == .onQueue, links[link].here != side
    {
      links[link].workItems[side].append(links[link].toDo.removeFirst())
    }
  }

  // MARK: - Work items

  /// The executor of a work item.
  enum Worker {
    case thread
    /// The queue of the end: its check and its write are one step.
    case queue
    /// The thread that owns the gate.
    case owner
  }

  /// Performs one step of a work item.
  ///
  /// - Returns: the work items that replace it.
  mutating func perform(
    _ item: ModelLink.WorkItem, _ link: Int, by worker: Worker
  ) -> [ModelLink.WorkItem] {
    switch item {
    case .set(let opinion, let end, let stamp):
      set(opinion, at: end, stamp, waits: false)
    case .observe(let side):
      if !links[link].isOver { links[link].observes[side] = true }
    case .pass: links[link].gate.append(.begin)
    case .stamp(let side): return stampBeginning(link, side)
    case .read(let side, let stamp): return readBeginning(link, side, stamp)
    case .know(let known): links[link].known = known
    case .begun: links[link].hasBegun = true
    case .send(let message):
      links[link].gate.append(message)
      if case .hold(let side) = message { links[link].mustBeHeld[side] = true }
    case .close: close(link)
    case .write(let write, let side, let isAdmitted):
      return self.write(write, link, side, isAdmitted, by: worker)
    }
    return []
  }

  private mutating func stampBeginning(_ link: Int, _ side: BindingEnd) -> [ModelLink.WorkItem] {
    let end = scene.links[link].end(side)
    if mistake == .stampsAfterReading || mistake == .readsBeforeObserving {
      return [.read(side, .none)]
    }
    let stamp = Stamp.new()
    if links[link].isDirect { links[link].beginning = stamp }
    // A set of the other end from now on replaces the initial value.
    let other = scene.links[link].end(side.other)
    opinions.overruled |= ends[other].visitors & ~ends[end].visitors
    ends[other].visitors |= ends[end].visitors
    return [.read(side, stamp)]
  }

  private mutating func readBeginning(_ link: Int, _ side: BindingEnd, _ stamp: Stamp) -> [ModelLink.WorkItem] {
    let end = scene.links[link].end(side)
    let value = ends[end].value
    let known = ends[end].newest
    let stamp = stamp.isNone ? Stamp.new() : stamp
    guard links[link].isDirect else { return [.send(.beginWith(value, stamp, side, knowing: known))] }
    let write = Write(value: value, stamp: stamp, condition: .ifNewer)
    return [.know(known), .write(write, side.other, isAdmitted: true), .begun]
  }

  private mutating func write(
    _ write: Write<Int>, _ link: Int, _ side: BindingEnd, _ isAdmitted: Bool, by worker: Worker
  ) -> [ModelLink.WorkItem] {
    if !isAdmitted {
      if links[link].isOver, mistake != .writesAfterCancel { return [] }
      if links[link].isHeld[side] {
        if mistake == .dropsWritesToHeldEnds { return [] }
        return [.send(.withdraw(write, side))]
      }
      if links[link].mustBeHeld[side] { fault = fault ?? "a held end is written to" }
      if links[link].hasBeenClosed { fault = fault ?? "an end is written to after the cancel" }
      // If no hold and no cancel can come in between, the check and the write are one step.
      if worker != .queue, scene.hasSessions || scene.hasCancels {
        return [.write(write, side, isAdmitted: true)]
      }
    }
    let answer = offer(write, link, side)
    if let answer { return [.send(.changed(answer, side))] }
    if mistake == .handlesOwnWritesFirst, worker == .owner, links[link].notifications[side].count == 1 {
      links[link].gate.insert(.changed(links[link].notifications[side].removeFirst(), side), at: 0)
    }
    return []
  }

  private mutating func close(_ link: Int) {
    links[link].hasBeenClosed = true
    links[link].observes = Both(false)
    links[link].notifications = Both([])
    links[link].gate = []
    links[link].awaitsTurn = false
    links[link].reconciler.end()
  }
}
