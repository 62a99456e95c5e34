import ModelChecking
import Signals

/// What stands behind `deliver(on:)`, with the real ``SerialiserState``, ``Backlog`` and ``ConnectionState`` in the middle: a source
/// that threads send to, the buffer, the drain on the queue, handlers that send and cancel, and who cancels elsewhere.
///
/// A step is what happens between two looks at what others may change; what is done under the lock is one step. The source
/// lets one event through at a time, so who sends while it is busy waits here, where a real one would take the event over.
struct DeliveryMachine: Machine {
  /// What a thread does, one after the other; or what the handler of an event does.
  enum Task: Hashable {
    case send(Int)
    case end(Int)
    case cancel
    /// The same, and is told when no handler runs any more.
    case cancelAndWait
  }

  /// Who runs the blocks of the queue.
  enum Place: Hashable {
    case serialQueue
    /// Two blocks may run at once.
    case concurrentQueue
    /// The first thread is the main thread, and may be delivered to inline.
    case main
  }

  /// One-line mistakes, to see that they are found.
  enum Mistake: Hashable {
    /// "Nothing waits" and "nobody delivers" are two steps of a drain that ends.
    case marksIdleLater
    /// Who brings the first event sends no drain on its way.
    case forgetsToSchedule
    /// A drain that has done its share leaves the rest to nobody.
    case forgetsTheRest
    /// Whoever brings an event sends a drain on its way.
    case schedulesTwice
    /// An event takes its place in the state first, and in the buffer later.
    case appendsLater
    /// An end counts as a value does.
    case boundsTheEnd
    /// A drain takes all that waits out of a bounded buffer.
    case fetchesEverything
    /// Whether somebody still listens is looked at when an event is fetched.
    case looksTooEarly
    /// What a handler sends goes before what waits.
    case overtakes
    /// On the main thread events are delivered inline, though others wait.
    case ignoresWhatWaits
    /// The drain doesn't look whether somebody else is at it.
    case drainsWhileOwned
    /// A drain that ends forgets what others have asked for.
    case forgetsRequests
    /// Who cancels only closes the line.
    case onlyCloses
    /// Who cancels lets go of everything at once, though a handler runs.
    case releasesAtOnce
  }

  struct Step: Hashable {
    let thread: Int
    /// Where there is a choice: whether the main thread turns to the blocks of its queue.
    var drains = false
    /// Whether the drain stops now, and leaves the rest to another block.
    var stops = false
  }

  private enum Request: Hashable {
    case release
    case tell
  }

  private indirect enum Counter: Hashable {
    case ready
    case entering(Int, then: Counter)
    case passing(Int, then: Counter)
    case arriving(Int, then: Counter)
    case appending(Int, schedules: Bool, then: Counter)
    case scheduling(then: Counter)
    case leavingSource(then: Counter)
    case beforeHandler(Int, wasOpen: Bool, then: Counter)
    case inHandler(Int, then: Counter)
    case afterHandler(Int, then: Counter)
    case detaching(then: Counter)
    case admitting(Request, then: Counter)
    case returning(then: Counter)
    case takingRequests(then: Counter)
    case performing([Request], then: Counter)
    case emptying(then: Counter)
    case departing(then: Counter)
    case beginningDrain
    case draining
    case fetching
    case afterShare
    case endingDrain
    case leavingDrain
  }

  private struct Program {
    let tasks: [[Task]]
    let answers: [Int: Task]
    let ends: [Int]
    let policy: BufferingPolicy
    let place: Place
    let mistake: Mistake?
  }

  private let program: Fixed<Program>
  private var tasks: [[Task]] { program.value.tasks }
  private var policy: BufferingPolicy { program.value.policy }
  private var place: Place { program.value.place }
  private var mistake: Mistake? { program.value.mistake }

  // The source.
  private var source: Int?
  private var isSourceClosed = false
  private var following: [Int] = []
  private var upperLine: UInt = ConnectionState.connected

  // The delivery.
  private var word = SerialiserState.remote
  private var inbox: InboxValue
  private var requests: [Request] = []
  private var batch: [Int] = []
  /// What overtakes, where that mistake is made.
  private var own: [Int] = []
  private var hasBelow = true
  private var lowerLine: UInt = ConnectionState.connected
  private var drains = 0
  private var drainsUnderWay = 0

  private var counters: [Counter]
  private var done: [Int]

  // What has been seen.
  private var handler: Int?
  private var isCancelled = false
  private var hasCancelReturned = false
  private var waitsToBeTold = 0
  /// The events in the order of the source.
  private var came: [Int] = []
  private var delivered: [Int] = []
  /// What the policy let go.
  private var dropped: [Int] = []
  /// What nobody wanted any more.
  private var unwanted: [Int] = []
  private(set) var fault: String?

  /// - Parameter answers: what the handler of an event does.
  init(
    _ tasks: [[Task]], answers: [Int: Task] = [:], _ policy: BufferingPolicy = .unbounded,
    on place: Place = .serialQueue,
    mistake: Mistake? = nil
  ) {
    let ends = (tasks.joined() + Array(answers.values)).compactMap { if case .end(let end) = $0 { end } else { nil } }
    program = Fixed(
      Program(tasks: tasks, answers: answers, ends: ends, policy: policy, place: place, mistake: mistake))
    inbox = InboxValue(policy)
    let workers =
      switch place {
      case .serialQueue: 1
      case .concurrentQueue: 2
      case .main: 0
      }
    // Those that run the blocks of the queue come last.
    counters = Array(repeating: .ready, count: tasks.count + workers)
    done = Array(repeating: 0, count: tasks.count)
  }

  private static func name(_ thread: Int) -> UInt { UInt(thread + 1) << 8 }
  private func isEnd(_ event: Int) -> Bool { program.value.ends.contains(event) }

  private var state: SerialiserState {
    get { SerialiserState(word: word) }
    set { word = newValue.word }
  }

  private var isOpen: Bool { ConnectionState(word: lowerLine).isOpen }

  private mutating func checkOwner(_ thread: Int) {
    if state.owner != Self.name(thread) { fault = "two are at it at once" }
  }

  private static func close(_ line: inout UInt) -> ConnectionState.Closing {
    var state = ConnectionState(word: line)
    defer { line = state.word }
    return state.close()
  }

  // MARK: - Steps

  var steps: [Step] {
    var steps: [Step] = []
    for (thread, counter) in counters.enumerated() {
      switch counter {
      case .ready:
        if thread < tasks.count, done[thread] < tasks[thread].count { steps.append(Step(thread: thread)) }
        if drains > 0, thread >= tasks.count || place == .main && thread == 0 {
          steps.append(Step(thread: thread, drains: true))
        }
      case .entering where source != nil && source != thread: break
      case .afterShare:
        steps.append(Step(thread: thread))
        steps.append(Step(thread: thread, stops: true))
      default: steps.append(Step(thread: thread))
      }
    }
    return steps
  }

  mutating func take(_ step: Step) { counters[step.thread] = next(step) }

  private mutating func next(_ step: Step) -> Counter {
    let thread = step.thread
    switch counters[thread] {
    case .ready:
      if step.drains {
        drains -= 1
        drainsUnderWay += 1
        return .beginningDrain
      }
      done[thread] += 1
      return begin(tasks[thread][done[thread] - 1], then: .ready)
    case .entering(let event, let then): return enter(event, thread, then: then)
    case .passing(let event, let then): return pass(event, thread, then: then)
    case .arriving(let event, let then): return arrive(event, thread, then: then)
    case .appending(let event, let schedules, let then):
      append(event)
      return schedules ? .scheduling(then: then) : then
    case .scheduling(let then):
      drains += 1
      if drains + drainsUnderWay > 1 { fault = "two drains are on their way" }
      return then
    case .leavingSource(let then):
      if !following.isEmpty { return .passing(following.removeFirst(), then: then) }
      source = nil
      return then
    case .beforeHandler(let event, let wasOpen, let then): return call(event, wasOpen, thread, then: then)
    case .inHandler(let event, let then):
      guard let answer = program.value.answers[event] else { return afterHandler(event, then: then) }
      return begin(answer, then: .afterHandler(event, then: then))
    case .afterHandler(let event, let then): return afterHandler(event, then: then)
    case .detaching(let then):
      _ = Self.close(&upperLine)
      return mistake == .onlyCloses ? then : .admitting(.release, then: then)
    case .admitting(let request, let then): return admit(request, thread, then: then)
    case .returning(let then):
      hasCancelReturned = true
      return then
    case .takingRequests(let then):
      let taken = requests
      requests = []
      state.takeRequests()
      return .performing(taken, then: then)
    case .performing(let requests, let then): return perform(requests, thread, then: then)
    case .emptying(let then):
      checkOwner(thread)
      unwanted += own + batch + inbox.events
      _ = inbox.backlog.takeAll()
      own = []
      batch = []
      return then
    case .departing(let then):
      switch state.depart() {
      case .leave, .leaveRequests: return then
      case .leaveAndSchedule: return .scheduling(then: then)
      case .stay: return .takingRequests(then: .departing(then: then))
      }
    case .beginningDrain, .draining, .fetching, .afterShare, .endingDrain, .leavingDrain:
      return drain(thread, stops: step.stops)
    }
  }

  private mutating func begin(_ task: Task, then: Counter) -> Counter {
    switch task {
    case .send(let event), .end(let event): return .entering(event, then: then)
    case .cancel: return cancel(then: .returning(then: then))
    case .cancelAndWait:
      waitsToBeTold += 1
      return cancel(then: .returning(then: .admitting(.tell, then: then)))
    }
  }

  // MARK: - The way to the buffer

  private mutating func enter(_ event: Int, _ thread: Int, then: Counter) -> Counter {
    if isSourceClosed { return then }
    isSourceClosed = isEnd(event)
    if source == thread {
      following.append(event)
      return then
    }
    source = thread
    return .passing(event, then: then)
  }

  private mutating func pass(_ event: Int, _ thread: Int, then: Counter) -> Counter {
    came.append(event)
    guard isEnd(event) else { return arrive(event, thread, then: then) }
    if Self.close(&upperLine) != .wasClosed { return .arriving(event, then: then) }
    unwanted.append(event)
    return .leavingSource(then: then)
  }

  private mutating func arrive(_ event: Int, _ thread: Int, then: Counter) -> Counter {
    let then = Counter.leavingSource(then: then)
    if mistake == .overtakes, state.owner == Self.name(thread) {
      own.append(event)
      return then
    }
    let isInline = place == .main && thread == 0
    if mistake == .ignoresWhatWaits, isInline, state.owner == 0 {
      word |= Self.name(thread)
      return .beforeHandler(event, wasOpen: isOpen, then: .departing(then: then))
    }
    switch state.arrive(on: Self.name(thread), isEnd: isEnd(event), inline: isInline, follows: false) {
    case .deliver: return .beforeHandler(event, wasOpen: isOpen, then: .departing(then: then))
    case .wait: return put(event, schedules: mistake == .schedulesTwice, then: then)
    case .waitAndSchedule: return put(event, schedules: mistake != .forgetsToSchedule, then: then)
    case .refuse: fault = "something comes after the end"
    case .follow: fault = "what a handler sends overtakes what waits"
    case .lookAgain: fault = "nobody is here for a moment only"
    }
    return then
  }

  private mutating func put(_ event: Int, schedules: Bool, then: Counter) -> Counter {
    if mistake == .appendsLater { return .appending(event, schedules: schedules, then: then) }
    append(event)
    return schedules ? .scheduling(then: then) : then
  }

  private mutating func append(_ event: Int) {
    let room = policy.room - waiting
    if let gone = inbox.backlog.append(event, isEnd: isEnd(event) && mistake != .boundsTheEnd) {
      dropped.append(gone)
      if isEnd(event) { fault = "an end counts as a value does" }
      if room > 0 { fault = "a value is dropped though there is room" }
    }
    if waiting > policy.room { fault = "more waits than the bound" }
  }

  /// How many values wait, in whatever batch.
  private var waiting: Int { (batch + inbox.events).count { !isEnd($0) } }

  // MARK: - A handler

  private mutating func call(_ event: Int, _ wasOpen: Bool, _ thread: Int, then: Counter) -> Counter {
    let listens = hasBelow && (mistake == .looksTooEarly ? wasOpen : isOpen)
    if isEnd(event) {
      // What is below is let go of, and closes its line before it tells the end.
      hasBelow = false
      guard listens, Self.close(&lowerLine) != .wasClosed || mistake == .looksTooEarly else {
        unwanted.append(event)
        return .emptying(then: then)
      }
    }
    guard listens else {
      unwanted.append(event)
      return then
    }
    if handler != nil { fault = "two handlers run at once" }
    if hasCancelReturned { fault = "a handler begins after a cancel has returned" }
    handler = thread
    delivered.append(event)
    return .inHandler(event, then: then)
  }

  private mutating func afterHandler(_ event: Int, then: Counter) -> Counter {
    handler = nil
    guard isEnd(event) else { return then }
    return .detaching(then: .emptying(then: then))
  }

  // MARK: - Cancelling

  private mutating func cancel(then: Counter) -> Counter {
    guard Self.close(&lowerLine) == .connected else { return then }
    isCancelled = true
    return .detaching(then: then)
  }

  private mutating func admit(_ request: Request, _ thread: Int, then: Counter) -> Counter {
    if mistake == .releasesAtOnce { return .performing([request], then: then) }
    switch state.admit(Self.name(thread)) {
    case .perform: return .performing([request], then: .departing(then: then))
    case .afterHandler, .lookAgain:
      requests.append(request)
      return then
    }
  }

  private mutating func perform(_ requests: [Request], _ thread: Int, then: Counter) -> Counter {
    guard let request = requests.first else { return then }
    checkOwner(thread)
    let then = Counter.performing(Array(requests.dropFirst()), then: then)
    switch request {
    case .release:
      if handler != nil { fault = "what was subscribed goes while its handler runs" }
      hasBelow = false
      _ = Self.close(&upperLine)
      return .emptying(then: then)
    case .tell:
      if handler != nil { fault = "who waits is told while a handler runs" }
      waitsToBeTold -= 1
      return then
    }
  }

  // MARK: - The drain

  private mutating func drain(_ thread: Int, stops: Bool) -> Counter {
    switch counters[thread] {
    case .beginningDrain:
      if mistake == .drainsWhileOwned {
        word = word & SerialiserState.flags | Self.name(thread)
      } else if !state.beginDrain(on: Self.name(thread)) {
        return leaveDrain()
      }
      return .draining
    case .draining: return state.has(SerialiserState.requests) ? .takingRequests(then: .fetching) : .fetching
    case .fetching:
      checkOwner(thread)
      return fetch()
    case .afterShare:
      if !own.isEmpty { return .beforeHandler(own.removeFirst(), wasOpen: isOpen, then: .afterShare) }
      return stops ? .endingDrain : .draining
    case .leavingDrain:
      word &= SerialiserState.flags & ~SerialiserState.scheduled
      return leaveDrain()
    default: return endDrain()
    }
  }

  private mutating func fetch() -> Counter {
    if batch.isEmpty {
      if mistake == .fetchesEverything {
        batch = inbox.backlog.takeAll()
      } else {
        var fetched = FIFO<Int>()
        inbox.backlog.take(into: &fetched)
        batch = Array(fetched)
      }
      if inbox.backlog.isEmpty { state.takeEvents() }
    }
    guard !batch.isEmpty else { return .endingDrain }
    return .beforeHandler(batch.removeFirst(), wasOpen: isOpen, then: .afterShare)
  }

  private mutating func endDrain() -> Counter {
    let hasRest = !batch.isEmpty || !inbox.backlog.isEmpty
    if mistake == .marksIdleLater, !hasRest, !state.has(SerialiserState.events | SerialiserState.requests) {
      return .leavingDrain
    }
    if mistake == .forgetsRequests { state.takeRequests() }
    switch state.endDrain(hasRest: hasRest) {
    case .leave, .leaveRequests: return leaveDrain()
    case .leaveAndSchedule:
      let left = leaveDrain()
      return mistake == .forgetsTheRest ? left : .scheduling(then: left)
    case .stay: return .takingRequests(then: .endingDrain)
    }
  }

  private mutating func leaveDrain() -> Counter {
    drainsUnderWay -= 1
    return .ready
  }

  // MARK: - What has to be true in the end

  var faultAtRest: String? {
    if counters != Array(repeating: .ready, count: counters.count) { return "somebody waits for ever" }
    if !inbox.backlog.isEmpty || !batch.isEmpty || !own.isEmpty { return "an event is stranded" }
    if !requests.isEmpty { return "a request is stranded" }
    if word & ~(SerialiserState.closed | SerialiserState.remote) != 0 { return "something is left in the word" }
    if !isOpen, hasBelow { return "what was subscribed is kept" }
    if waitsToBeTold != 0 { return "who waits is never told" }
    if delivered != came.filter(delivered.contains) { return "the events come in another order" }
    if (delivered + dropped + unwanted).sorted() != came.sorted() { return "not each event is delivered once" }
    return isCancelled ? nil : faultOfPolicy
  }

  /// What is missing, where nobody cancelled.
  private var faultOfPolicy: String? {
    if !unwanted.isEmpty { return "an event is lost" }
    if let end = came.first(where: isEnd), delivered.last != end { return "the end is lost" }
    let values = came.filter { !isEnd($0) }
    let kept = policy.keepsLast ? values.suffix(policy.room) : values.prefix(policy.room)
    return kept.allSatisfy(delivered.contains) ? nil : "a value is dropped that the policy keeps"
  }
}
