@testable import SignalsKVO

/// Ends that are plain values, bindings of them that use the real ``Reconciler``, and the changes in flight between the
/// two. Each move of a change is made on request, in any order that threads could bring about.
///
/// An end decides about a write as a real end does, and notifies of each of its changes in order; a binding uses the
/// direct path where the real one does. A binding consists of values and the queues of its messages.
struct SimulatedWorld {
  private(set) var ends: [SimulatedEnd]
  private(set) var links: [SimulatedLink]
  /// The faults during the run.
  private(set) var faults: [String] = []
  /// The log of the run, if it was requested.
  var story: [String]?

  /// One of the two sides on which a binding touches an end.
  struct Place: Equatable, CustomStringConvertible {
    let link: Int
    let side: BindingEnd

    var other: Place { Place(link: link, side: side.other) }
    var description: String { "\(link) \(side)" }
  }

  /// A possible move.
  enum Move: Equatable {
    /// A binding that is being made takes its next step.
    case make(Int)
    /// A binding is notified of a change of an end.
    case notify(Place)
    /// A binding handles its next message, on no particular thread or on that of an end.
    case work(Int, at: BindingEnd?)
    /// The queue of an end does its next work item.
    case run(Place)
    /// The turn that a binding waits for ends.
    case settle(Int)
    /// The correcting observer of an end is notified of a change.
    case observe(Int)
  }

  init(_ program: BindingProgram) {
    ends = program.ends.map { SimulatedEnd(plan: $0) }
    links = program.links.map { SimulatedLink(plan: $0, ends: program.ends) }
  }

  // MARK: - The steps of the program

  mutating func perform(_ step: BindingProgram.Step) {
    switch step {
    case .set(let end, let value): set(end, to: value)
    case .turn(let assignments): turn(assignments)
    case .bind(let link): bind(link)
    case .hold(let link, let side):
      guard links[link].isBound, !links[link].isOver else { return }
      links[link].held.insert(side)
      links[link].gate.append(.hold(side))
    case .release(let link, let side):
      guard links[link].isBound, !links[link].isOver else { return }
      links[link].gate.append(.release(side))
    case .cancel(let link): links[link].end()
    case .die(let end):
      guard !ends[end].isGone else { return }
      ends[end].isGone = true
      for place in places(at: end) { links[place.link].lanes[place.side, default: []].append(.gone) }
    case .leave(let end): leave(end)
    case .comeBack(let end, let value):
      guard ends[end].isAbsent else { return }
      ends[end].isAbsent = false
      store(value, at: end, stamp(at: end), by: nil, waits: false)
    case .move(let number):
      let moves = moves
      if !moves.isEmpty { make(moves[number % moves.count]) }
    case .react, .rest: break
    }
  }

  private mutating func set(_ end: Int, to value: Int) {
    guard !ends[end].isGone, !ends[end].isAbsent else { return }
    ends[end].sets.append(value)
    put(value, at: end, stamp(at: end), by: nil, waits: false)
  }

  /// The path to an end becomes nil, which is a change of it.
  private mutating func leave(_ end: Int) {
    guard !ends[end].plan.isProperty, !ends[end].isGone else { return }
    ends[end].isAbsent = true
    let stamp = stamp(at: end)
    guard !stamp.isNone else { return }
    ends[end].newest = stamp
    for place in places(at: end) {
      links[place.link].meet(stamp, place.side)
      links[place.link].lanes[place.side, default: []].append(.absent(stamp))
    }
  }

  private mutating func turn(_ assignments: [BindingProgram.Assignment]) {
    for assignment in assignments where ends[assignment.end].plan.isProperty {
      guard !ends[assignment.end].isGone else { continue }
      ends[assignment.end].sets.append(assignment.value)
      put(assignment.value, at: assignment.end, stamp(at: assignment.end), by: nil, waits: true)
    }
    // Path observers read their paths after all sets.
    var last: [Int: Int] = [:]
    for assignment in assignments where !ends[assignment.end].plan.isProperty {
      last[assignment.end] = assignment.value
    }
    for (end, value) in last.sorted(by: { $0.key < $1.key }) where !ends[end].isGone && !ends[end].isAbsent {
      ends[end].sets.append(value)
      put(ends[end].plan.made(of: value), at: end, stamp(at: end), by: nil, waits: true)
    }
  }

  /// The stamp of a set, if a binding observes the end.
  private func stamp(at end: Int) -> Stamp { places(at: end).isEmpty ? .none : .new() }

  /// The places where bindings observe an end.
  private func places(at end: Int) -> [Place] {
    var places: [Place] = []
    for (index, link) in links.enumerated() {
      for side in [BindingEnd.first, .second] where link.observes.contains(side) && link.plan.end(side) == end {
        places.append(Place(link: index, side: side))
      }
    }
    return places
  }

  // MARK: - Ends

  private func end(_ place: Place) -> Int { links[place.link].plan.end(place.side) }

  private func newest(_ place: Place) -> Stamp {
    let end = ends[end(place)]
    return end.plan.isProperty ? end.newest : links[place.link].newest[place.side, default: .none]
  }

  /// Calls the setter.
  private mutating func put(_ value: Int, at end: Int, _ stamp: Stamp, by writer: Place?, waits: Bool) {
    let made = ends[end].plan.made(of: value)
    if ends[end].plan.setter == .tens {
      store(made, at: end, stamp, by: writer, waits: waits)
      // The correction is no second set, but the binding reads it back.
      guard let writer, made != value, newest(writer) == stamp else { return }
      let correction = Stamp.new(after: stamp)
      links[writer.link].meet(correction, writer.side)
      links[writer.link].lanes[writer.side, default: []].append(.changed(made, correction, waits: waits))
      return
    }
    store(value, at: end, stamp, by: writer, waits: waits)
    guard made != value else { return }
    if !ends[end].plan.isProperty || stamp.isNone {
      let correction = stamp.isNone ? Stamp.none : Stamp.new(after: writer == nil ? .none : stamp)
      store(made, at: end, correction, by: nil, waits: waits)
    } else {
      ends[end].observers.append((stamp, waits: waits, correction: made))
    }
  }

  private mutating func store(_ value: Int, at end: Int, _ stamp: Stamp, by writer: Place?, waits: Bool) {
    ends[end].value = value
    ends[end].timesSet += 1
    guard !stamp.isNone else { return }
    ends[end].newest = stamp
    for place in places(at: end) {
      var stamp = stamp
      if !ends[end].plan.isProperty {
        if place == writer { continue }
        if stamp < newest(place) { stamp = .new(after: stamp) }
        links[place.link].meet(stamp, place.side)
      }
      links[place.link].lanes[place.side, default: []].append(.changed(value, stamp, waits: waits))
    }
  }

  private mutating func write(_ write: Write<Int>, at place: Place, waits: Bool) {
    guard !links[place.link].isOver else { return }
    if links[place.link].held.contains(place.side) {
      links[place.link].gate.append(.takeBack(write, place.side))
    } else {
      offer(write, at: place, waits: waits)
    }
  }

  private mutating func offer(_ write: Write<Int>, at place: Place, waits: Bool) {
    let end = end(place)
    let outcome = write.outcome(newest(place), isAlone: places(at: end).count == 1)
    note("  written to \(end): \(write.value) \(write.stamp.order) \(write.condition): \(outcome)")
    if outcome == .write {
      links[place.link].meet(write.stamp, place.side)
      if !ends[end].isGone, !ends[end].isAbsent {
        put(write.value, at: end, write.stamp.carried, by: place, waits: waits)
      }
    }
    switch outcome {
    case .leave: return
    case .write:
      // The set of a property notifies the binding itself.
      if !write.isAnswered || ends[end].plan.isProperty { return }
    case .restamp:
      ends[end].newest = max(ends[end].newest, write.stamp)
      links[place.link].meet(write.stamp, place.side)
    }
    // Older changes that were not reported yet come first.
    if links[place.link].lanes[place.side, default: []].isEmpty {
      receive(write.value, write.stamp, at: place, waits: waits)
    } else {
      links[place.link].lanes[place.side]?.append(.changed(write.value, write.stamp, waits: waits))
    }
  }

  // MARK: - Bindings

  private mutating func bind(_ link: Int) {
    guard !links[link].isBound, !links[link].isOver else { return }
    let ends = [links[link].plan.first, links[link].plan.second]
    guard !ends.contains(where: { self.ends[$0].isGone || self.ends[$0].isAbsent }) else { return }
    links[link].isBound = true
    let source: BindingEnd = links[link].plan.start == .fromFirst ? .first : .second
    links[link].making = [.observe(.first), .observe(.second), .pass(source.other, then: source)]
    // On a single thread the steps of the initial binding are not interrupted.
    if !ends.contains(where: { self.ends[$0].plan.isProperty || self.ends[$0].plan.isRemote }) {
      while !links[link].making.isEmpty { make(.make(link)) }
    }
  }

  private mutating func run(_ item: SimulatedLink.WorkItem, of link: Int) {
    guard !links[link].isOver else { return }
    switch item {
    case .observe(let side):
      links[link].observes.insert(side)
    case .pass(_, let source): links[link].making.append(.read(source))
    case .read(let side):
      let place = Place(link: link, side: side)
      let stamp = Stamp.new()
      if links[link].isDirect { links[link].beginning = (stamp, side, knowing: newest(place)) }
      links[link].gate.append(.begin(ends[end(place)].value, stamp, side, knowing: newest(place)))
    case .write(let write, let side): self.write(write, at: Place(link: link, side: side), waits: false)
    }
  }

  /// A binding receives the notification of a change.
  private mutating func receive(_ value: Int, _ stamp: Stamp, at place: Place, waits: Bool) {
    guard !links[place.link].isOver else { return }
    if links[place.link].isDirect {
      guard let (beginning, source, known) = links[place.link].beginning else { return }
      if stamp <= beginning {
        guard place.side == source, stamp > known, stamp < beginning else { return }
        let renewed = Write(value: value, stamp: .new(after: stamp), condition: .unlessAt(stamp), isAnswered: true)
        return offer(renewed, at: place, waits: waits)
      }
    }
    if links[place.link].isUnobstructed {
      if stamp <= newest(place.other) { return }
      if !stamp.isSpent, !waits {
        return write(Write(value: value, stamp: stamp, condition: .ifNewer), at: place.other, waits: false)
      }
    }
    links[place.link].gate.append(.changed(value, stamp, place.side, waits: waits))
  }

  /// A binding handles its next message.
  private mutating func work(_ link: Int, at here: BindingEnd?) {
    let message = links[link].gate.removeFirst()
    let resolution: Resolution<Int, Int>
    var side: BindingEnd?
    var waits = false
    switch message {
    case .changed(let value, let stamp, let end, let isInTurn):
      side = end
      waits = isInTurn
      resolution = links[link].reconciler.receive(
        .init(StampedValue(value: value, stamp: stamp), of: end), waiting: waits)
      if resolution.isNewWrite { links[link].isUnsettled = false }
    case .begin(let value, let stamp, let end, let known):
      side = end
      links[link].hasBegun = true
      links[link].gate.insert(.settle, at: 0)
      resolution = links[link].reconciler.begin(
        .init(StampedValue(value: value, stamp: stamp), of: end), knowing: known)
    case .settle:
      waits = true
      resolution = links[link].reconciler.settle()
    case .absent(let end, let stamp):
      links[link].reconciler.noteAbsence(of: end, stamp)
      return
    case .hold(let end):
      links[link].held.insert(end)
      links[link].reconciler.hold(end)
      return
    case .takeBack(let write, let end):
      if links[link].held.contains(end) { links[link].reconciler.hold(end) }
      resolution = links[link].reconciler.withdraw(.init(write, of: end))
    case .release(let end):
      side = end
      resolution = links[link].reconciler.release(end)
      links[link].held.remove(end)
    }
    conclude(resolution, of: side, link, at: here, waits: waits)
  }

  private mutating func conclude(
    _ resolution: Resolution<Int, Int>, of side: BindingEnd?, _ link: Int, at here: BindingEnd?, waits: Bool
  ) {
    if waits, links[link].reconciler.hasStaged { links[link].awaitsTurn = true }
    var writes = [(BindingEnd.second, resolution.other), (.first, resolution.own)]
    // Resolutions are expressed from the point of view of the first end.
    if side == .second { writes.reverse() }
    for (end, write) in writes {
      guard let write else { continue }
      let reconciler = links[link].reconciler
      if end == .first ? reconciler.first.isHeld : reconciler.second.isHeld { faults.append("write to a held end") }
      links[link].isRefused = false
      if ends[links[link].plan.end(end)].plan.isRemote, here != end {
        links[link].workItems[end, default: []].append(.write(write, end))
      } else {
        self.write(write, at: Place(link: link, side: end), waits: waits)
      }
    }
    switch resolution.report {
    case .rejection:
      links[link].isRefused = true
      links[link].wasRefused = true
    case .unsettled:
      links[link].isUnsettled = true
      links[link].wasUnsettled = true
    case nil: break
    }
  }

  // MARK: - The possible moves

  var moves: [Move] {
    var moves: [Move] = []
    for (index, link) in links.enumerated() where !link.isOver {
      if !link.making.isEmpty { moves.append(.make(index)) }
      if !link.gate.isEmpty {
        moves.append(.work(index, at: nil))
        for side in [BindingEnd.first, .second] where ends[link.plan.end(side)].plan.isRemote {
          // A queue does one work item after the other.
          if link.workItems[side, default: []].isEmpty { moves.append(.work(index, at: side)) }
        }
      }
      if link.awaitsTurn { moves.append(.settle(index)) }
      for side in [BindingEnd.first, .second] {
        let place = Place(link: index, side: side)
        if link.lanes[side]?.isEmpty == false { moves.append(.notify(place)) }
        if link.workItems[side]?.isEmpty == false { moves.append(.run(place)) }
      }
    }
    for (index, end) in ends.enumerated() where !end.observers.isEmpty { moves.append(.observe(index)) }
    return moves
  }

  mutating func make(_ move: Move) {
    note("\(move)")
    switch move {
    case .make(let link):
      let item = links[link].making.removeFirst()
      let side = item.side
      if ends[links[link].plan.end(side)].plan.isRemote {
        links[link].workItems[side, default: []].append(item)
      } else {
        run(item, of: link)
      }
    case .notify(let place):
      let news = links[place.link].lanes[place.side]?.removeFirst()
      switch news {
      case .changed(let value, let stamp, let waits):
        receive(value, stamp, at: place, waits: waits)
      case .absent(let stamp):
        if !links[place.link].isDirect { links[place.link].gate.append(.absent(place.side, stamp)) }
      case .gone: links[place.link].end()
      case nil: break
      }
    case .work(let link, let here): work(link, at: here)
    case .run(let place):
      if let item = links[place.link].workItems[place.side]?.removeFirst() { run(item, of: place.link) }
    case .settle(let link):
      links[link].awaitsTurn = false
      links[link].gate.append(.settle)
    case .observe(let end):
      let (stamp, waits, correction) = ends[end].observers.removeFirst()
      if !ends[end].isGone { store(correction, at: end, .new(after: stamp), by: nil, waits: waits) }
    }
    if story != nil {
      let values = ends.map { "\($0.value) (\($0.newest.order))" }.joined(separator: ", ")
      story?.append("  " + values)
    }
  }

  private mutating func note(_ line: @autoclosure () -> String) {
    guard story != nil else { return }
    let line = line()
    story?.append(line)
  }
}

/// The state of an end.
struct SimulatedEnd {
  let plan: EndPlan
  var value = 0
  /// The newest change that has a stamp.
  var newest = Stamp.none
  var isGone = false
  var isAbsent = false
  /// The pending notifications of the correcting observer.
  var observers: [(Stamp, waits: Bool, correction: Int)] = []
  /// The values of the program's own sets.
  var sets: [Int] = []
  var timesSet = 0

  init(plan: EndPlan) { self.plan = plan }
}

/// The state of a binding.
struct SimulatedLink {
  let plan: LinkPlan
  var reconciler: Reconciler<Int, Int>
  /// Whether an unobstructed change is written at once.
  let isDirect: Bool
  var isBound = false
  var hasBegun = false
  var isOver = false
  var held: Set<BindingEnd> = []
  var isUnsettled = false
  /// Whether the binding has ever been unsettled.
  var wasUnsettled = false
  /// Whether the latest resolution rejected a value.
  var isRefused = false
  /// Whether the binding has ever rejected a value.
  var wasRefused = false
  /// The stamp of the initial value, the end it came from, and the newest change that it contains.
  var beginning: (Stamp, BindingEnd, knowing: Stamp)?
  var observes: Set<BindingEnd> = []
  /// The newest change that each end with a path knows.
  var newest: [BindingEnd: Stamp] = [:]
  var awaitsTurn = false

  /// The remaining work items of the initial binding.
  var making: [WorkItem] = []
  /// The notifications of the ends that the binding hasn't received yet.
  var lanes: [BindingEnd: [News]] = [:]
  /// The messages that the binding hasn't handled yet.
  var gate: [Message] = []
  /// The work items on the ends' queues.
  var workItems: [BindingEnd: [WorkItem]] = [:]

  enum News {
    case changed(Int, Stamp, waits: Bool)
    case absent(Stamp)
    case gone
  }

  enum Message {
    case changed(Int, Stamp, BindingEnd, waits: Bool)
    case absent(BindingEnd, Stamp)
    case begin(Int, Stamp, BindingEnd, knowing: Stamp)
    case settle
    case hold(BindingEnd)
    case release(BindingEnd)
    case takeBack(Write<Int>, BindingEnd)
  }

  enum WorkItem {
    case observe(BindingEnd)
    /// The earlier work at this end is done.
    case pass(BindingEnd, then: BindingEnd)
    case read(BindingEnd)
    case write(Write<Int>, BindingEnd)

    var side: BindingEnd {
      switch self {
      case .observe(let side), .pass(let side, _), .read(let side), .write(_, let side): side
      }
    }
  }

  init(plan: LinkPlan, ends: [EndPlan]) {
    self.plan = plan
    let policy = plan.policy.conflictPolicy
    let converter =
      plan.conversion == .none
      ? .identity : LocalConverter(forward: plan.conversion.forward, backward: plan.conversion.backward)
    reconciler = Reconciler(converting: converter, policy: policy)
    isDirect =
      plan.conversion == .none && plan.policy == .lastWriter
      && !ends[plan.first].isRemote && !ends[plan.second].isRemote
  }

  var isUnobstructed: Bool { isDirect && hasBegun && held.isEmpty && !isUnsettled }

  mutating func meet(_ stamp: Stamp, _ side: BindingEnd) {
    newest[side] = max(newest[side, default: .none], stamp)
  }

  mutating func end() {
    isOver = true
    making = []
    lanes = [:]
    gate = []
    workItems = [:]
    observes = []
    awaitsTurn = false
    reconciler.end()
  }
}

extension EitherEnd where First == Second {
  init(_ value: First, of end: BindingEnd) { self = end == .first ? .first(value) : .second(value) }
}
