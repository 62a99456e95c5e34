import Dispatch
import Signals
import SignalsTesting

/// Everything that a program has made, and the facts known about it.
///
/// A handler performs the next steps of the same program, so a program ends however it calls itself.
// Unchecked: a program runs on one thread, or on its queue while that thread waits for it.
final class World: @unchecked Sendable {
  let ledger = Ledger()
  let clock = VirtualScheduler()
  private(set) lazy var queue: DispatchQueue = makeQueue()
  private var hasQueue = false

  var inputs: [InputSlot] = []
  var properties: [PropertySlot] = []
  var persons: [PersonSlot] = []
  var recipes: [Recipe] = []
  var subscriptions: [Subscription] = []
  var ties: [Tie] = []
  var watches: [Watch] = []
  var bags: [BagSlot] = []
  var owners: [Token] = []
  var derivedValues: [DerivedSlot] = []
  /// Every person that was ever made, so that persons that refer to each other can be separated in the end.
  var everybody: [WeakPerson] = []
  /// Whether two ends never came to agree, so that no law applies to the bound values.
  var isUnsettled = false

  /// The deliberate bug, and the objects that it keeps.
  let flaw: Flaw?
  var keptByFlaw: [AnyObject] = []

  private let order: UInt8
  private let isAlone: Bool
  private let tell: (@Sendable (String) -> Void)?
  private var remaining: ArraySlice<Step>
  private var depth = 0
  private var calls = 0
  private var isOver = false
  private var breaches: [String] = []

  /// Handlers in handlers in handlers are enough.
  private static let depthAllowed = 4
  /// So many calls are taken for a sign that it never ends.
  private static let callsAllowed = 20_000

  init(_ steps: [Step], order: UInt8, isAlone: Bool, flaw: Flaw? = nil, _ tell: (@Sendable (String) -> Void)?) {
    remaining = steps[...]
    self.order = order
    self.flaw = flaw
    self.isAlone = isAlone
    self.tell = tell
  }

  func run() -> [String] {
    if isAlone { SignalGraph.isCounting = true }
    let subscriptionsBefore = SignalGraph.liveSubscriptions
    while breaches.isEmpty, performNext() {
      drain()
      checkAtRest()
    }
    isOver = true
    releaseEverything(backwards: order & 1 == 1)
    drain()
    if hasQueue { queue.resume() }
    checkThatNothingIsLeft()
    if isAlone, SignalGraph.liveSubscriptions != subscriptionsBefore {
      breach("C16: \(SignalGraph.liveSubscriptions - subscriptionsBefore) subscriptions are counted as alive after all")
    }
    return breaches
  }

  // MARK: - Steps

  /// Does the next steps, from within something that the library has called.
  func act(_ count: Int = 1) {
    guard !isOver, depth < Self.depthAllowed else { return }
    depth += 1
    for _ in 0..<count { _ = performNext() }
    depth -= 1
  }

  private func performNext() -> Bool {
    guard let step = remaining.popFirst() else { return false }
    perform(step)
    return true
  }

  /// Whether no handler runs.
  var isAtRest: Bool { depth == 0 }

  func say(_ line: @autoclosure () -> String) {
    guard let tell else { return }
    tell(String(repeating: "  ", count: depth) + line())
  }

  // MARK: - Laws

  func breach(_ law: @autoclosure () -> String) {
    guard breaches.count < 8 else { return }
    breaches.append(law())
    tell?("✗ " + (breaches.last ?? ""))
  }

  /// A handler was called.
  func countCall() {
    calls += 1
    if calls == Self.callsAllowed { breach("It never ends: \(calls) calls") }
  }

  // MARK: - The queue

  private func makeQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "fuzzing")
    queue.suspend()
    hasQueue = true
    return queue
  }

  /// Lets the queue do all that waits there.
  private func drain() {
    guard hasQueue else { return }
    queue.resume()
    // As long as a handler was called, there may be more.
    var activity: Int?
    while activity != calls - remaining.count {
      activity = calls - remaining.count
      let passed = DispatchSemaphore(value: 0)
      goRound(8, passed)
      passed.wait()
    }
    queue.suspend()
  }

  /// Runs the blocks that wait on the queue, and the blocks that those add, so many times.
  private func goRound(_ times: Int, _ passed: DispatchSemaphore) {
    queue.async { [self] in
      if times > 1 { goRound(times - 1, passed) } else { passed.signal() }
    }
  }
}
