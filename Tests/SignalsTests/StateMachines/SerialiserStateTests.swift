import Signals
import Testing

/// The table of the serialiser's steps: every state that a thread can find, and the next one (C4, C5).
@Suite("The serialiser's state machine", .leavesNothing) struct SerialiserStateTests {
  static let me: UInt = 1 << 8
  static let other: UInt = 2 << 8
  static let events = SerialiserState.events
  static let requests = SerialiserState.requests
  static let scheduled = SerialiserState.scheduled
  static let closed = SerialiserState.closed
  static let remote = SerialiserState.remote
  static let brief = SerialiserState.brief

  struct Arrival: Sendable {
    var before: UInt
    var isEnd = false
    var inline = true
    var follows = true
    var answer: SerialiserState.Arrival
    var after: UInt
  }

  static let arrivals: [Arrival] = [
    Arrival(before: 0, answer: .deliver, after: me),
    Arrival(before: 0, isEnd: true, answer: .deliver, after: me | closed),
    Arrival(before: remote, inline: false, answer: .waitAndSchedule, after: remote | events | scheduled),
    Arrival(before: remote, answer: .deliver, after: remote | me),
    Arrival(
      before: remote, isEnd: true, inline: false, answer: .waitAndSchedule,
      after: remote | events | scheduled | closed),
    Arrival(before: me, answer: .follow, after: me),
    Arrival(before: me, isEnd: true, answer: .follow, after: me | closed),
    Arrival(before: me | events | scheduled, answer: .follow, after: me | events | scheduled),
    Arrival(before: me, follows: false, answer: .wait, after: me | events),
    Arrival(before: me | scheduled, follows: false, answer: .wait, after: me | events | scheduled),
    Arrival(before: me | events, isEnd: true, follows: false, answer: .wait, after: me | events | closed),
    Arrival(before: other, answer: .wait, after: other | events),
    Arrival(before: other, isEnd: true, answer: .wait, after: other | events | closed),
    Arrival(before: other | events, answer: .wait, after: other | events),
    Arrival(before: scheduled, answer: .wait, after: scheduled | events),
    Arrival(before: events | scheduled, answer: .wait, after: events | scheduled),
    Arrival(before: events, answer: .waitAndSchedule, after: events | scheduled),
    Arrival(before: other | scheduled, answer: .wait, after: other | events | scheduled),
    Arrival(before: closed, answer: .refuse, after: closed),
    Arrival(before: closed, isEnd: true, answer: .refuse, after: closed),
    Arrival(before: closed | me, answer: .refuse, after: closed | me),
    Arrival(before: closed | events | scheduled, answer: .refuse, after: closed | events | scheduled),
  ]

  @Test(arguments: arrivals)
  func `an event that arrives`(_ row: Arrival) {
    var state = SerialiserState(word: row.before)
    let answer = state.arrive(on: Self.me, isEnd: row.isEnd, inline: row.inline, follows: row.follows)
    expect(answer, equals: row.answer)
    expect(state.word, equals: row.after)
  }

  static let admissions: [(UInt, SerialiserState.Admission, UInt)] = [
    (0, .perform, me),
    (closed, .perform, closed | me),
    (remote, .perform, remote | me),
    (events | scheduled, .perform, events | scheduled | me),
    (me, .afterHandler, me | requests),
    (other, .afterHandler, other | requests),
    (other | requests | scheduled, .afterHandler, other | requests | scheduled),
  ]

  @Test(arguments: admissions)
  func `a request that comes in`(_ before: UInt, _ answer: SerialiserState.Admission, _ after: UInt) {
    var state = SerialiserState(word: before)
    expect(state.admit(Self.me), equals: answer)
    expect(state.word, equals: after)
  }

  static let takeovers: [(UInt, SerialiserState.Admission, UInt)] = [
    (0, .perform, me),
    (requests, .perform, requests | me),
    (closed, .afterHandler, closed),
    (events | scheduled, .afterHandler, events | scheduled),
    (me, .afterHandler, me),
    (me | brief, .afterHandler, me | brief),
    (other, .afterHandler, other),
    (other | brief, .lookAgain, other | brief),
  ]

  @Test(arguments: takeovers)
  func `a thread whose events are to follow`(_ before: UInt, _ answer: SerialiserState.Admission, _ after: UInt) {
    var state = SerialiserState(word: before)
    expect(state.takeOver(Self.me), equals: answer)
    expect(state.word, equals: after)
  }

  static let departures: [(UInt, SerialiserState.Departure, UInt)] = [
    (me, .leave, 0),
    (me | remote, .leave, remote),
    (me | closed, .leave, closed),
    (me | requests, .stay, me | requests),
    (me | requests | events, .stay, me | requests | events),
    (me | events, .leaveAndSchedule, events | scheduled),
    (me | events | scheduled, .leave, events | scheduled),
    (me | scheduled, .leave, scheduled),
  ]

  @Test(arguments: departures)
  func `the owner that departs`(_ before: UInt, _ answer: SerialiserState.Departure, _ after: UInt) {
    var state = SerialiserState(word: before)
    expect(state.depart(), equals: answer)
    expect(state.word, equals: after)
  }

  static let departuresFromRequests: [(UInt, SerialiserState.Departure, UInt)] = [
    (me | requests, .leaveRequests, requests),
    (me | requests | closed, .leaveRequests, requests | closed),
    // A drain is on its way, and performs the requests.
    (me | requests | scheduled, .leave, requests | scheduled),
    (me | requests | events, .leaveAndSchedule, requests | events | scheduled),
    (me, .leave, 0),
  ]

  @Test(arguments: departuresFromRequests)
  func `an owner that leaves requests to the next one (C5)`(
    _ before: UInt, _ answer: SerialiserState.Departure, _ after: UInt
  ) {
    var state = SerialiserState(word: before)
    expect(state.depart(leavingRequests: true), equals: answer)
    expect(state.word, equals: after)
  }

  static let briefDepartures: [(UInt, SerialiserState.Departure, UInt)] = [
    (me | brief, .leave, 0),
    (me | brief | remote, .leave, remote),
    (me | brief | requests, .leaveRequests, requests),
    (me | brief | requests | scheduled, .leave, requests | scheduled),
    (me | brief | events, .stay, me | brief | events),
    (me, .stay, me),
  ]

  @Test(arguments: briefDepartures)
  func `an owner of a moment that departs`(_ before: UInt, _ answer: SerialiserState.Departure, _ after: UInt) {
    var state = SerialiserState(word: before)
    expect(state.departBriefly(), equals: answer)
    expect(state.word, equals: after)
  }

  @Test func `a thread that wants to own for a moment waits for another one that does`() {
    var state = SerialiserState(word: Self.other | Self.brief)
    expect(state.admit(Self.me, briefly: true), equals: .lookAgain)
    expect(state.word, equals: Self.other | Self.brief)
    expect(state.admit(Self.me), equals: .afterHandler)
    expect(state.word, equals: Self.other | Self.brief | Self.requests)
  }

  static let drainBeginnings: [(UInt, Bool, UInt)] = [
    (scheduled | events, true, scheduled | events | me),
    (scheduled, true, scheduled | me),
    // Another thread cancels at this moment: it will schedule anew when it sees the events on its way out.
    (scheduled | events | other, false, events | other),
    (scheduled | events | me, false, events | me),
  ]

  @Test(arguments: drainBeginnings)
  func `a drain that begins`(_ before: UInt, _ begins: Bool, _ after: UInt) {
    var state = SerialiserState(word: before)
    expect(state.beginDrain(on: Self.me), equals: begins)
    expect(state.word, equals: after)
  }

  static let drainEndings: [(UInt, Bool, SerialiserState.Departure, UInt)] = [
    (me | scheduled, false, .leave, 0),
    (me | scheduled | remote | closed, false, .leave, remote | closed),
    (me | scheduled, true, .leaveAndSchedule, scheduled | events),
    (me | scheduled | events, false, .leaveAndSchedule, scheduled | events),
    (me | scheduled | requests, true, .stay, me | scheduled | requests),
  ]

  @Test(arguments: drainEndings)
  func `a drain that ends`(_ before: UInt, _ hasRest: Bool, _ answer: SerialiserState.Departure, _ after: UInt) {
    var state = SerialiserState(word: before)
    expect(state.endDrain(hasRest: hasRest), equals: answer)
    expect(state.word, equals: after)
  }

  static let drainEndingsWithRequests: [(UInt, Bool, SerialiserState.Departure, UInt)] = [
    (me | scheduled | requests, false, .leaveRequests, requests),
    (me | scheduled | requests, true, .leaveAndSchedule, scheduled | events | requests),
  ]

  @Test(arguments: drainEndingsWithRequests)
  func `a drain that leaves requests to the next owner (C5)`(
    _ before: UInt, _ hasRest: Bool, _ answer: SerialiserState.Departure, _ after: UInt
  ) {
    var state = SerialiserState(word: before)
    expect(state.endDrain(hasRest: hasRest, leavingRequests: true), equals: answer)
    expect(state.word, equals: after)
  }

  @Test(arguments: [false, true])
  func `an event that comes while the owner is there for a moment looks again, and changes nothing`(_ isEnd: Bool) {
    let before = SerialiserState(word: 64 | SerialiserState.brief)
    var state = before
    expect(state.arrive(on: 128, isEnd: isEnd, inline: true), equals: .lookAgain)
    expect(state, equals: before)
    expect(state.owner, equals: 64)
  }

  @Test func `taking clears one flag and nothing else`() {
    var state = SerialiserState(word: Self.me | SerialiserState.flags)
    state.takeEvents()
    expect(state.word, equals: Self.me | SerialiserState.flags & ~Self.events)
    state.takeRequests()
    expect(state.word, equals: Self.me | SerialiserState.flags & ~Self.events & ~Self.requests)
  }
}
