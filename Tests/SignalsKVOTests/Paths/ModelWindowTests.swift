import Observation
import SignalsKVO
import Testing

/// K10: the time between willSet and the store of an `@Observable` object.
@MainActor @Suite("K10 In the middle of a set of an Observable object", .leavesNothing) struct ModelWindowTests {
  let history = History()

  /// Sets another property in its willSet.
  @Observable
  final class Sly {
    @ObservationIgnored weak var hall: Hall?
    var name = "a" {
      willSet { hall?.room += 1 }
    }
    var tags = ["a"] {
      willSet { hall?.room += 1 }
    }
    var guest: Person? {
      willSet { hall?.room += 1 }
    }
  }

  final class Hall {
    @Observed var sly = Sly()
    @Observed var room = 1
    var sign: String { "\(room) \(sly.name)" }
    var tags: [String] { room > 0 ? sly.tags : [] }
    var guest: Person? { room > 0 ? sly.guest : nil }
    var guestName: String { "\(room) \(sly.guest?.firstName ?? "-")" }
  }

  let hall = Hall()

  init() { hall.sly.hall = hall }

  @Test func `a value read between willSet and the store is read again after the store`() async {
    let observer = history.observe(hall, \.sign)
    hall.sly.name = "b"
    expect(history.take(), equals: ["valueChanged 1 a 2 a"])
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged 2 a 2 b"])
    hall.sly.name = "c"
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged 2 b 3 b", "valueChanged 3 b 3 c"])
    observer.cancel()
  }

  @Test func `an observer without old values, and a signal, read the value again after the store, too`() async {
    let observer = history.observe(hall, \.sign, [.new])
    let received = Log<String>()
    let endpoint = Signal.keyValueObserving(hall, \.sign).subscribeValues { received.append($0) }
    hall.sly.name = "b"
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged - 2 a", "valueChanged - 2 b"])
    expect(received.entries, equals: ["1 a", "2 a", "2 b"])
    observer.cancel()
    endpoint.cancel()
  }

  @Test func `an equal value or the same object is not reported again`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    hall.sly.guest = ada
    let sign = history.observe(hall, \.sign, [.new], as: "sign")
    let guest = history.observe(hall, \.guest, [.new], as: "guest")
    hall.sly.name = "b"
    hall.room += 1
    hall.sly.guest = grace
    hall.room += 1
    let expected = [
      "sign: valueChanged - 3 a", "guest: valueChanged - Ada", "sign: valueChanged - 4 b", "guest: valueChanged - Ada",
      "sign: valueChanged - 5 b", "guest: valueChanged - Ada", "sign: valueChanged - 6 b",
      "guest: valueChanged - Grace",
    ]
    expect(history.take(), equals: expected)
    await mainQueueIsIdle()
    expect(history.take(), equals: [])
    sign.cancel()
    guest.cancel()
  }

  @Test func `a value without a comparison, and which must not be retained, is reported again`() async {
    let observer = history.observe(hall, \.tags, [.new])
    hall.sly.tags = ["b"]
    expect(history.take(), equals: [#"valueChanged - ["a"]"#])
    await mainQueueIsIdle()
    expect(history.take(), equals: [#"valueChanged - ["b"]"#])
    hall.sly.tags = ["c"]
    hall.room += 1
    await mainQueueIsIdle()
    expect(
      history.take(), equals: [#"valueChanged - ["b"]"#, #"valueChanged - ["c"]"#, #"valueChanged - ["c"]"#])
    observer.cancel()
  }

  @Test func `an object that is stored after the read is followed, and its predecessor is not`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    hall.sly.guest = ada
    let observer = history.observe(hall, \.guestName)
    hall.sly.guest = grace
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged 2 Ada 3 Ada", "pathChanged 3 Ada 3 Grace"])
    ada.firstName = "unseen"
    grace.firstName = "Joan"
    expect(history.take(), equals: ["valueChanged 3 Grace 3 Joan"])
    observer.cancel()
  }

  @Test func `another tracking's onChange closure may set a property before all observers have been notified`() async {
    let profile = Profile()
    // The order of the notifications is up to Swift Observation, so there are many observers on either side of the
    // setting one.
    let offices = (0..<16).map { _ in Office(profile) }
    var observers = offices[..<8].map { history.observe($0, \.sign, [.new]) }
    let boxes = Unshared(offices)
    withObservationTracking {
      _ = profile.name
    } onChange: {
      for office in boxes.value { office.room += 1 }
    }
    observers += offices[8...].map { history.observe($0, \.sign, [.new]) }
    profile.name = "b"
    await mainQueueIsIdle()
    expect(
      history.take(),
      equals: Array(repeating: "valueChanged - 2 a", count: 16)
        + Array(repeating: "valueChanged - 2 b", count: 16))
    for observer in observers { observer.cancel() }
  }

  @Test func `an observer that starts between willSet and the store reports that set with the next change`() async {
    let box = Unshared(hall)
    let place = ObserverPlace()
    let setter = KeyValueObserver(hall, \.room, options: []) { [history] _ in
      if place.observer == nil { place.observer = history.observe(box.value, \.sign, [.initial, .new]) }
    }
    hall.sly.name = "b"
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged - 2 a"])
    hall.room = 7
    expect(history.take(), equals: ["valueChanged - 7 b"])
    place.observer?.cancel()
    setter.cancel()
  }

  @Test func `no call follows a cancel while a change is pending (C6)`() async {
    let observer = history.observe(hall, \.sign, [.new])
    hall.sly.name = "b"
    observer.cancel()
    let place = ObserverPlace()
    place.observer = history.observe(hall, \.sign, [.new], as: "own") { _ in place.observer?.cancel() }
    hall.sly.name = "c"
    await mainQueueIsIdle()
    expect(history.take(), equals: ["valueChanged - 2 a", "own: valueChanged - 3 b"])
  }
}

/// K10: sets by another thread during the reads of a model.
@MainActor @Suite("K10 An Observable object that any thread may set", .leavesNothing) struct SharedModelTests {
  /// Is set by another thread in the middle of a read: after the value was read, and before its observer tracks sets.
  final class Gauge: Observable, Sendable {
    private struct State {
      var name = "a"
      var readsLeft = 0
    }
    private let registrar = ObservationRegistrar()
    private let state = Guarded(State())

    var name: String {
      get {
        registrar.access(self, keyPath: \.name)
        let (name, isDue) = state.change { state in
          state.readsLeft -= 1
          return (state.name, state.readsLeft == 0)
        }
        if isDue { onAnotherThread { self.name = "b" } }
        return name
      }
      set { registrar.withMutation(of: self, keyPath: \.name) { state.change { $0.name = newValue } } }
    }

    /// Makes the set happen in this read from now on.
    func isSet(inRead read: Int) { state.change { $0.readsLeft = read } }
  }

  @Test(arguments: [1, 2])
  func `another thread's set during any of the first reads is not missed`(read: Int) async {
    let history = History()
    let gauge = Gauge()
    // From now on the library knows that the path contains an Observable object.
    history.observe(gauge, \.name, []).cancel()
    gauge.isSet(inRead: read)
    let observer = history.observe(gauge, \.name, [.initial, .old, .new])
    await mainQueueIsIdle()
    expect(history.take(), equals: (read == 1 ? ["valueChanged - b"] : ["valueChanged - a", "valueChanged a b"]))
    observer.cancel()
  }

  @Test(arguments: [1, 2])
  func `another thread's set during the reads of a later change is not missed`(read: Int) async {
    let history = History()
    let gauge = Gauge()
    let observer = history.observe(gauge, \.name)
    gauge.name = "c"
    gauge.isSet(inRead: read)
    await mainQueueIsIdle()
    expect(history.take(), equals: (read == 1 ? ["valueChanged a b"] : ["valueChanged a c", "valueChanged c b"]))
    observer.cancel()
  }
}
