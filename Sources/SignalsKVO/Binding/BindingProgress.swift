public import Signals

/// The state of a binding, readable on any thread.
@usableFromInline
final class BindingProgress: Sendable {
  /// Why a change can't go the short way, one bit each.
  @usableFromInline let obstacles: AtomicWord
  /// The stamp of the first value where no coordinator wrote it. Its echo returns like that of any write; earlier sets are
  /// reported later.
  /// The lowest bit says whether it came from the second end.
  @usableFromInline let beginning = AtomicWord(0)
  /// The newest change that was in it.
  private let known = AtomicWord(0)
  @usableFromInline let origin = AtomicWord(0)
  /// Whether a change of an end has been received.
  @usableFromInline let deliveryNote = DeliveryNote()
  /// How many changes are on their way to where the binding does its work, for each end that they are to be written to.
  private let changesForFirst = AtomicWord(0)
  private let changesForSecond = AtomicWord(0)
  private let details = Guarded<Details?>(nil)
  private let kept = Guarded<(any AnyBindingCore)?>(nil)

  private struct Details {
    var pending: Set<BindingEnd> = []
    var unsettled: UnsettledBinding?
    /// How many writes are on their way to the queue of an end.
    var onTheWay: [BindingEnd: Int] = [:]
    /// The rejections, once there was one, or a subscriber.
    var rejections: RejectionReports?
    /// The calls of `hold` for an end that the coordinator has not handled yet.
    var holds: [BindingEnd: Int] = [:]
    /// The state, once its changes have been requested.
    var followedState: Property<BindingState>?
  }

  private enum Obstacle {
    static let slow: UInt = 1
    static let firstHeld: UInt = 2
    static let secondHeld: UInt = 4
    static let over: UInt = 8
    static let unsettled: UInt = 16
    static let notBegun: UInt = 32
    /// With the former: it is the second end that is to get the first value.
    static let secondAwaits: UInt = 64
    /// The changes of the state have to be told, which the short way doesn't.
    static let followed: UInt = 128
  }

  init(needsCoordinator: Bool) {
    CauseOfTurns.areKept
    obstacles = AtomicWord(Obstacle.notBegun | (needsCoordinator ? Obstacle.slow : 0))
  }

  @inlinable var isUnobstructed: Bool { obstacles.relaxed == 0 }

  /// Whether a change that nothing is in the way of may be written at once: not within a transaction, and not if the ends never
  /// settle.
  @inlinable
  @inline(__always)
  func allowsDirectWrite(_ stamp: Stamp) -> Bool { unsafe !stamp.isSpent && TurnContext.transaction == nil }

  /// Whether it can ever go the short way.
  @usableFromInline var needsCoordinator: Bool { obstacles.relaxed & Obstacle.slow != 0 }
  @usableFromInline var isOver: Bool { obstacles.value & Obstacle.over != 0 }

  // MARK: - The core

  /// Nil once it is over.
  var core: (any AnyBindingCore)? { kept.change { $0 } }

  func keep(_ core: any AnyBindingCore) { kept.change { $0 = core } }

  /// With everything that its closures keep (C8).
  func releaseState() {
    let core = kept.change { kept in
      defer { kept = nil }
      return kept
    }
    withExtendedLifetime(core) {}
  }

  // MARK: - The beginning

  @inlinable
  func precedesStart(_ stamp: Stamp) -> Bool {
    let beginning = Stamp(word: beginning.relaxed)
    return beginning.isNone ? !needsCoordinator : stamp <= beginning
  }

  /// Whether a change that is older than the beginning is missing in the first value.
  func isMissingAtStart(_ stamp: Stamp, to end: BindingEnd) -> Bool {
    let beginning = Stamp(word: beginning.value)
    guard stamp < beginning, beginning.isCarried == (end == .second) else { return false }
    return stamp > Stamp(word: known.value)
  }

  /// The stamp of the first value, to be asked for before that is read.
  @usableFromInline
  func begin(_ start: BindingStart) -> Stamp {
    let stamp = Stamp.new()
    if !needsCoordinator { beginning.store((start == .fromFirst ? stamp : stamp.carried).word) }
    return stamp
  }

  /// This was the newest change in the first value.
  @usableFromInline
  func hasRead(_ stamp: Stamp) { known.store(stamp.word) }

  /// An end is to get the first value, which may take some hops.
  func awaitBeginning(_ start: BindingStart) { if start == .fromFirst { obstacles.set(Obstacle.secondAwaits) } }

  @usableFromInline
  func hasBegun() { obstacles.clear(Obstacle.notBegun | Obstacle.secondAwaits) }

  // MARK: - On the way

  @inlinable
  var lastOrigin: BindingEnd? {
    get {
      switch origin.relaxed {
      case 1: .first
      case 2: .second
      default: nil
      }
    }
    set { origin.store(newValue == .first ? 1 : 2) }
  }

  /// A change sets out for where the binding does its work, or has come there.
  func countChange(for end: BindingEnd, _ difference: Int) {
    if end == .first { changesForFirst.add(difference) } else { changesForSecond.add(difference) }
  }

  /// A write sets out for the queue of an end, or has come there.
  func countWrite(to end: BindingEnd, _ difference: Int) {
    change { $0.onTheWay[end, default: 0] += difference }
  }

  var pending: Set<BindingEnd> {
    get { details.change { $0?.pending ?? [] } }
    set { if newValue != pending { change { $0.pending = newValue } } }
  }

  var unsettled: UnsettledBinding? {
    get { details.change { $0?.unsettled } }
    set {
      change { $0.unsettled = newValue }
      if newValue == nil { obstacles.clear(Obstacle.unsettled) } else { obstacles.set(Obstacle.unsettled) }
    }
  }

  /// There is a new set of an end.
  func allowsMore() { if obstacles.relaxed & Obstacle.unsettled != 0 { unsettled = nil } }

  // MARK: - Sessions

  func isHeld(_ end: BindingEnd) -> Bool {
    obstacles.value & (end == .first ? Obstacle.firstHeld : Obstacle.secondHeld) != 0
  }

  func hold(_ end: BindingEnd) {
    change { details in
      details.holds[end, default: 0] += 1
      obstacles.set(end == .first ? Obstacle.firstHeld : Obstacle.secondHeld)
    }
  }

  /// The coordinator has handled a call of `hold`.
  func hasHeld(_ end: BindingEnd) { change { $0.holds[end, default: 0] -= 1 } }

  /// Lets it be written to, unless it is to be held again.
  func release(_ end: BindingEnd) {
    change { details in
      if details.holds[end, default: 0] > 0 { return }
      obstacles.clear(end == .first ? Obstacle.firstHeld : Obstacle.secondHeld)
    }
  }

  // MARK: - Reports

  var rejections: Signal<BindingRejection> { madeRejections.signal }

  func reject(_ error: any Error, keeps end: BindingEnd) {
    madeRejections.report(BindingRejection(error: error, end: end))
  }

  private var madeRejections: RejectionReports {
    change { details in
      // The call that ends the binding finishes those that it finds afterwards.
      let rejections = details.rejections ?? RejectionReports(isOver: isOver)
      details.rejections = rejections
      return rejections
    }
  }

  var state: BindingState {
    let obstacles = obstacles.value
    var state = BindingState(lastOrigin: lastOrigin)
    // These first, since a change is counted among the others before it is counted out here.
    if changesForFirst.value != 0 { state.pending.insert(.first) }
    if changesForSecond.value != 0 { state.pending.insert(.second) }
    details.change { details in
      state.pending.formUnion(details?.pending ?? [])
      state.unsettled = details?.unsettled
      for (end, count) in details?.onTheWay ?? [:] where count > 0 { state.pending.insert(end) }
    }
    if obstacles & Obstacle.notBegun != 0 {
      state.pending.insert(obstacles & Obstacle.secondAwaits == 0 ? .first : .second)
    }
    if obstacles & Obstacle.firstHeld != 0 { state.held.insert(.first) }
    if obstacles & Obstacle.secondHeld != 0 { state.held.insert(.second) }
    if obstacles & Obstacle.over != 0 {
      state.ended = true
      state.pending = []
      state.held = []
    }
    return state
  }

  /// Answers whether it was this call that ended it.
  func end() -> Bool {
    guard obstacles.set(Obstacle.over) & Obstacle.over == 0 else { return false }
    details.change { $0?.rejections }?.finish()
    publishState()
    let followed = details.change { details -> Property<BindingState>? in
      defer { details?.followedState = nil }
      return details?.followedState
    }
    withExtendedLifetime(followed) {}
    return true
  }

  // MARK: - The state as a signal

  var states: Signal<BindingState> { .deferred { [self] in followedStates() } }

  private func followedStates() -> Signal<BindingState> {
    if isOver { return .just(state) }
    obstacles.set(Obstacle.followed)
    let new = Property<BindingState>(state, isSame: ==)
    let followed = change { details -> Property<BindingState> in
      // The end takes it away after that.
      if isOver { return new }
      let followed = details.followedState ?? new
      details.followedState = followed
      return followed
    }
    if isOver { return .just(state) }
    // Changes since the property was created.
    followed.modify { $0 = state }
    return followed.signal
  }

  /// Tells the state, if that is followed and has changed. To be called after each step, with nothing held.
  func publishState() {
    guard obstacles.relaxed & Obstacle.followed != 0 else { return }
    details.change { $0?.followedState }?.modify { $0 = state }
  }

  private func change<Answer>(_ body: (inout Details) -> Answer) -> Answer {
    details.change { details in
      // Taken out, so that its contents change in place.
      var changed = details.take() ?? Details()
      defer { details = changed }
      return body(&changed)
    }
  }
}
