import Observation
import SignalsTesting
import Testing

@testable import SignalsKVO

@Observable
final class Profile {
  var name = "a"
  var person: Person?
  var nickname: String?

  init(_ person: Person? = nil) { self.person = person }
}

final class Office {
  @Observed var profile: Profile?
  @Observed var room = 1
  var sign: String { "\(room) \(profile?.name ?? "-")" }

  init(_ profile: Profile? = nil) { self.profile = profile }
}

/// K10 on the main actor.
@MainActor @Suite("K10 Models of Swift Observation on the main actor") struct SwiftObservationTests {
  let history = History()

  @Test func `a root is told about asynchronously, with its latest state`() async {
    let profile = Profile()
    let observer = history.observe(profile, \.name, [.initial, .old, .new]) { _ in MainActor.assertIsolated() }
    profile.name = "b"
    profile.name = "c"
    #expect(history.take() == ["valueChanged - a"])
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged a c"])
    profile.name = "d"
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged c d"])
    observer.cancel()
    profile.name = "e"
    await mainQueueIsIdle()
    #expect(history.take() == [])
  }

  @Test func `it may be a step between two observed properties`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    let profile = Profile(ada)
    let office = Office(profile)
    let observer = history.observe(office, \.profile?.person?.firstName)
    ada.firstName = "Ada L."
    #expect(history.take() == ["valueChanged Ada Ada L."])
    profile.person = grace
    await mainQueueIsIdle()
    #expect(history.take() == ["pathChanged Ada L. Grace"])
    ada.firstName = "unheard"
    #expect(history.take() == [])
    grace.firstName = "Grace H."
    office.profile = Profile(ada)
    #expect(history.take() == ["valueChanged Grace Grace H.", "pathChanged Grace H. unheard"])
    profile.person = nil
    grace.firstName = "unheard"
    await mainQueueIsIdle()
    #expect(history.take() == [])
    office.profile = nil
    #expect(history.take() == ["pathChanged unheard -"])
    observer.cancel()
  }

  @Test func `it may be the leaf, and read together with observed properties`() async {
    let profile = Profile()
    let office = Office(profile)
    let name = history.observe(office, \.profile?.name, as: "name")
    let sign = history.observe(office, \.sign, as: "sign")
    profile.name = "b"
    await mainQueueIsIdle()
    #expect(Set(history.take()) == ["name: valueChanged a b", "sign: valueChanged 1 a 1 b"])
    office.room = 2
    #expect(history.take() == ["sign: valueChanged 1 b 2 b"])
    office.profile = Profile()
    #expect(history.take() == ["name: pathChanged b a", "sign: pathChanged 2 b 2 a"])
    profile.name = "unheard"
    await mainQueueIsIdle()
    #expect(history.take() == [])
    name.cancel()
    sign.cancel()
  }

  @Test func `what is read meanwhile because something else was set is not told again`() async {
    let profile = Profile()
    let office = Office(profile)
    let sign = history.observe(office, \.sign)
    profile.name = "b"
    office.room = 2
    #expect(history.take() == ["valueChanged 1 a 2 b"])
    await mainQueueIsIdle()
    #expect(history.take() == [])
    sign.cancel()
  }

  @Test func `an observation that is over leaves no tracking behind`() async {
    let profile = Profile()
    let office = Office(profile)
    weak var last: PathObservation?
    for _ in 0..<100 {
      let observer = history.observe(office, \.sign, [])
      last = observer.observation
      office.room += 1
      observer.cancel()
    }
    // The properties forget those who are gone when they look.
    office.room = 0
    office.profile = nil
    #expect(last == nil)
    withExtendedLifetime(profile) {}
  }

  @Test func `the death of a model that is the root is noticed with the next change (K10)`() async {
    let person = Person("Ada")
    var profile: Profile? = Profile(person)
    let observer = profile.map { history.observe($0, \.person?.firstName) }
    profile = nil
    await mainQueueIsIdle()
    #expect(history.take() == [])
    person.firstName = "Grace"
    #expect(history.take() == ["sourceDeleted - -"])
    withExtendedLifetime(observer) {}
  }

  @Test func `a signal of a model tells it to whoever subscribes`() async {
    let profile = Profile()
    let recorder = Recorder(Signal.keyValueObserving(profile, \.name))
    profile.name = "b"
    await mainQueueIsIdle()
    profile.name = "c"
    await mainQueueIsIdle()
    #expect(recorder.values == ["a", "b", "c"])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `whatever is changed while observers come and go, the last state is never missed`(seed: UInt64) async {
    var random = SplitMix(state: seed)
    let people = [Person("p"), Person("q")]
    let profiles = [Profile(people[0]), Profile(people[1]), Profile()]
    let office = Office(profiles[0])
    @MainActor final class Follower {
      var latest: String?
      var observer: KeyValueObserver?
    }
    let followers = (0..<4).map { _ in Follower() }
    for round in 0..<3_000 {
      let follower = followers[Int(random.next() % 4)]
      switch random.next() % 10 {
      case 0, 1:
        follower.observer = nil
        let options: KeyValueObservingOptions = [.initial, .new]
        if random.next() % 2 == 0 {
          follower.observer = KeyValueObserver(office, \.profile?.person?.firstName, options: options) {
            [unowned follower] in
            follower.latest = "name \(($0.newValue ?? "-") ?? "-")"
          }
        } else {
          follower.observer = KeyValueObserver(office, \.sign, options: options) { [unowned follower] in
            follower.latest = "sign \($0.newValue ?? "-")"
          }
        }
      case 2: follower.observer = nil
      case 3, 4: profiles[Int(random.next() % 3)].name = "\(round)"
      case 5: profiles[Int(random.next() % 3)].person = random.next() % 3 == 0 ? nil : people[Int(random.next() % 2)]
      case 6: people[Int(random.next() % 2)].firstName = "\(round)"
      case 7: office.profile = random.next() % 4 == 0 ? nil : profiles[Int(random.next() % 3)]
      case 8: office.room = round
      default:
        await mainQueueIsIdle()
        for follower in followers where follower.observer != nil {
          let isName = follower.latest?.hasPrefix("name") == true
          #expect(
            follower.latest == (isName ? "name \(office.profile?.person?.firstName ?? "-")" : "sign \(office.sign)"),
            "round \(round)")
        }
      }
    }
  }
}

/// K10 off every actor, and the other way round.
@Suite("K10 Swift Observation off every actor", .leavesNothing) struct PlainSwiftObservationTests {
  let history = History()

  @Test func `a model is read again with the next change of an observed property`() {
    let profile = Profile()
    let office = Office(profile)
    let sign = history.observe(office, \.sign)
    profile.name = "b"
    #expect(history.take() == [])
    office.room = 2
    #expect(history.take() == ["valueChanged 1 a 2 b"])
    sign.cancel()
  }

  /// A class with observed properties that Swift's own tracking follows too.
  final class Model: Observable {
    @Observed var name = "a"
    @Observed var count = 0
    @WeakObserved var person: Person?
  }

  @Test func `Swift's tracking follows observed properties of a class that is Observable, once, before the store`() {
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
    #expect(log.take() == [])
    model.value.name = "b"
    model.value.name = "c"
    #expect(log.take() == ["fired with a 1"])
    track { $0.count }
    model.value.count += 1
    model.value.count += 1
    #expect(log.take() == ["fired with c 1"])
    track { $0.person }
    model.value.person = nil
    #expect(log.take() == ["fired with c 3"])
  }

  @Test func `what observers here read is not taken for a read of whoever tracks`() {
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
    #expect(fired.entries == [])
    #expect(history.lines == ["valueChanged - a", "valueChanged a b"])
    observer.cancel()
  }

  @Test func `a model that is Observable is observed as any other`() {
    let model = Model()
    let observer = history.observe(model, \.name)
    model.name = "b"
    model.name += "c"
    #expect(history.lines == ["valueChanged a b", "valueChanged b bc"])
    observer.cancel()
  }
}

/// Random numbers that are the same for the same seed.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
