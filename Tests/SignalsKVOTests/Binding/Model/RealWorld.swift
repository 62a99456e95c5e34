import Signals
import SignalsKVO

/// Real ends and real bindings on the main actor: after each step all changes have settled, so that the values can be
/// checked.
@MainActor
struct RealWorld {
  private let program: BindingProgram
  private var ends: [RealEnd?]
  private var bindings: [TwoWayBinding?]
  private var held: [Set<BindingEnd>]
  /// Whether a binding was stopped or has rejected a value: its ends needn't agree from then on.
  private var isOdd = false
  private var reactions: [Endpoint] = []
  private var rejections: [Endpoint] = []
  private let refusals = Refusals()
  private let remains: Remains

  /// - Parameter remains: counts the objects that have not been released yet.
  init(_ program: BindingProgram, _ remains: Remains) {
    self.program = program
    self.remains = remains
    ends = program.ends.map { RealEnd($0, remains) }
    bindings = program.links.map { _ in nil }
    held = program.links.map { _ in [] }
    if program.isBoundBefore { for link in program.links.indices { bind(link) } }
  }

  /// Performs a step and returns its faults.
  mutating func perform(_ step: BindingProgram.Step) -> [String] {
    let before = ends.map { $0?.timesSet ?? 0 }
    var faults: [String] = []
    switch step {
    case .set(let end, let value):
      guard let there = ends[end], there.isPresent else { return [] }
      there.value = value
      faults += faultsOfSetting(end, to: value, since: before)
    case .turn(let assignments):
      let possible = assignments.filter { ends[$0.end]?.isPresent == true }
      transaction { for assignment in possible { ends[assignment.end]?.value = assignment.value } }
      if let last = possible.last, possible.allSatisfy({ $0.end == last.end }) {
        faults += faultsOfSetting(last.end, to: last.value, since: before, times: possible.count)
      }
    case .bind(let link): bind(link)
    case .hold(let link, let side):
      guard let binding = bindings[link], !binding.state.ended else { return [] }
      binding.hold(side)
      held[link].insert(side)
    case .release(let link, let side):
      bindings[link]?.release(side)
      held[link].remove(side)
    case .cancel(let link):
      bindings[link]?.cancel()
    case .die(let end):
      ends[end] = nil
      faults += faultsOfDying(end, since: before)
    case .leave(let end): ends[end]?.leave()
    case .comeBack(let end, let value):
      if let there = ends[end], !there.isPresent { there.comeBack(value, remains) }
    case .react(let end, let other): react(to: end, at: other)
    case .move, .rest: return []
    }
    return faults + disagreements()
  }

  private mutating func bind(_ link: Int) {
    let plan = program.links[link]
    guard bindings[link] == nil, let first = ends[plan.first], let second = ends[plan.second] else { return }
    let binding = first.bind(to: second, by: plan)
    bindings[link] = binding
    rejections.append(
      binding.rejections.subscribeValues { [refusals, weak first, weak second] _ in
        if let first, let second { refusals.setCounts[link] = first.timesSet + second.timesSet }
      })
  }

  /// How often the ends of a binding had been set when it last rejected a value: until a further set, they needn't agree.
  @MainActor
  private final class Refusals {
    var setCounts: [Int: Int] = [:]
  }

  /// From now on a handler of one end sets another one.
  private mutating func react(to end: Int, at other: Int) {
    guard let there = ends[end], let target = ends[other], end != other else { return }
    reactions.append(
      there.signal.subscribeValues { [weak target] value in
        if !value.isMultiple(of: 2) { target?.value = value + 1 }
      })
  }

  // MARK: - The conditions after each step

  private var isPlain: Bool {
    program.ends.allSatisfy { $0.setter == .plain } && program.links.allSatisfy { $0.conversion == .none }
  }

  /// A set of one end is one set of each other end (B2, B6, B7).
  private func faultsOfSetting(_ end: Int, to value: Int, since before: [Int], times: Int = 1) -> [String] {
    guard isPlain, reactions.isEmpty, held.allSatisfy(\.isEmpty), ends.allSatisfy({ $0?.isPresent == true }),
      bindings.allSatisfy({ $0?.state.ended == false })
    else { return [] }
    var faults: [String] = []
    for (index, there) in ends.enumerated() {
      guard let there else { continue }
      if there.value != value { faults.append("end \(index) has \(there.value), after end \(end) was set to \(value)") }
      let sets = there.timesSet - before[index]
      if sets != (index == end ? times : 1) { faults.append("end \(index) was set \(sets) times") }
    }
    return faults
  }

  /// The death of an end ends its bindings and sets no other end (B6).
  private func faultsOfDying(_ end: Int, since before: [Int]) -> [String] {
    var faults: [String] = []
    for (link, plan) in program.links.enumerated() where plan.first == end || plan.second == end {
      if bindings[link]?.state.ended == false { faults.append("binding \(link) survives its end") }
    }
    for (index, there) in ends.enumerated() where there.map({ $0.timesSet != before[index] }) ?? false {
      faults.append("end \(index) was set because another died")
    }
    return faults
  }

  private mutating func disagreements() -> [String] {
    if bindings.contains(where: { $0?.state.unsettled != nil }) { isOdd = true }
    var faults: [String] = []
    for (link, plan) in program.links.enumerated() {
      guard let binding = bindings[link] else { continue }
      let state = binding.state
      guard !state.ended, held[link].isEmpty, let first = ends[plan.first], let second = ends[plan.second],
        first.isPresent, second.isPresent
      else { continue }
      if !state.pending.isEmpty { faults.append("binding \(link) still has a pending change") }
      // A setter's correction is carried by the binding that has written, which may be held.
      if !isPlain, !held.allSatisfy(\.isEmpty) { continue }
      if isOdd || plan.policy == .mergeOrThrow || plan.refuses(first.value, second.value) { continue }
      if refusals.setCounts[link] == first.timesSet + second.timesSet { continue }
      if !plan.conversion.agrees(first.value, second.value) {
        faults.append("binding \(link) has \(first.value) and \(second.value)")
      }
    }
    return faults
  }
}

/// The number of objects that have not been released yet.
// Unchecked: it belongs to the main actor, though the nodes that change the count aren't isolated to it.
final class Remains: @unchecked Sendable {
  fileprivate(set) var count = 0
}

/// One end, as it would be in a program.
@MainActor
final class RealEnd {
  private let kind: Kind
  private let remains: Remains
  private let counter = Counter()
  private var endpoint: Endpoint?

  private enum Kind {
    case property(Property<Int>)
    case path(Frame)
  }

  // Unchecked for the same reason.
  private final class Counter: @unchecked Sendable {
    var count = 0
  }

  /// The object that leads to the value.
  private final class Frame {
    @Observed var node: Node?

    var values: Signal<Int> {
      Signal.keyValueObserving(self, \.node?.value).compactMap { $0 }.dropFirst()
    }

    var end: LocalEnd<Int> { LocalEnd(self, through: \.node, \.value) }
  }

  private final class Node {
    private let plan: EndPlan
    private let counter: Counter
    private let remains: Remains
    @Observed private var stored: Int {
      willSet { counter.count += 1 }
      didSet { if case .clamp = plan.setter, plan.made(of: stored) != stored { stored = plan.made(of: stored) } }
    }

    init(_ plan: EndPlan, _ counter: Counter, _ value: Int, _ remains: Remains) {
      self.plan = plan
      self.counter = counter
      self.remains = remains
      stored = value
      remains.count += 1
    }

    deinit { remains.count -= 1 }

    var value: Int {
      get { stored }
      set { stored = plan.setter == .tens ? plan.made(of: newValue) : newValue }
    }
  }

  private let plan: EndPlan

  init(_ plan: EndPlan, _ remains: Remains) {
    self.plan = plan
    self.remains = remains
    remains.count += 1
    if plan.isProperty {
      let property = Property(0)
      kind = .property(property)
      let counter = counter
      // The correcting observer is there from the beginning, and comes first.
      endpoint = property.signal.dropFirst().subscribeValues { [weak property] value in
        counter.count += 1
        if case .clamp = plan.setter, plan.made(of: value) != value { property?.value = plan.made(of: value) }
      }
    } else {
      let frame = Frame()
      frame.node = Node(plan, counter, 0, remains)
      kind = .path(frame)
    }
  }

  isolated deinit { remains.count -= 1 }

  var timesSet: Int { counter.count }

  var value: Int {
    get {
      switch kind {
      case .property(let property): property.value
      case .path(let frame): frame.node?.value ?? 0
      }
    }
    set {
      switch kind {
      case .property(let property): property.value = newValue
      case .path(let frame): frame.node?.value = newValue
      }
    }
  }

  var signal: Signal<Int> {
    switch kind {
    case .property(let property): property.signal.dropFirst()
    case .path(let frame): frame.values
    }
  }

  // MARK: - Presence

  var isPresent: Bool {
    switch kind {
    case .property: true
    case .path(let frame): frame.node != nil
    }
  }

  func leave() {
    if case .path(let frame) = kind { frame.node = nil }
  }

  func comeBack(_ value: Int, _ remains: Remains) {
    if case .path(let frame) = kind { frame.node = Node(plan, counter, plan.made(of: value), remains) }
  }

  // MARK: - Binding

  func bind(to other: RealEnd, by link: LinkPlan) -> TwoWayBinding {
    let (start, policy) = (link.start, link.policy.conflictPolicy)
    let converter = Converter(forward: link.conversion.forward, backward: link.conversion.backward)
    let converts = link.conversion != .none
    switch (kind, other.kind) {
    case (.property(let one), .property(let two)):
      return converts
        ? SignalsKVO.bind(one, to: two, initially: start, conflicts: policy, converting: converter)
        : SignalsKVO.bind(one, to: two, initially: start, conflicts: policy)
    case (.property(let one), .path(let two)):
      return converts
        ? SignalsKVO.bind(one, to: two.end, initially: start, conflicts: policy, converting: converter)
        : SignalsKVO.bind(one, to: two.end, initially: start, conflicts: policy)
    case (.path(let one), .property(let two)):
      return converts
        ? SignalsKVO.bind(one.end, to: two, initially: start, conflicts: policy, converting: converter)
        : SignalsKVO.bind(one.end, to: two, initially: start, conflicts: policy)
    case (.path(let one), .path(let two)):
      return converts
        ? SignalsKVO.bind(one.end, to: two.end, initially: start, conflicts: policy, converting: converter)
        : SignalsKVO.bind(one.end, to: two.end, initially: start, conflicts: policy)
    }
  }
}
