@testable import SignalsKVO

/// A pair of elements, one for each end of a binding.
struct Both<Element> {
  var first: Element
  var second: Element

  init(_ both: Element) { (first, second) = (both, both) }

  subscript(end: BindingEnd) -> Element {
    get { end == .first ? first : second }
    set { if end == .first { first = newValue } else { second = newValue } }
  }
}

/// The state of an end.
struct ModelEnd {
  var value = 0
  /// The newest change that has a stamp.
  var newest = Stamp.none
  /// All opinions that the end has ever had.
  var visitors = 0
  /// All values that the end has ever had, one bit each.
  var values = 0
  /// The number of sets by bindings.
  var timesWritten = 0
}

/// The state of a thread.
struct ModelThread {
  /// The number of tasks that it has begun.
  var done = 0
  /// The remaining work items of the last task.
  var workItems: [(link: Int, ModelLink.WorkItem)] = []
}

/// The state of a binding.
struct ModelLink {
  var reconciler: Reconciler<Int, Int>
  /// Whether an unobstructed change is written at once.
  let isDirect: Bool
  var hasBegun = false
  var isOver = false
  /// Whether the cancel has returned.
  var hasBeenClosed = false
  /// The flags that a write checks first.
  var isHeld = Both(false)
  /// The number of holds that are yet to be handled.
  var holds = Both(0)
  /// Set from the return of the hold to the call of the release.
  var mustBeHeld = Both(false)
  var isUnsettled = false
  var isRefused = false
  var observes = Both(false)
  var awaitsTurn = false
  /// Without a coordinator: the stamp of the initial value, and the newest change that it contains.
  var beginning = Stamp.none
  var known = Stamp.none

  /// The notifications of the ends that the binding hasn't received yet.
  var notifications = Both<[News]>([])
  /// The changes on the direct path, by the end that they come from.
  var carried = Both<News?>(nil)
  /// The messages that the binding hasn't handled yet.
  var gate: [Message] = []
  /// The work items of the message that is being handled.
  var toDo: [WorkItem] = []
  /// The end on whose queue the message is handled, if any.
  var here: BindingEnd?
  /// The work items on the ends' queues.
  var workItems = Both<[WorkItem]>([])

  struct News {
    let value: Int
    let stamp: Stamp
    let waits: Bool
  }

  enum Message {
    case changed(News, BindingEnd)
    case begin
    case beginWith(Int, Stamp, BindingEnd, knowing: Stamp)
    case settle
    case hold(BindingEnd)
    case release(BindingEnd)
    case withdraw(Write<Int>, BindingEnd)
  }

  /// A piece of work that is a step of its own.
  enum WorkItem {
    case set(Int, at: Int, Stamp)
    case observe(BindingEnd)
    /// The earlier work at an end is done.
    case pass(BindingEnd)
    /// The initial value gets its stamp before it is read.
    case stamp(BindingEnd)
    case read(BindingEnd, Stamp)
    case know(Stamp)
    case begun
    /// A write, which a hold or a cancel may stop until it is admitted.
    case write(Write<Int>, BindingEnd, isAdmitted: Bool)
    case send(Message)
    case close

    /// The end at which the work item is done.
    var place: BindingEnd? {
      switch self {
      case .observe(let side), .pass(let side), .stamp(let side), .read(let side, _), .write(_, let side, _): side
      case .set, .know, .begun, .send, .close: nil
      }
    }
  }

  init(_ plan: BindingScene.Link, isDirect: Bool) {
    self.isDirect = isDirect
    let policy = plan.policy.conflictPolicy(scale: plan.conversion == .half ? 2 : 1)
    let converts = plan.conversion != .none
    let converter =
      converts ? LocalConverter(forward: plan.conversion.forward, backward: plan.conversion.backward) : .identity
    reconciler = Reconciler(converting: converter, policy: policy, hasBegun: isDirect && !converts)
  }

  /// Binds two ends that have the same value already.
  mutating func beginEmpty() {
    observes = Both(true)
    _ = reconciler.begin(nil, knowing: .none)
    beginning = isDirect ? Stamp.new() : .none
    hasBegun = true
  }

  var isUnobstructed: Bool { isDirect && hasBegun && !isHeld.first && !isHeld.second && !isUnsettled && !isOver }
}

/// The causal order of the opinions, which determines the values that may prevail.
struct OpinionRecord {
  /// For each opinion, the opinions that its end had or knew of when it was set, by the number of its bit.
  var known: [Int] = Array(repeating: 0, count: 6)
  /// The same without the sets that an edit session makes simultaneous.
  var knownOutsideOfSessions: [Int] = Array(repeating: 0, count: 6)
  /// The end at which each opinion was set.
  var ends: [Int] = Array(repeating: -1, count: 6)
  /// The union of all opinions.
  var all = 0
  /// The opinions that an initial value has replaced.
  var overruled = 0
  /// The opinions in the order of their sets.
  var order: [Int] = []
  /// The opinions set at a held end since the hold.
  var sessions = Both(0)
  /// Whether a session began or ended while a change was in flight.
  var isDoubtful = false

  mutating func add(_ opinion: Int, at end: Int, after visitors: Int, exceptFor session: Int) {
    let number = opinion.trailingZeroBitCount
    known[number] = Self.closure(visitors, known)
    knownOutsideOfSessions[number] = Self.closure(visitors & ~session, knownOutsideOfSessions)
    ends[number] = end
    all |= opinion
    order.append(opinion)
  }

  private static func closure(_ opinions: Int, _ known: [Int]) -> Int {
    known.indices.reduce(opinions) { opinions & 1 << $1 != 0 ? $0 | known[$1] : $0 }
  }

  /// The opinions that no later set has replaced.
  func standing(_ known: [Int]) -> Int {
    known.indices.reduce(all & ~overruled) { all & 1 << $1 != 0 ? $0 & ~known[$1] : $0 }
  }

  func isSet(_ opinion: Int, at end: Int) -> Bool { ends[opinion.trailingZeroBitCount] == end }

  /// Whether two opinions were set independently of each other.
  func hasConflict(_ known: [Int]) -> Bool {
    for one in known.indices where all & 1 << one != 0 {
      for other in known.indices where other != one && all & 1 << other != 0 {
        if known[one] & 1 << other == 0, known[other] & 1 << one == 0 { return true }
      }
    }
    return false
  }
}
