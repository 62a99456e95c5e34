import Observation
import SignalsTesting
import Testing

@testable import SignalsKVO

/// K10 on the main actor.
@MainActor @Suite("K10 Observable objects on the main actor", .leavesNothing) struct SwiftObservationTests {
  let history = History()

  @Test func `a root is reported asynchronously, with its latest state`() async {
    let profile = Profile()
    let observer = history.observe(profile, \.name, [.initial, .old, .new]) { _ in MainActor.assertIsolated() }
    profile.name = "b"
    profile.name = "c"
    expect(history.take(), equals: ["valueChanged - a"])
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged a c"])
    profile.name = "d"
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged c d"])
    observer.cancel()
    profile.name = "e"
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
  }

  @Test func `an Observable object may be a step between two observed properties`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    let profile = Profile(ada)
    let office = Office(profile)
    let observer = history.observe(office, \.profile?.person?.firstName)
    ada.firstName = "Ada L."
    expect(history.take(), equals: ["valueChanged Ada Ada L."])
    profile.person = grace
    await mainQueueIsIdle()
    expect(history.take(), equals: ["pathChanged Ada L. Grace"])
    ada.firstName = "unseen"
    expect(history.take(), equals: [])
    grace.firstName = "Grace H."
    office.profile = Profile(ada)
    expect(history.take(), equals: ["valueChanged Grace Grace H.", "pathChanged Grace H. unseen"])
    profile.person = nil
    grace.firstName = "unseen"
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
    office.profile = nil
    expect(history.take(), equals: ["pathChanged unseen -"])
    observer.cancel()
  }

  @Test func `an Observable object may be the leaf, and be read together with observed properties`() async {
    let profile = Profile()
    let office = Office(profile)
    let name = history.observe(office, \.profile?.name, as: "name")
    let sign = history.observe(office, \.sign, as: "sign")
    profile.name = "b"
    await mainQueueIsIdle()
    expect(Set(history.take()), equals: ["name: valueChanged a b", "sign: valueChanged 1 a 1 b"])
    office.room = 2
    expect(history.take(), equals: ["sign: valueChanged 1 b 2 b"])
    office.profile = Profile()
    expect(history.take(), equals: ["name: pathChanged b a", "sign: pathChanged 2 b 2 a"])
    profile.name = "unseen"
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
    name.cancel()
    sign.cancel()
  }

  @Test func `a change that was already read because of another set is not reported again`() async {
    let profile = Profile()
    let office = Office(profile)
    let sign = history.observe(office, \.sign)
    profile.name = "b"
    office.room = 2
    expect(history.take(), equals: ["valueChanged 1 a 2 b"])
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
    sign.cancel()
  }

  @Test func `a cancelled observation leaves no tracking behind`() async {
    let profile = Profile()
    let office = Office(profile)
    weak var last: PathObservation?
    for _ in 0..<100 {
      let observer = history.observe(office, \.sign, [])
      last = observer.observation
      office.room += 1
      observer.cancel()
    }
    // The properties remove closed links from time to time.
    office.room = 0
    office.profile = nil
    expect(last == nil)
    withExtendedLifetime(profile) {}
  }

  @Test func `the death of an Observable root is noticed with the next change (K10)`() async {
    let person = Person("Ada")
    var profile: Profile? = Profile(person)
    let observer = profile.map { history.observe($0, \.person?.firstName) }
    profile = nil
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
    person.firstName = "Grace"
    expect(history.take(), equals: ["sourceDeleted - -"])
    withExtendedLifetime(observer) {}
  }

  @Test func `a signal of an Observable object emits its changes`() async {
    let profile = Profile()
    let recorder = Recorder(Signal.keyValueObserving(profile, \.name))
    profile.name = "b"
    await mainQueueIsIdle()
    profile.name = "c"
    await mainQueueIsIdle()
    expect(recorder.values, equals: ["a", "b", "c"])
  }

  @Test func `no call follows a cancel while a change is pending (C6)`() async {
    let profile = Profile()
    let office = Office(profile)
    let name = history.observe(profile, \.name, as: "name")
    let sign = history.observe(office, \.sign, as: "sign")
    let received = Log<String>()
    let endpoint = Signal.keyValueObserving(profile, \.name).subscribeValues { received.append($0) }
    profile.name = "b"
    name.cancel()
    endpoint.cancel()
    await mainQueueIsIdle()
    expect(history.take(), equals: ["sign: valueChanged 1 a 1 b"])
    expect(received.entries, equals: ["a"])
    profile.name = "c"
    sign.cancel()
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
  }

  @Test func `an Observable object on the path may hold nil, and has no prior call`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    let profile = Profile(ada)
    let office = Office(profile)
    let observer = history.observe(office, \.profile?.person?.firstName, [.prior, .old, .new])
    profile.person = nil
    await mainQueueIsIdle()
    expect(history.take(), equals: ["pathChanged Ada -"])
    ada.firstName = "unseen"
    expect(history.take(), equals: [])
    profile.person = grace
    await mainQueueIsIdle()
    expect(history.take(), equals: ["pathChanged - Grace"])
    // An observed property on the same path does have a prior call.
    grace.firstName = "Joan"
    office.profile = nil
    expect(
      history.take(),
      equals: [
        "prior valueChanged Grace -", "valueChanged Grace Joan", "prior pathChanged Joan -", "pathChanged Joan -",
      ])
    observer.cancel()
  }

  @Test func `the root before an Observable object may die, even while a change of that is pending`() async {
    let profile = Profile(Person("Ada"))
    for isChanging in [false, true] {
      var office: Office? = Office(profile)
      let observer = office.map { history.observe($0, \.profile?.person?.firstName) }
      if isChanging { profile.person = nil }
      office = nil
      expect(history.take(), equals: ["sourceDeleted - -"])
      expect(observer?.isActive, equals: false)
      profile.person = Person("Grace")
      await mainQueueIsIdle()
      expect(history.take(), equals: [])
    }
  }

  @Test func `the death of an Observable root is noticed while a change of it is pending (K10)`() async {
    var profile: Profile? = Profile()
    let observer = profile.map { history.observe($0, \.name) }
    profile?.name = "b"
    profile = nil
    expect(history.take(), equals: [])
    await mainQueueIsIdle()
    expect(history.take(), equals: ["sourceDeleted - -"])
    expect(observer?.isActive, equals: false)
  }

  @Test func `the death of an Observable root is not noticed by a read of an object on its path (K10)`() async {
    let person = Person("Ada")
    var profile: Profile? = Profile(person)
    weak let gone = profile
    let observer = profile.map { history.observe($0, \.person?.firstName) }
    profile = nil
    expect(gone == nil)
    expect(person.firstName, equals: "Ada")
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
    expect(observer?.isActive, equals: true)
    observer?.cancel()
  }
}

/// K10 outside of actors, and observed properties in Swift Observation.
@Suite("K10 Swift Observation outside of actors", .leavesNothing) struct PlainSwiftObservationTests {
  let history = History()

  @Test func `an Observable object is read again with the next change of an observed property`() {
    let profile = Profile()
    let office = Office(profile)
    let sign = history.observe(office, \.sign)
    profile.name = "b"
    expect(history.take(), equals: [])
    office.room = 2
    expect(history.take(), equals: ["valueChanged 1 a 2 b"])
    sign.cancel()
  }

  /// A class with observed properties that Swift Observation tracks, too.
  final class Model: Observable {
    @Observed var name = "a"
    @Observed var count = 0
    @WeakObserved var person: Person?
  }

  @Test func `Swift Observation tracks observed properties of an Observable class, once, before the store`() {
    let model = Unshared(Model())
    let log = Log<String>()
    func track<Value>(_ read: (Model) -> Value) {
      withObservationTracking {
        _ = read(model.value)
      } onChange: {
        log.append("fired with \(model.value.name) \(model.value.count)")
      }
    }
    track { $0.name }
    model.value.count = 1
    expect(log.take(), equals: [])
    model.value.name = "b"
    model.value.name = "c"
    expect(log.take(), equals: ["fired with a 1"])
    track { $0.count }
    model.value.count += 1
    model.value.count += 1
    expect(log.take(), equals: ["fired with c 1"])
    track { $0.person }
    model.value.person = nil
    expect(log.take(), equals: ["fired with c 3"])
  }

  @Test func `the reads of an observer are not tracked by a surrounding tracking`() {
    let model = Model()
    let fired = Log<String>()
    let observer = withObservationTracking {
      let observer = history.observe(model, \.name, [.initial, .old, .new])
      model.count = 1
      return observer
    } onChange: {
      fired.append("fired")
    }
    model.name = "b"
    model.count = 2
    expect(fired.entries, equals: [])
    expect(history.lines, equals: ["valueChanged - a", "valueChanged a b"])
    observer.cancel()
  }

  @Test func `an Observable class with observed properties is observed like any other`() {
    let model = Model()
    let observer = history.observe(model, \.name)
    model.name = "b"
    model.name += "c"
    expect(history.lines, equals: ["valueChanged a b", "valueChanged b bc"])
    observer.cancel()
  }
}
