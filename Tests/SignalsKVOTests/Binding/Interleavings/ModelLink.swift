@testable import SignalsKVO

/// Something for each end of a binding.
struct Both<Element> {
  var first: Element
  var second: Element

  init(_ both: Element) { (first, second) = (both, both) }

  subscript(end: BindingEnd) -> Element {
    get { end == .first ? first : second }
    set { if end == .first { first = newValue } else { second = newValue } }
  }
}

/// An end as it is now.
struct ModelEnd {
  var value = 0
  /// The newest change that has a stamp.
  var newest = Stamp.none
  /// All opinions that have ever been there.
  var visitors = 0
  /// All values that have ever been there, one bit each.
  var values = 0
  /// How often bindings have set it.
  var timesWritten = 0
}

/// A thread as it is now.
struct ModelThread {
  /// How many of its tasks it has begun.
  var done = 0
  /// What is left of the last one.
  var errands: [(link: Int, ModelLink.Errand)] = []
}

/// A binding as it is now.
struct ModelLink {
  var reconciler: Reconciler<Int, Int>
  /// Whether what nothing is in the way of is written at once.
  let isShort: Bool
  var hasBegun = false
  var isOver = false
  /// Whether the cancel has returned.
  var hasBeenClosed = false
  /// What everybody may read who is about to write.
  var isHeld = Both(false)
  /// How many holds are yet to be handled.
  var holds = Both(0)
  /// From the return of the hold to the call of the release.
  var mustBeHeld = Both(false)
  var isUnsettled = false
  var isRefused = false
  var observes = Both(false)
  var awaitsTurn = false
  /// Of what begins without a coordinator: the stamp of the first value, and the newest change that was in it.
  var beginning = Stamp.none
  var known = Stamp.none

  /// What the ends have told, on its way here.
  var told = Both<[News]>([])
  /// What goes the short way, by the end that it comes from.
  var carried = Both<News?>(nil)
  /// What has come.
  var gate: [Message] = []
  /// What the message that is being handled asks for.
  var toDo: [Errand] = []
  /// Where it is handled, if that is the queue of an end.
  var here: BindingEnd?
  /// What is on its way to the ends' queues.
  var errands = Both<[Errand]>([])

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

  /// What somebody does that takes a step of its own.
  enum Errand {
    case set(Int, at: Int, Stamp)
    case observe(BindingEnd)
    /// What comes before this at an end is done.
    case pass(BindingEnd)
    /// The first value gets its stamp, then it is read.
    case stamp(BindingEnd)
    case read(BindingEnd, Stamp)
    case know(Stamp)
    case begun
    /// Something is written, which may be stopped until it is admitted.
    case write(Write<Int>, BindingEnd, isAdmitted: Bool)
    case send(Message)
    case close

    /// Where it is done.
    var place: BindingEnd? {
      switch self {
      case .observe(let side), .pass(let side), .stamp(let side), .read(let side, _), .write(_, let side, _): side
      case .set, .know, .begun, .send, .close: nil
      }
    }
  }

  init(_ plan: BindingScene.Link, isShort: Bool) {
    self.isShort = isShort
    let policy = plan.policy.conflictPolicy(scale: plan.conversion == .half ? 2 : 1)
    let converts = plan.conversion != .none
    let converter =
      converts ? LocalConverter(forward: plan.conversion.forward, backward: plan.conversion.backward) : .identity
    reconciler = Reconciler(converting: converter, policy: policy, hasBegun: isShort && !converts)
  }

  /// Both ends have the same already.
  mutating func beginEmpty() {
    observes = Both(true)
    _ = reconciler.begin(nil, knowing: .none)
    beginning = isShort ? Stamp.new() : .none
    hasBegun = true
  }

  var isUnobstructed: Bool { isShort && hasBegun && !isHeld.first && !isHeld.second && !isUnsettled && !isOver }
}

/// Who has known of what, so that it can be said whose value has to stay.
struct OpinionRecord {
  /// What has been at the end where an opinion was set, and what was known there, by the number of its bit.
  var known: [Int] = Array(repeating: 0, count: 6)
  /// The same without what counts as set at the same time because of an edit session.
  var knownOutsideOfSessions: [Int] = Array(repeating: 0, count: 6)
  /// At which end each was set.
  var ends: [Int] = Array(repeating: -1, count: 6)
  /// All, as one.
  var all = 0
  /// What is no more because of a first value.
  var overruled = 0
  /// In the order in which they were set.
  var order: [Int] = []
  /// What was set at a held end since then.
  var sessions = Both(0)
  /// Whether a session began or ended while something was on its way.
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

  /// Those that nobody has set anything in the place of.
  func standing(_ known: [Int]) -> Int {
    known.indices.reduce(all & ~overruled) { all & 1 << $1 != 0 ? $0 & ~known[$1] : $0 }
  }

  func isSet(_ opinion: Int, at end: Int) -> Bool { ends[opinion.trailingZeroBitCount] == end }

  /// Whether two of them were set at the same time.
  func hasConflict(_ known: [Int]) -> Bool {
    for one in known.indices where all & 1 << one != 0 {
      for other in known.indices where other != one && all & 1 << other != 0 {
        if known[one] & 1 << other == 0, known[other] & 1 << one == 0 { return true }
      }
    }
    return false
  }
}
