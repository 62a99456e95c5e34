import ModelChecking

@testable import SignalsKVO

/// Ends, bindings that use the real ``Reconciler``, and the threads that use them. The work between two accesses to
/// shared state is one step.
///
/// An end is a `Property`: it takes each newer change, in one step with the comparison, and notifies each of its
/// bindings of every change, in order. A binding uses the direct path where the real one does. Otherwise its changes go
/// to its gate, which handles one message at a time; the resulting writes go to the end's queue, or are done at once.
struct BindingMachine: Machine {
  /// One-line mistakes, each of which the exploration has to find.
  enum Mistake {
    /// An end takes each change, even an older one.
    case acceptsOlderChanges
    /// An end creates its stamp before it takes its lock.
    case stampsTooEarly
    /// An end notifies of its changes in another order.
    case notifiesOutOfOrder
    /// An end doesn't notify a binding of that binding's own write.
    case omitsOwnWrites
    /// A write of an equal value only renews the stamp, though another binding observes the end.
    case ignoresOtherBindings
    /// A write to a held end is dropped.
    case dropsWritesToHeldEnds
    /// A write to a held end is withdrawn before the reconciler knows of the hold.
    case withdrawsBeforeHold
    /// An end is held when the message is handled, not before.
    case marksHeldLate
    /// A release ends a later hold, too.
    case forgetsToCountHolds
    /// A cancel doesn't stop writes in flight.
    case writesAfterCancel
    /// The initial value is read before the ends are observed.
    case readsBeforeObserving
    /// The initial value gets its stamp after it was read.
    case stampsAfterReading
    /// The end of a turn settles nothing.
    case forgetsToSettle
    /// A notification of the binding's own write is handled before earlier ones of that end.
    case handlesOwnWritesFirst
    /// The direct path is used while an end is held.
    case usesDirectPathAlways
  }

  enum Step: Hashable {
    /// A thread takes its next step.
    case thread(Int)
    /// A binding is notified of a change of an end.
    case notify(Int, BindingEnd)
    /// The write of the direct path, after the choice of its target.
    case carry(Int, BindingEnd)
    /// A binding handles a message, on no particular thread or on the queue of an end.
    case handle(Int, at: BindingEnd?)
    /// A binding does the next work item of the message that it handles.
    case proceed(Int)
    /// The queue of an end does its next work item.
    case run(Int, BindingEnd)
    /// The turn that a binding waits for ends.
    case settle(Int)
  }

  let scene: BindingScene
  let mistake: Mistake?
  var ends: [ModelEnd]
  var links: [ModelLink]
  var threads: [ModelThread]
  var opinions = OpinionRecord()
  var fault: String?
  /// The state as numbers, for equality: see `makeKey()`.
  private var key: [UInt] = []

  init(_ scene: BindingScene, mistake: Mistake? = nil) {
    self.scene = scene
    self.mistake = mistake
    ends = scene.ends.map { _ in ModelEnd() }
    links = scene.links.map { ModelLink($0, isDirect: Self.isDirect($0, scene.ends)) }
    threads = scene.threads.map { _ in ModelThread() }
    if scene.isBound { for link in links.indices { links[link].beginEmpty() } }
    key = makeKey()
  }

  private static func isDirect(_ link: BindingScene.Link, _ ends: [BindingScene.Place]) -> Bool {
    link.policy == .lastWriter && link.conversion == .none && ends[link.first] == .anywhere
      && ends[link.second] == .anywhere
  }

  static func == (one: BindingMachine, other: BindingMachine) -> Bool { one.key == other.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  // MARK: - Steps

  var steps: [Step] { threads.indices.filter(canAdvance).map { .thread($0) } + stepsOfBindings }

  private func canAdvance(_ thread: Int) -> Bool {
    !threads[thread].workItems.isEmpty || threads[thread].done < scene.threads[thread].count
  }

  /// Whether no change is in flight.
  var isQuiet: Bool { stepsOfBindings.isEmpty }

  /// The possible next steps other than those of the threads.
  var stepsOfBindings: [Step] {
    var steps: [Step] = []
    for (index, link) in links.enumerated() {
      for side in [BindingEnd.first, .second] {
        if link.carried[side] != nil {
          steps.append(.carry(index, side))
        } else if !link.notifications[side].isEmpty {
          steps.append(.notify(index, side))
        }
        if !link.workItems[side].isEmpty { steps.append(.run(index, side)) }
      }
      if !link.toDo.isEmpty {
        steps.append(.proceed(index))
      } else if !link.gate.isEmpty {
        steps.append(.handle(index, at: nil))
        for side in [BindingEnd.first, .second] where isOnQueue(index, side) {
          steps.append(.handle(index, at: side))
        }
      }
      if link.awaitsTurn { steps.append(.settle(index)) }
    }
    return steps
  }

  mutating func take(_ step: Step) {
    switch step {
    case .thread(let thread): advance(thread)
    case .notify(let link, let side):
      let isLast = mistake == .notifiesOutOfOrder
      let news = isLast ? links[link].notifications[side].removeLast() : links[link].notifications[side].removeFirst()
      receive(news, link, side)
    case .carry(let link, let side): carry(link, side)
    case .handle(let link, let here): handle(links[link].gate.removeFirst(), link, at: here)
    case .proceed(let link):
      let item = links[link].toDo.removeFirst()
      links[link].toDo = perform(item, link, by: .owner) + links[link].toDo
      dispatchWork(link)
    case .run(let link, let side):
      let item = links[link].workItems[side].removeFirst()
      let rest = perform(item, link, by: .queue)
      links[link].workItems[side] = rest + links[link].workItems[side]
    case .settle(let link):
      links[link].awaitsTurn = false
      if mistake != .forgetsToSettle { links[link].gate.append(.settle) }
    }
    key = makeKey()
  }

  private func isOnQueue(_ link: Int, _ side: BindingEnd) -> Bool {
    scene.ends[scene.links[link].end(side)] == .onQueue
  }

  // MARK: - Threads

  private mutating func advance(_ thread: Int) {
    if !threads[thread].workItems.isEmpty {
      let (link, item) = threads[thread].workItems.removeFirst()
      // A work item of an end on a queue is sent there.
      if let side = item.place, isOnQueue(link, side) { return links[link].workItems[side].append(item) }
      threads[thread].workItems = perform(item, link, by: .thread).map { (link, $0) } + threads[thread].workItems
      return
    }
    let task = scene.threads[thread][threads[thread].done]
    threads[thread].done += 1
    switch task {
    case .set(let opinion, let end):
      if mistake == .stampsTooEarly {
        threads[thread].workItems = [(0, .set(opinion, at: end, Stamp.new()))]
      } else {
        set(opinion, at: end, stamp(at: end), waits: false)
      }
    case .setBoth(let one, let other):
      set(one, at: 0, stamp(at: 0), waits: true)
      set(other, at: 1, stamp(at: 1), waits: true)
    case .bind(let link): threads[thread].workItems = workOfBinding(link).map { (link, $0) }
    case .hold(let side):
      if !isQuiet { opinions.isDoubtful = true }
      links[0].holds[side] += 1
      if mistake != .marksHeldLate { links[0].isHeld[side] = true }
      // A change in flight to the other end may arrive within the session.
      let link = scene.links[0]
      opinions.sessions[side] = ends[link.end(side)].visitors & ~ends[link.end(side.other)].visitors
      threads[thread].workItems = [(0, .send(.hold(side)))]
    case .release(let side):
      if !isQuiet { opinions.isDoubtful = true }
      links[0].mustBeHeld[side] = false
      links[0].gate.append(.release(side))
    case .cancel:
      links[0].isOver = true
      threads[thread].workItems = [(0, .close)]
    }
  }

  private func workOfBinding(_ link: Int) -> [ModelLink.WorkItem] {
    let source = scene.links[link].start == .fromFirst ? BindingEnd.first : .second
    if mistake == .readsBeforeObserving {
      return [.stamp(source), .observe(.first), .observe(.second)]
    }
    let isDetour = isOnQueue(link, source.other)
    return [.observe(.first), .observe(.second), isDetour ? .pass(source.other) : .stamp(source)]
  }

  /// The stamp of a set, if a binding observes the end.
  private func stamp(at end: Int) -> Stamp { isObserved(end) ? .new() : .none }
}
