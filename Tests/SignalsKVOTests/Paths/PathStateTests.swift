import Testing

@testable import SignalsKVO

/// The actions that follow from events, as tables: K2, K4, C11.
@Suite("The state machine of a path observation", .leavesNothing) struct PathStateTests {
  var state = PathState()

  enum Step {
    case willChange(isValue: Bool = false, prior: KeyValueChangeReason? = nil, isRootAlive: Bool = true)
    case didChange(
      KeyValueChangeReason, carriesValues: Bool = false, isRootAlive: Bool = true, inTransaction: Bool = false)
    case didWrite
    case didRead(PathState.Purpose, isRootAlive: Bool = true)
    case foundOneProperty(Bool)
    case turnSettled
    case end
    case changeInPlaceBegins
    case changeInPlaceEnds([KeyValueChangeReason])
    case read(KeyValueChangeReason)
    case notified
  }

  private mutating func perform(_ step: Step) -> PathState.Consequence? {
    switch step {
    case .willChange(let isValue, let prior, let isRootAlive):
      return state.willChange(isValue: isValue, prior: prior, isRootAlive: isRootAlive)
    case .didChange(let reason, let carriesValues, let isRootAlive, let inTransaction):
      return state.didChange(
        reason, carriesValues: carriesValues, isRootAlive: isRootAlive, isInTransaction: inTransaction)
    case .didWrite: return state.didWrite()
    case .didRead(let purpose, let isRootAlive): return state.didRead(purpose, isRootAlive: isRootAlive)
    case .foundOneProperty(let isSingle): state.isSingle = isSingle
    case .turnSettled: return state.turnSettled()
    case .end: return state.end()
    case .changeInPlaceBegins: state.changeInPlaceBegins()
    case .changeInPlaceEnds(let reasons): expect(Array(state.changeInPlaceEnds()), equals: reasons)
    case .read(let reason): return state.read(reason)
    case .notified: state.notified()
    }
    return nil
  }

  /// Compares the action of each step, and the length of the queue at the end.
  private mutating func check(
    _ table: [(Step, PathState.Consequence?)], queued: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (number, (step, expected)) in table.enumerated() {
      let action = perform(step)
      #expect(action == expected, "step \(number): \(step)", sourceLocation: sourceLocation)
    }
    #expect(state.queued == queued, sourceLocation: sourceLocation)
  }

  @Test mutating func `a change that carries the values of the path is reported without a read (K2)`() {
    check([(.didChange(.valueChanged, carriesValues: true), .notifyChange)], queued: 1)
  }

  @Test mutating func `any other change is read before it is reported (K4)`() {
    check(
      [
        (.didChange(.pathChanged), .read(.change(.pathChanged))),
        (.didRead(.change(.pathChanged)), .notifyRead(.pathChanged)),
        (.notified, nil),
      ], queued: 0)
  }

  @Test mutating func `a prior notification is queued before the change (K2)`() {
    check(
      [
        (.willChange(isValue: true, prior: .valueChanged), .notifyPrior(.valueChanged)),
        (.didChange(.valueChanged, carriesValues: true), .notifyChange),
        (.willChange(isValue: true), .keepCurrent),
      ], queued: 2)
  }

  @Test mutating func `a transaction is reported once, when its turn settles (C11)`() {
    check(
      [
        (.willChange(prior: .valueChanged), .notifyPrior(.valueChanged)),
        (.didChange(.valueChanged, inTransaction: true), .waitForTurn),
        // The prior notification has the reason of the first change.
        (.willChange(prior: .pathChanged), .ignore),
        (.didChange(.valueChanged, inTransaction: true), .ignore),
        (.turnSettled, .read(.change(.valueChanged))),
        (.didRead(.change(.valueChanged)), .notifyRead(.valueChanged)),
        (.turnSettled, .ignore),
      ], queued: 2)
  }

  @Test mutating func `the reason pathChanged prevails in a transaction (K4)`() {
    check(
      [
        (.didChange(.valueChanged, inTransaction: true), .waitForTurn),
        (.didChange(.pathChanged, inTransaction: true), .ignore),
        (.didChange(.valueChanged, inTransaction: true), .ignore),
        (.turnSettled, .read(.change(.pathChanged))),
      ], queued: 0)
  }

  @Test mutating func `a change before the report of a settling turn belongs to that report (C11, K5)`() {
    check(
      [
        (.didChange(.valueChanged, inTransaction: true), .waitForTurn),
        (.didChange(.pathChanged), .ignore),
        (.didChange(.valueChanged, carriesValues: true), .ignore),
        (.turnSettled, .read(.change(.pathChanged))),
        (.didChange(.valueChanged), .read(.change(.valueChanged))),
      ], queued: 0)
  }

  @Test mutating func `a path of several properties waits for the turn even if a change carries values (C11)`() {
    check([(.didChange(.valueChanged, carriesValues: true, inTransaction: true), .waitForTurn)], queued: 0)
  }

  @Test mutating func `a path that is one property reports every set in a transaction (C11)`() {
    check(
      [
        (.foundOneProperty(true), nil),
        (.didChange(.valueChanged, carriesValues: true, inTransaction: true), .notifyChange),
        (.didChange(.valueChanged, carriesValues: true, inTransaction: true), .notifyChange),
        (.turnSettled, .ignore),
      ], queued: 2)
  }

  @Test mutating func `a computed property that now reads several properties waits for the turn (C11)`() {
    check(
      [
        (.foundOneProperty(true), nil),
        (.didChange(.valueChanged, inTransaction: true), .read(.changeInTransaction(.valueChanged))),
        (.didRead(.changeInTransaction(.valueChanged)), .notifyRead(.valueChanged)),
        (.didChange(.valueChanged, inTransaction: true), .read(.changeInTransaction(.valueChanged))),
        (.foundOneProperty(false), nil),
        (.didRead(.changeInTransaction(.valueChanged)), .waitForTurn),
      ], queued: 1)
  }

  @Test mutating func `a change during a change in place is read at the end of that (K2)`() {
    check(
      [
        (.changeInPlaceBegins, nil),
        (.didChange(.valueChanged), .keepOld),
        (.didChange(.pathChanged), .ignore),
        (.willChange(), .ignore),
        (.changeInPlaceBegins, nil),
        (.changeInPlaceEnds([]), nil),
        (.changeInPlaceEnds([.valueChanged, .pathChanged]), nil),
        (.read(.valueChanged), .read(.change(.valueChanged))),
        (.changeInPlaceBegins, nil),
        (.changeInPlaceEnds([]), nil),
      ], queued: 0)
  }

  @Test mutating func `a turn that settles during a change in place is read at the end of that (C11)`() {
    check(
      [
        (.didChange(.pathChanged, inTransaction: true), .waitForTurn),
        (.changeInPlaceBegins, nil),
        (.turnSettled, .keepOld),
        (.changeInPlaceEnds([.pathChanged]), nil),
      ], queued: 0)
  }

  @Test mutating func `one property that is read in a transaction during a change in place waits for the turn (C11)`() {
    check(
      [
        (.foundOneProperty(true), nil),
        (.changeInPlaceBegins, nil),
        (.didChange(.valueChanged, inTransaction: true), .waitForTurn),
      ], queued: 0)
  }

  @Test mutating func `the death of the root is reported once, in place of all later events (K4)`() {
    check(
      [
        (.didChange(.valueChanged, inTransaction: true), .waitForTurn),
        (.didChange(.valueChanged, isRootAlive: false), .notifyDeletion),
        (.turnSettled, .ignore),
        (.willChange(isRootAlive: false), .ignore),
        (.end, .ignore),
      ], queued: 1)
  }

  @Test mutating func `a read that finds no root ends the observation (K4)`() {
    check(
      [
        (.didChange(.valueChanged), .read(.change(.valueChanged))),
        (.didRead(.change(.valueChanged), isRootAlive: false), .notifyDeletion),
      ], queued: 1)
  }

  @Test mutating func `the deinit of the root can still report changes of the value (K2)`() {
    check(
      [
        (.willChange(isValue: true, isRootAlive: false), .keepCurrent),
        (.didChange(.valueChanged, carriesValues: true, isRootAlive: false), .notifyChange),
        (.willChange(isRootAlive: false), .notifyDeletion),
      ], queued: 2)
  }

  @Test mutating func `the write of the observation's own binding is read and not reported (B2)`() {
    check(
      [
        (.didWrite, .read(.ownWrite)), (.didRead(.ownWrite), .accept), (.changeInPlaceBegins, nil),
        (.didWrite, .ignore),
      ], queued: 0)
  }

  @Test mutating func `a notification is delivered at once only if the queue is empty`() {
    expect(state.mayNotifyAtOnce(isInTransaction: false))
    expect(!state.mayNotifyAtOnce(isInTransaction: true))
    state.isSingle = true
    expect(state.mayNotifyAtOnce(isInTransaction: true))
    state.queueInitial()
    expect(!state.mayNotifyAtOnce(isInTransaction: false))
    state.notified()
    expect(state.mayNotifyAtOnce(isInTransaction: false))
  }
}
