import ModelChecking
import Signals

/// Threads whose turns meet in joins: sources that feed one or several inputs, transactions, ends, joins below joins, and the
/// drains of what waits. Each join's word is the real ``SerialiserState``; what else it keeps is a ``JoinValue``.
///
/// A step is what happens between two looks at what others may change. A source lets one event through at a time, so who
/// sends while it is busy waits here, where a real one would take the event over.
struct JoinMachine: Machine {
  enum Send: Hashable {
    /// The source's next value.
    case value(of: Int)
    case finish(of: Int)
    case failure(of: Int)

    var source: Int {
      switch self {
      case .value(let source), .finish(let source), .failure(let source): source
      }
    }

    var isValue: Bool { if case .value = self { true } else { false } }
    var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  /// What a thread does, one after the other.
  enum Task: Hashable {
    case send(Send)
    case transaction([Send])

    var sends: [Send] {
      switch self {
      case .send(let send): [send]
      case .transaction(let sends): sends
      }
    }
  }

  /// One-line mistakes, to see that they are found.
  enum Mistake: Hashable {
    case inTheJoin(JoinValue.Mistake)
    /// The room is free before what lies there has been taken in.
    case freesEarly
    /// The room stays taken where another thread takes in what lies there.
    case forgetsToFree
    /// What comes goes into the room, be it another turn's.
    case sharesTheRoom
    /// The join speaks at each event, and doesn't wait for the end of the turn.
    case speaksAtOnce
    /// What finds no room is learned at once, and not at the end of the turn.
    case learnsAtOnce
    /// Something goes into the room though more of that turn is apart already.
    case divides
    /// The join speaks though another thread is at it.
    case speaksWhileOwned
    /// Who leaves sends no drain on its way.
    case forgetsToHandOver
    /// The join that was reached first speaks first.
    case ignoresDepth
  }

  struct Step: Hashable {
    let thread: Int
  }

  private typealias Event = JoinValue.Event
  private typealias Deed = JoinValue.Deed

  private enum Participant: Hashable {
    case join(Int)
    case apart(Int, [Deed])

    var join: Int {
      switch self {
      case .join(let join), .apart(let join, _): join
      }
    }
  }

  private indirect enum Counter: Hashable {
    case ready
    case sending([Send], turn: Int?, then: Counter)
    case feeding(Event, to: [JoinGraph.Place], turn: Int?, then: Counter)
    case echoing(source: Int, then: Counter)
    case leavingSource(Int, then: Counter)
    case settling(Int, then: Counter)
    case speaking(Int, turn: Int?, then: Counter)
    case takingOut(Int, turn: Int?, then: Counter)
    case takingIn(Int, turn: Int?, then: Counter)
    case learning([Deed], Int, turn: Int?, then: Counter)
    case arriving([Deed], Int, then: Counter)
    case scheduling(Int, then: Counter)
    case saying([Event], Int, turn: Int?, then: Counter)
    case inHandler(then: Counter)
    case leaving(Int, then: Counter)
    case departing(Int, then: Counter)
    case beginningDrain
    case fetching
    case afterEvent
    case endingDrain
  }

  private struct Program {
    let graph: JoinGraph
    let tasks: [[Task]]
    let mistake: Mistake?
  }

  private let program: Fixed<Program>
  private var graph: JoinGraph { program.value.graph }
  private var tasks: [[Task]] { program.value.tasks }
  private var mistake: Mistake? { program.value.mistake }

  private var owners: [Int?]
  private var counts: [Int]
  private var hasEnded: [Bool]
  private var joins: [JoinValue]
  /// What each turn has reached, in that order.
  private var turns: [Int: [Participant]] = [:]
  private var counters: [Counter]
  private var done: [Int]

  // What has been seen.
  private var handler: Int?
  private var said: [[Int]] = []
  private var end: JoinValue.Event?
  private var turnCount = 0
  /// What each transaction brought last of each source.
  private var together: [Int: [Int: Int]] = [:]
  private(set) var fault: String?

  init(_ graph: JoinGraph, _ tasks: [[Task]], mistake: Mistake? = nil) {
    program = Fixed(Program(graph: graph, tasks: tasks, mistake: mistake))
    hasEnded = Array(repeating: false, count: graph.sources.count)
    owners = Array(repeating: nil, count: graph.sources.count)
    counts = Array(repeating: 0, count: graph.sources.count)
    // Those that run the drains come last, one for each join.
    counters = Array(repeating: .ready, count: tasks.count + graph.joins.count)
    done = Array(repeating: 0, count: tasks.count)
    joins = []
    for index in graph.joins.indices {
      var join = graph.makeJoin(index)
      if case .inTheJoin(let mistake) = mistake { join.mistake = mistake }
      joins.append(join)
    }
  }

  // MARK: - Names

  private static func name(_ thread: Int) -> UInt { UInt(thread + 1) << 8 }

  // A source, a thread's transaction and a join have one turn at a time.
  private static func turn(ofSource source: Int) -> Int { 100 + source }
  private static func turn(ofTransactionOn thread: Int) -> Int { 200 + thread }
  private static func turn(ofJoin join: Int) -> Int { 300 + join }
  /// How the room is claimed for what comes in no turn.
  private static let noTurn = 1

  // MARK: - Steps

  var steps: [Step] { counters.indices.filter(canGoOn).map(Step.init) }

  private func canGoOn(_ thread: Int) -> Bool {
    switch counters[thread] {
    case .ready:
      thread < tasks.count ? done[thread] < tasks[thread].count : joins[thread - tasks.count].drains > 0
    case .sending(let sends, _, _): sends.first.map { owners[$0.source] == nil } ?? true
    default: true
    }
  }

  mutating func take(_ step: Step) { counters[step.thread] = next(step.thread) }

  private mutating func next(_ thread: Int) -> Counter {
    switch counters[thread] {
    case .ready: return begin(thread)
    case .sending(let sends, let turn, let then): return send(sends, turn, thread, then: then)
    case .feeding(let event, let places, let turn, let then):
      guard let place = places.first else { return then }
      return put(event, at: place, turn, then: .feeding(event, to: Array(places.dropFirst()), turn: turn, then: then))
    case .echoing(let source, let then):
      return .sending([.value(of: source)], turn: Self.turn(ofSource: source), then: then)
    case .leavingSource(let source, let then):
      owners[source] = nil
      return then
    case .settling(let turn, let then): return settle(turn, then: then)
    case .speaking(let join, let turn, let then): return speak(join, turn, thread, then: then)
    case .takingOut(let join, let turn, let then):
      let deeds = joins[join].takeOut()
      if mistake != .forgetsToFree { joins[join].claim = 0 }
      return .learning(deeds, join, turn: turn, then: then)
    case .takingIn(let join, let turn, let then): return takeIn(join, turn, then: then)
    case .learning(let deeds, let join, let turn, let then): return learn(deeds, join, turn, thread, then: then)
    case .arriving(let deeds, let join, let then): return arrive(deeds, join, thread, then: then)
    case .scheduling(let join, let then):
      joins[join].drains += 1
      return then
    case .saying(let words, let join, let turn, let then): return say(words, join, turn, thread, then: then)
    case .inHandler(let then):
      handler = nil
      return then
    case .leaving(let join, let then): return leave(join, thread, then: then)
    case .departing(let join, let then):
      guard joins[join].state.depart() == .leaveAndSchedule else { return then }
      return mistake == .forgetsToHandOver ? then : .scheduling(join, then: then)
    case .beginningDrain, .fetching, .afterEvent, .endingDrain: return drain(thread - tasks.count, thread)
    }
  }

  private mutating func begin(_ thread: Int) -> Counter {
    if thread >= tasks.count {
      joins[thread - tasks.count].drains -= 1
      return .beginningDrain
    }
    done[thread] += 1
    switch tasks[thread][done[thread] - 1] {
    case .send(let send):
      let turn = graph.sources[send.source].isSequence ? nil : Self.turn(ofSource: send.source)
      return .sending([send], turn: turn, then: .ready)
    case .transaction(let sends):
      let turn = Self.turn(ofTransactionOn: thread)
      turns[turn] = []
      return .sending(sends, turn: turn, then: .settling(turn, then: .ready))
    }
  }

  // MARK: - A turn

  private mutating func send(_ sends: [Send], _ turn: Int?, _ thread: Int, then: Counter) -> Counter {
    guard let send = sends.first else { return then }
    let source = send.source
    owners[source] = thread
    let isTransaction = turn == Self.turn(ofTransactionOn: thread)
    let rest =
      isTransaction ? Counter.sending(Array(sends.dropFirst()), turn: turn, then: then) : then
    var after = Counter.leavingSource(source, then: rest)
    if let turn, !isTransaction {
      turns[turn] = []
      after = .settling(turn, then: after)
    }
    if hasEnded[source] { return after }
    hasEnded[source] = !send.isValue
    guard send.isValue else { return feed(send.isFailure ? .failed : .finished, source, turn, then: after) }
    counts[source] += 1
    let transaction = 10 * thread + done[thread]
    if !isTransaction || together[transaction] == nil { turnCount += 1 }
    if isTransaction { together[transaction, default: [:]][source] = counts[source] }
    if let echo = graph.sources[source].echo { after = .echoing(source: echo, then: after) }
    return feed(.value([counts[source]]), source, turn, then: after)
  }

  private func feed(_ event: Event, _ source: Int, _ turn: Int?, then: Counter) -> Counter {
    .feeding(event, to: graph.sources[source].targets, turn: turn, then: then)
  }

  /// An input of a join brings something: see ``Join/room(on:)``.
  private mutating func put(_ event: Event, at place: JoinGraph.Place, _ turn: Int?, then: Counter) -> Counter {
    let join = place.join
    guard let deed = joins[join].count(event, by: place.input) else { return then }
    guard let turn else {
      guard joins[join].claim == 0 else { return .learning([deed], join, turn: nil, then: then) }
      joins[join].claim = Self.noTurn
      joins[join].putAside(deed)
      return .speaking(join, turn: nil, then: then)
    }
    let isApart = reached(turn).contains { if case .apart(join, _) = $0 { true } else { false } }
    let takesRoom = joins[join].claim == 0 && (!isApart || mistake == .divides)
    guard joins[join].claim == turn || takesRoom || mistake == .sharesTheRoom else {
      return keepApart(deed, join, turn, then: then)
    }
    joins[join].putAside(deed)
    if joins[join].claim != turn {
      joins[join].claim = turn
      turns[turn, default: []].append(.join(join))
    }
    return mistake == .speaksAtOnce ? .settling(turn, then: then) : then
  }

  private mutating func keepApart(_ deed: Deed, _ join: Int, _ turn: Int, then: Counter) -> Counter {
    if mistake == .learnsAtOnce { return .learning([deed], join, turn: turn, then: then) }
    for (index, participant) in reached(turn).enumerated() {
      guard case .apart(join, let deeds) = participant else { continue }
      turns[turn]?[index] = .apart(join, deeds + [deed])
      return then
    }
    turns[turn, default: []].append(.apart(join, [deed]))
    return then
  }

  private func reached(_ turn: Int) -> [Participant] { turns[turn] ?? [] }

  /// The deepest speaks first; of those that lie equally deep, who was reached first.
  private mutating func settle(_ turn: Int, then: Counter) -> Counter {
    let all = reached(turn)
    // The joins come in the order of their depth.
    let deepest = mistake == .ignoresDepth ? all.first?.join : all.map(\.join).min()
    guard let index = all.firstIndex(where: { $0.join == deepest }) else {
      turns[turn] = nil
      return then
    }
    turns[turn]?.remove(at: index)
    switch all[index] {
    case .join(let join): return .speaking(join, turn: turn, then: .settling(turn, then: then))
    case .apart(let join, let deeds): return .learning(deeds, join, turn: turn, then: .settling(turn, then: then))
    }
  }

  // MARK: - A join

  private mutating func speak(_ join: Int, _ turn: Int?, _ thread: Int, then: Counter) -> Counter {
    guard own(join, thread) else { return .takingOut(join, turn: turn, then: then) }
    let then = Counter.leaving(join, then: then)
    if mistake == .freesEarly {
      joins[join].claim = 0
      return .takingIn(join, turn: turn, then: then)
    }
    return takeIn(join, turn, then: then)
  }

  private mutating func own(_ join: Int, _ thread: Int) -> Bool {
    if mistake == .speaksWhileOwned {
      joins[join].word = joins[join].word & SerialiserState.flags | Self.name(thread)
      return true
    }
    guard joins[join].word == 0 else { return false }
    joins[join].word = Self.name(thread)
    return true
  }

  private mutating func takeIn(_ join: Int, _ turn: Int?, then: Counter) -> Counter {
    // Who has ended says nothing, and looks at nothing.
    guard joins[join].isOpen else { return then }
    let deeds = joins[join].takeOut()
    joins[join].claim = 0
    joins[join].learn(deeds)
    return .saying(joins[join].speak(), join, turn: turn, then: then)
  }

  private mutating func learn(_ deeds: [Deed], _ join: Int, _ turn: Int?, _ thread: Int, then: Counter) -> Counter {
    guard own(join, thread) else { return .arriving(deeds, join, then: then) }
    return learn(deeds, join, turn, then: .leaving(join, then: then))
  }

  private mutating func arrive(_ deeds: [Deed], _ join: Int, _ thread: Int, then: Counter) -> Counter {
    switch joins[join].state.arrive(on: Self.name(thread), isEnd: false, inline: true, follows: true) {
    case .deliver: return learn(deeds, join, nil, then: .leaving(join, then: then))
    case .wait: joins[join].inbox.append(deeds)
    case .waitAndSchedule:
      joins[join].inbox.append(deeds)
      return .scheduling(join, then: then)
    case .follow, .refuse, .lookAgain: fault = "a join is taken for another's"
    }
    return then
  }

  private mutating func learn(_ deeds: [Deed], _ join: Int, _ turn: Int?, then: Counter) -> Counter {
    guard joins[join].isOpen else { return then }
    joins[join].learn(deeds)
    return .saying(joins[join].speak(), join, turn: turn, then: then)
  }

  private mutating func say(_ words: [Event], _ join: Int, _ turn: Int?, _ thread: Int, then: Counter) -> Counter {
    guard let word = words.first else { return then }
    let rest = Counter.saying(Array(words.dropFirst()), join, turn: turn, then: then)
    if case .value = word {} else { joins[join].close() }
    guard join == joins.count - 1 else {
      // What is said in no turn begins one, which ends before the owner leaves.
      return put(word, at: graph.feeds[join], turn ?? Self.turn(ofJoin: join), then: rest)
    }
    if handler != nil { fault = "two handlers run at once" }
    if end != nil { fault = "something comes after the end" }
    if case .value(let values) = word { said.append(values) } else { end = word }
    handler = thread
    return .inHandler(then: rest)
  }

  private mutating func leave(_ join: Int, _ thread: Int, then: Counter) -> Counter {
    if turns[Self.turn(ofJoin: join)] != nil {
      return .settling(Self.turn(ofJoin: join), then: .leaving(join, then: then))
    }
    guard joins[join].word == Self.name(thread) else { return .departing(join, then: then) }
    joins[join].word = 0
    return then
  }

  private mutating func drain(_ join: Int, _ thread: Int) -> Counter {
    switch counters[thread] {
    case .beginningDrain: return joins[join].state.beginDrain(on: Self.name(thread)) ? .fetching : .ready
    case .fetching:
      if joins[join].batch.isEmpty {
        joins[join].batch = joins[join].inbox
        joins[join].inbox = []
        joins[join].state.takeEvents()
      }
      guard !joins[join].batch.isEmpty else { return .endingDrain }
      return learn(joins[join].batch.removeFirst(), join, nil, then: .afterEvent)
    case .afterEvent:
      guard turns[Self.turn(ofJoin: join)] != nil else { return .fetching }
      return .settling(Self.turn(ofJoin: join), then: .fetching)
    default:
      let departure = joins[join].state.endDrain(hasRest: !joins[join].inbox.isEmpty)
      return departure == .leaveAndSchedule ? .scheduling(join, then: .ready) : .ready
    }
  }

  // MARK: - What has to be true in the end

  var faultAtRest: String? {
    if counters != Array(repeating: .ready, count: counters.count) { return "somebody waits for ever" }
    if !turns.isEmpty { return "a turn never settles" }
    for join in joins {
      if !join.inbox.isEmpty || !join.batch.isEmpty { return "an event is stranded" }
      if join.word != 0 { return "something is left in the word" }
      if join.isOpen, join.claim != 0 { return "the room stays taken" }
      if join.isOpen, !join.inputs.allSatisfy(\.aside.isEmpty) { return "what was put aside is lost" }
    }
    return faultOfWords ?? faultOfEnds
  }

  private var labels: [Int] { graph.labels(ofJoin: joins.count - 1) }
  private var sends: [Send] { tasks.joined().flatMap(\.sends) }

  private var accompanies: Bool { joins.last?.kind == .withLatest }

  private var faultOfWords: String? {
    if said.contains(where: isMixed) { return "a mixture is seen" }
    for (position, source) in labels.enumerated() {
      for (one, next) in zip(said, said.dropFirst()) where one[position] > next[position] {
        return "the values of a source come in another order"
      }
      if !hasFailed, !accompanies, graph.holdsValues, let last = said.last, last[position] != counts[source] {
        return "the last word isn't of all that came last"
      }
    }
    guard joins.count == 1, !hasFailed, graph.holdsValues else { return nil }
    if accompanies {
      return said.map { $0[0] } == Array(1...counts[labels[0]]) ? nil : "not each own value is said once"
    }
    // A turn that has brought only what is older than an end may come too late for a word of its own.
    return said.count == turnCount || end != nil && said.count < turnCount ? nil : "not each turn has its word"
  }

  /// Whether what belongs together isn't: what one value brought by several ways, or one transaction by several sources. Joins
  /// below joins promise that for turns that don't overlap, so where one thread sends.
  private func isMixed(_ values: [Int]) -> Bool {
    guard joins.count == 1 || tasks.count == 1 else { return false }
    for (position, source) in labels.enumerated() {
      for (other, source2) in labels.enumerated() where position < other {
        let (one, two) = (values[position], values[other])
        if source == source2, accompanies ? one > two : one != two { return true }
        for turn in together.values {
          guard let first = turn[source], let second = turn[source2] else { continue }
          if one == first && two < second || two == second && one < first && !accompanies { return true }
        }
      }
    }
    return false
  }

  private var hasFailed: Bool { sends.contains(where: \.isFailure) }

  private var faultOfEnds: String? {
    let ended = Set(sends.filter { !$0.isValue }.map(\.source))
    if hasFailed { return end == .failed ? nil : "the failure is lost" }
    let endsAll = accompanies ? ended.contains(labels[0]) : ended.count == counts.count
    if endsAll, end == nil { return "the end is lost" }
    return !endsAll && graph.holdsValues && end != nil ? "it ends too early" : nil
  }
}
