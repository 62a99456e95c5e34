import ModelChecking
import Signals

/// A serialiser's coordination, with the real ``SerialiserState`` in the middle: threads that send, subscribe and cancel, and
/// the drain on the queue. What happens between two looks at what others may change is one step.
struct SerialiserMachine: Machine {
  /// What a thread does, one after the other.
  enum Task: Hashable {
    case send(Int)
    /// The last event that is accepted.
    case end(Int)
    /// What is done as the owner, by name.
    case request(Int)
    /// The same, where it takes no time and calls nobody.
    case briefRequest(Int)

    var event: Int? {
      switch self {
      case .send(let event), .end(let event): event
      case .request, .briefRequest: nil
      }
    }

    var request: Int? {
      switch self {
      case .request(let name), .briefRequest(let name): name
      case .send, .end: nil
      }
    }
  }

  /// One-line mistakes, to see that they are found.
  enum Mistake: Hashable {
    /// Who leaves doesn't look whether something waits.
    case leavesWithoutLooking
    /// The same, and forgets to send a drain on its way.
    case forgetsToHandOver
    /// "Nothing waits" and "nobody delivers" are two steps.
    case marksIdleLater
    /// Whoever finds nobody delivering delivers, though others wait.
    case overtakes
    /// The drain doesn't look whether somebody delivers.
    case drainsWhileOwned
    /// Who leaves forgets what others have asked for.
    case forgetsRequests
    /// The drain looks for requests before it fetches what waits, and not after.
    case asksBeforeFetching
    /// The end is accepted, and so is what comes after it.
    case staysOpen
    /// Who owns for a moment doesn't tell of it, and who leaves does so in the usual way.
    case isNotBrief
    /// The drain that has done its share leaves the rest of what handlers sent where any owner delivers it.
    case leavesTheRestToAnyOwner
    /// The same drain doesn't tell that it has left something.
    case forgetsTheRest
    /// The next drain begins with what others have sent.
    case takesUpTheRestLater
  }

  struct Step: Hashable {
    let thread: Int
    /// Where there is a choice: whether the drain has done its share now, and leaves the rest to another block.
    var stops = false
  }

  private indirect enum Counter: Hashable {
    case ready
    case locking(Task)
    case appending(Task, schedules: Bool)
    case appendingRequest(Int)
    case scheduling
    case beforeHandler(Int, then: Counter)
    case inHandler(Int, then: Counter)
    case leaving
    case settling(then: Counter)
    case settled(then: Counter)
    case departing
    case takingRequests(then: Counter)
    case performing([Int], then: Counter)
    case leavingBriefly
    case beginningDrain
    case draining
    case fetching
    case fetched
    case takingNext
    case looking(then: Counter)
    case following
    case sharing
    case delivered
    case endingDrain
    case leavingDrain
  }

  private let tasks: [[Task]]
  /// What the handler of an event sends to its own source.
  private let answers: [Int: Int]
  private let isInline: Bool
  private let mistake: Mistake?

  private var word: UInt
  private var lock: Int?
  private var inbox: [Int] = []
  private var requests: [Int] = []
  private var own: [Int] = []
  private var postponed: [Int] = []
  private var batch: [Int] = []
  private var drains = 0
  private var counters: [Counter]
  private var done: [Int]
  private var handler: Int?
  private var delivered: [Int] = []
  private var performed: [Int] = []
  private var refused: [Int] = []
  private(set) var fault: String?

  /// - Parameters:
  ///   - answers: which event's handler sends what to its own source.
  ///   - isInline: whether events are delivered where they are sent, if nobody else is at it.
  init(_ tasks: [[Task]], answers: [Int: Int] = [:], isInline: Bool = true, mistake: Mistake? = nil) {
    self.tasks = tasks
    self.answers = answers
    self.isInline = isInline
    self.mistake = mistake
    word = isInline ? 0 : SerialiserState.remote
    // The last one is the queue's.
    counters = Array(repeating: .ready, count: tasks.count + 1)
    done = Array(repeating: 0, count: tasks.count)
  }

  private var queue: Int { tasks.count }
  private static func name(_ thread: Int) -> UInt { UInt(thread + 1) << 8 }
  private func has(_ flag: UInt) -> Bool { state.has(flag) }

  private var state: SerialiserState {
    get { SerialiserState(word: word) }
    set { word = newValue.word }
  }

  // MARK: - Steps

  var steps: [Step] {
    var steps: [Step] = []
    for thread in counters.indices where canGoOn(thread) {
      steps.append(Step(thread: thread))
      if mayStop(thread) { steps.append(Step(thread: thread, stops: true)) }
    }
    return steps
  }

  /// Whether the drain may stop here. It has delivered one event at least then, so that there is an end to it.
  private func mayStop(_ thread: Int) -> Bool {
    switch counters[thread] {
    case .sharing: !own.isEmpty
    case .delivered: true
    default: false
    }
  }

  private func canGoOn(_ thread: Int) -> Bool {
    switch counters[thread] {
    case .ready: thread == queue ? drains > 0 : done[thread] < tasks[thread].count
    case .locking, .departing, .takingRequests, .beginningDrain, .fetching, .endingDrain: lock == nil
    default: true
    }
  }

  mutating func take(_ step: Step) { counters[step.thread] = next(step) }

  private mutating func next(_ step: Step) -> Counter {
    let thread = step.thread
    switch counters[thread] {
    case .ready: return begin(thread)
    case .locking(let task): return lock(for: task, thread)
    case .appending(let task, let schedules):
      if let event = task.event { inbox.append(event) }
      lock = nil
      return schedules ? .scheduling : .ready
    case .appendingRequest(let name):
      requests.append(name)
      lock = nil
      return .ready
    case .scheduling:
      drains += 1
      if isInline, hasOneSender { fault = "an event is left behind, though nobody else delivers" }
      return .ready
    case .beforeHandler(let event, let then):
      if handler != nil { fault = "two owners" }
      if !isInline, thread != queue { fault = "an event is delivered off the queue" }
      if isTooEarly(event) { fault = "what a thread sends comes before what it had asked for" }
      handler = thread
      return .inHandler(event, then: then)
    case .inHandler(let event, let then):
      handler = nil
      delivered.append(event)
      if let answer = answers[event] {
        if state.arrive(on: Self.name(thread), isEnd: false, inline: false) == .follow {
          own.append(answer)
        } else {
          refused.append(answer)
        }
      }
      return then
    case .leaving:
      if !own.isEmpty { return .settling(then: .departing) }
      return release(thread) ? .ready : .settling(then: .departing)
    case .settling(let then):
      if has(SerialiserState.requests) { return .takingRequests(then: .settled(then: then)) }
      return deliverOwn(then: then)
    case .settled(let then): return deliverOwn(then: then)
    case .departing: return depart(thread)
    case .takingRequests(let then):
      let taken = requests
      requests = []
      state.takeRequests()
      return .performing(taken, then: then)
    case .performing(let names, let then):
      if handler != nil { fault = "a request is done while a handler runs" }
      performed += names
      return then
    case .leavingBriefly:
      if own.isEmpty, word == Self.name(thread) | SerialiserState.brief {
        word = 0
        return .ready
      }
      word &= ~SerialiserState.brief
      return .leaving
    case .beginningDrain:
      if mistake == .drainsWhileOwned {
        word = word & SerialiserState.flags | Self.name(thread)
      } else if !state.beginDrain(on: Self.name(thread)) {
        return .ready
      }
      return mistake == .takesUpTheRestLater ? .draining : takeUpPostponed(then: .draining)
    case .draining:
      if mistake == .asksBeforeFetching, has(SerialiserState.requests) { return .takingRequests(then: .fetching) }
      return .fetching
    case .fetching: return fetch()
    case .fetched:
      let asks = has(SerialiserState.requests) && mistake != .asksBeforeFetching
      return asks ? .takingRequests(then: .takingNext) : .takingNext
    case .takingNext:
      if batch.isEmpty {
        return mistake == .takesUpTheRestLater ? takeUpPostponed(then: .endingDrain) : .endingDrain
      }
      return .beforeHandler(batch.removeFirst(), then: .looking(then: .following))
    case .leavingDrain:
      word &= SerialiserState.flags & ~SerialiserState.scheduled
      return .ready
    case .looking(let then): return has(SerialiserState.requests) ? .takingRequests(then: then) : then
    case .following:
      return own.isEmpty ? .delivered : .beforeHandler(own.removeFirst(), then: .looking(then: .sharing))
    case .sharing: return step.stops ? postpone() : .following
    case .delivered: return step.stops ? .endingDrain : .draining
    case .endingDrain: return endDrain()
    }
  }

  private mutating func begin(_ thread: Int) -> Counter {
    if thread == queue {
      drains -= 1
      return .beginningDrain
    }
    let task = tasks[thread][done[thread]]
    done[thread] += 1
    // The short ways.
    switch task {
    case .send(let event) where word == 0:
      word = Self.name(thread)
      return .beforeHandler(event, then: .leaving)
    case .briefRequest(let request) where word == 0:
      word = Self.name(thread) | (mistake == .isNotBrief ? 0 : SerialiserState.brief)
      return .performing([request], then: mistake == .isNotBrief ? .leaving : .leavingBriefly)
    default: return .locking(task)
    }
  }

  private mutating func lock(for task: Task, _ thread: Int) -> Counter {
    switch task {
    case .send(let event), .end(let event): return arrive(event, task, thread)
    case .request(let request), .briefRequest(let request):
      let isBrief = task == .briefRequest(request) && mistake != .isNotBrief
      switch state.admit(Self.name(thread), briefly: isBrief) {
      case .perform: return .performing([request], then: isBrief ? .leavingBriefly : .leaving)
      // The thread looks again: it stays where it is.
      case .lookAgain: return .locking(task)
      case .afterHandler:
        lock = thread
        return .appendingRequest(request)
      }
    }
  }

  private mutating func arrive(_ event: Int, _ task: Task, _ thread: Int) -> Counter {
    if mistake == .overtakes, isInline, word & ~SerialiserState.flags == 0 {
      word |= Self.name(thread)
      return .beforeHandler(event, then: .leaving)
    }
    let isEnd = task == .end(event) && mistake != .staysOpen
    switch state.arrive(on: Self.name(thread), isEnd: isEnd, inline: isInline) {
    case .deliver: return .beforeHandler(event, then: .leaving)
    case .wait:
      lock = thread
      return .appending(task, schedules: false)
    case .waitAndSchedule:
      lock = thread
      return .appending(task, schedules: true)
    case .refuse:
      refused.append(event)
      return .ready
    case .lookAgain: return .locking(task)
    case .follow:
      fault = "who isn't in a handler is taken for the owner"
      return .ready
    }
  }

  private mutating func release(_ thread: Int) -> Bool {
    guard word == Self.name(thread) || mistake == .leavesWithoutLooking else { return false }
    word &= mistake == .leavesWithoutLooking ? SerialiserState.flags : 0
    return true
  }

  private mutating func deliverOwn(then: Counter) -> Counter {
    own.isEmpty ? then : .beforeHandler(own.removeFirst(), then: .settling(then: then))
  }

  private mutating func depart(_ thread: Int) -> Counter {
    if mistake == .forgetsRequests { state.takeRequests() }
    switch state.depart() {
    case .leave, .leaveRequests: return .ready
    case .leaveAndSchedule: return mistake == .forgetsToHandOver ? .ready : .scheduling
    case .stay: return .takingRequests(then: .settling(then: .departing))
    }
  }

  private mutating func fetch() -> Counter {
    if batch.isEmpty {
      batch = inbox
      inbox = []
      state.takeEvents()
    }
    return .fetched
  }

  private mutating func postpone() -> Counter {
    if mistake != .leavesTheRestToAnyOwner { swap(&own, &postponed) }
    return .endingDrain
  }

  private mutating func takeUpPostponed(then: Counter) -> Counter {
    own += postponed
    postponed = []
    return own.isEmpty ? then : .looking(then: .following)
  }

  private mutating func endDrain() -> Counter {
    let leavesRest = !(own + postponed).isEmpty && mistake != .forgetsTheRest
    let hasRest = leavesRest || !batch.isEmpty || !inbox.isEmpty
    if mistake == .marksIdleLater, !hasRest, !has(SerialiserState.events | SerialiserState.requests) {
      return .leavingDrain
    }
    switch state.endDrain(hasRest: hasRest) {
    case .leave, .leaveRequests: return .ready
    case .leaveAndSchedule: return .scheduling
    case .stay: return .takingRequests(then: .endingDrain)
    }
  }

  // MARK: - What has to be true

  /// Whether the thread that sent an event had asked for something before, which isn't done: who subscribes and then sends
  /// gets what it sends.
  private func isTooEarly(_ event: Int) -> Bool {
    let before = tasks.lazy.compactMap { thread in
      thread.firstIndex { $0.event == event }.map { thread[..<$0].compactMap(\.request) }
    }.first
    return before?.contains { !performed.contains($0) } ?? false
  }

  /// Whether all others only do what takes no time.
  private var hasOneSender: Bool {
    tasks.count { $0.contains { $0.event != nil } } == 1
      && tasks.joined().allSatisfy { if case .request = $0 { false } else { true } }
  }

  var faultAtRest: String? {
    if counters != Array(repeating: .ready, count: counters.count) { return "somebody waits for ever" }
    if !inbox.isEmpty || !batch.isEmpty || !own.isEmpty || !postponed.isEmpty { return "an event is stranded" }
    if !requests.isEmpty { return "a request is stranded" }
    if word & ~(SerialiserState.closed | SerialiserState.remote) != 0 { return "something is left in the word" }
    if performed.sorted() != tasks.joined().compactMap(\.request).sorted() { return "not each request is done once" }
    return faultOfEvents
  }

  private var faultOfEvents: String? {
    let sent = tasks.joined().compactMap(\.event)
    let answered = delivered.compactMap { answers[$0] }
    if (delivered + refused).sorted() != (sent + answered).sorted() { return "not each event is delivered once" }
    for thread in tasks {
      let order = thread.compactMap(\.event).filter { delivered.contains($0) }
      if delivered.filter({ order.contains($0) }) != order { return "the events of a thread come in another order" }
    }
    for (event, answer) in answers where delivered.contains(answer) {
      guard let first = delivered.firstIndex(of: event), delivered.firstIndex(of: answer) == first + 1 else {
        return "what a handler sends doesn't come next"
      }
    }
    if let end = tasks.joined().first(where: { if case .end = $0 { true } else { false } })?.event,
      delivered.contains(end), delivered.last != end, answers[end] == nil
    {
      return "something comes after the end"
    }
    return refused.isEmpty || has(SerialiserState.closed) ? nil : "an event is refused before the end"
  }
}
