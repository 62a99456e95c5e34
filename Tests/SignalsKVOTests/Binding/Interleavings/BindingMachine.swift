import ModelChecking

@testable import SignalsKVO

/// Ends, bindings that think with the real ``Reconciler``, and the threads that use them. What lies between two looks at what
/// others may change is one step.
///
/// An end is a `Property`: it takes what is newer than what it has, in one step with the comparison, and tells each of its
/// bindings of every change, in order. A binding goes the short way where the real one does. Else what it hears comes to its
/// gate, where one thing is handled at a time; what is to be written then goes to the end's queue, or is written at once.
struct BindingMachine: Machine {
  /// One-line mistakes, to see that they are found.
  enum Mistake {
    /// An end takes whatever comes.
    case takesWhatIsOlder
    /// It asks for its stamp before it is locked.
    case stampsTooEarly
    /// It tells of its changes in another order.
    case tellsOutOfOrder
    /// It doesn't tell a binding of what that has written.
    case forgetsEchoes
    /// What is there is taken for right under another stamp, though somebody else is bound to it.
    case takesItselfForAlone
    /// What finds its end held is dropped.
    case forgetsToTakeBack
    /// What finds its end held is taken back before it is known that the end is held.
    case forgetsToCatchUp
    /// An end is held when the message is handled, not before.
    case marksHeldLate
    /// A release is one of what has been held again meanwhile, too.
    case forgetsToCountHolds
    /// What is on its way isn't stopped by a cancel.
    case forgetsThatItIsOver
    /// The first value is read before the ends are observed.
    case readsBeforeObserving
    /// The first value gets its stamp after it was read.
    case stampsAfterReading
    /// Nothing settles when a turn is over.
    case forgetsToSettle
    /// What an end tells while the binding writes to it is handled before what has come from there earlier.
    case handlesItsOwnFirst
    /// The short way is gone while an end is held.
    case goesTheShortWayAlways
  }

  enum Step: Hashable {
    /// Somebody does the next thing.
    case thread(Int)
    /// A binding hears of a change of an end.
    case hear(Int, BindingEnd)
    /// What goes the short way is written, after the look at where it goes.
    case carry(Int, BindingEnd)
    /// A binding handles a message, on no particular thread or on the queue of an end.
    case handle(Int, at: BindingEnd?)
    /// It does the next thing that this asks for.
    case goOn(Int)
    /// What was sent to the queue of an end runs there.
    case run(Int, BindingEnd)
    /// The turn is over that a binding waits for.
    case settle(Int)
  }

  let scene: BindingScene
  let mistake: Mistake?
  var ends: [ModelEnd]
  var links: [ModelLink]
  var threads: [ModelThread]
  var opinions = OpinionRecord()
  var fault: String?
  /// What two equal states have in common: see `makeKey()`.
  private var key: [UInt] = []

  init(_ scene: BindingScene, mistake: Mistake? = nil) {
    self.scene = scene
    self.mistake = mistake
    ends = scene.ends.map { _ in ModelEnd() }
    links = scene.links.map { ModelLink($0, isShort: Self.isShort($0, scene.ends)) }
    threads = scene.threads.map { _ in ModelThread() }
    if scene.isBound { for link in links.indices { links[link].beginEmpty() } }
    key = makeKey()
  }

  private static func isShort(_ link: BindingScene.Link, _ ends: [BindingScene.Place]) -> Bool {
    link.policy == .lastWriter && link.conversion == .none && ends[link.first] == .anywhere
      && ends[link.second] == .anywhere
  }

  static func == (one: BindingMachine, other: BindingMachine) -> Bool { one.key == other.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  // MARK: - Steps

  var steps: [Step] { threads.indices.filter(canGoOn).map { .thread($0) } + stepsOfBindings }

  private func canGoOn(_ thread: Int) -> Bool {
    !threads[thread].errands.isEmpty || threads[thread].done < scene.threads[thread].count
  }

  /// Whether nothing is on its way.
  var isQuiet: Bool { stepsOfBindings.isEmpty }

  /// What can be done next that isn't a thread's.
  var stepsOfBindings: [Step] {
    var steps: [Step] = []
    for (index, link) in links.enumerated() {
      for side in [BindingEnd.first, .second] {
        if link.carried[side] != nil {
          steps.append(.carry(index, side))
        } else if !link.told[side].isEmpty {
          steps.append(.hear(index, side))
        }
        if !link.errands[side].isEmpty { steps.append(.run(index, side)) }
      }
      if !link.toDo.isEmpty {
        steps.append(.goOn(index))
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
    case .thread(let thread): goOn(thread)
    case .hear(let link, let side):
      let isLast = mistake == .tellsOutOfOrder
      let news = isLast ? links[link].told[side].removeLast() : links[link].told[side].removeFirst()
      hear(news, link, side)
    case .carry(let link, let side): carry(link, side)
    case .handle(let link, let here): handle(links[link].gate.removeFirst(), link, at: here)
    case .goOn(let link):
      let errand = links[link].toDo.removeFirst()
      links[link].toDo = perform(errand, link, by: .owner) + links[link].toDo
      sendErrandsAway(link)
    case .run(let link, let side):
      let errand = links[link].errands[side].removeFirst()
      let rest = perform(errand, link, by: .queue)
      links[link].errands[side] = rest + links[link].errands[side]
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

  private mutating func goOn(_ thread: Int) {
    if !threads[thread].errands.isEmpty {
      let (link, errand) = threads[thread].errands.removeFirst()
      // What belongs to a queue is sent there.
      if let side = errand.place, isOnQueue(link, side) { return links[link].errands[side].append(errand) }
      threads[thread].errands = perform(errand, link, by: .thread).map { (link, $0) } + threads[thread].errands
      return
    }
    let task = scene.threads[thread][threads[thread].done]
    threads[thread].done += 1
    switch task {
    case .set(let opinion, let end):
      if mistake == .stampsTooEarly {
        threads[thread].errands = [(0, .set(opinion, at: end, Stamp.new()))]
      } else {
        set(opinion, at: end, stamp(at: end), waits: false)
      }
    case .setBoth(let one, let other):
      set(one, at: 0, stamp(at: 0), waits: true)
      set(other, at: 1, stamp(at: 1), waits: true)
    case .bind(let link): threads[thread].errands = errandsOfBeginning(link).map { (link, $0) }
    case .hold(let side):
      if !isQuiet { opinions.isDoubtful = true }
      links[0].holds[side] += 1
      if mistake != .marksHeldLate { links[0].isHeld[side] = true }
      // What is on its way to the other end may be heard of within the session.
      let link = scene.links[0]
      opinions.sessions[side] = ends[link.end(side)].visitors & ~ends[link.end(side.other)].visitors
      threads[thread].errands = [(0, .send(.hold(side)))]
    case .release(let side):
      if !isQuiet { opinions.isDoubtful = true }
      links[0].mustBeHeld[side] = false
      links[0].gate.append(.release(side))
    case .cancel:
      links[0].isOver = true
      threads[thread].errands = [(0, .close)]
    }
  }

  private func errandsOfBeginning(_ link: Int) -> [ModelLink.Errand] {
    let source = scene.links[link].start == .fromFirst ? BindingEnd.first : .second
    if mistake == .readsBeforeObserving {
      return [.stamp(source), .observe(.first), .observe(.second)]
    }
    let isDetour = isOnQueue(link, source.other)
    return [.observe(.first), .observe(.second), isDetour ? .pass(source.other) : .stamp(source)]
  }

  /// The stamp of a set, where a binding wants to know.
  private func stamp(at end: Int) -> Stamp { isObserved(end) ? .new() : .none }
}
