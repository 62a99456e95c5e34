import Observation
import SignalsKVO
import Testing

/// K10: the time in which an `@Observable` object is being set, when its tracking has reported and no value is stored.
@MainActor @Suite("K10 In the middle of a set of a model", .leavesNothing) struct ModelWindowTests {
  let history = History()

  /// Sets another property before it stores the new value.
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

  @Test func `what was read meanwhile is read again when it has been stored`() async {
    let observer = history.observe(hall, \.sign)
    hall.sly.name = "b"
    #expect(history.take() == ["valueChanged 1 a 2 a"])
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged 2 a 2 b"])
    hall.sly.name = "c"
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged 2 b 3 b", "valueChanged 3 b 3 c"])
    observer.cancel()
  }

  @Test func `so it is for an observer without old values, and for a signal`() async {
    let observer = history.observe(hall, \.sign, [.new])
    let heard = Log<String>()
    let endpoint = Signal.keyValueObserving(hall, \.sign).subscribeValues { heard.append($0) }
    hall.sly.name = "b"
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged - 2 a", "valueChanged - 2 b"])
    #expect(heard.entries == ["1 a", "2 a", "2 b"])
    observer.cancel()
    endpoint.cancel()
  }

  @Test func `what is the same is not told again, by its equality or by its identity`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    hall.sly.guest = ada
    let sign = history.observe(hall, \.sign, [.new], as: "sign")
    let guest = history.observe(hall, \.guest, [.new], as: "guest")
    hall.sly.name = "b"
    hall.room += 1
    hall.sly.guest = grace
    hall.room += 1
    let told = [
      "sign: valueChanged - 3 a", "guest: valueChanged - Ada", "sign: valueChanged - 4 b", "guest: valueChanged - Ada",
      "sign: valueChanged - 5 b", "guest: valueChanged - Ada", "sign: valueChanged - 6 b",
      "guest: valueChanged - Grace",
    ]
    #expect(history.take() == told)
    await mainQueueIsIdle()
    #expect(history.take() == [])
    sign.cancel()
    guest.cancel()
  }

  @Test func `what may not be kept, and so not compared, is told once more`() async {
    let observer = history.observe(hall, \.tags, [.new])
    hall.sly.tags = ["b"]
    #expect(history.take() == [#"valueChanged - ["a"]"#])
    await mainQueueIsIdle()
    #expect(history.take() == [#"valueChanged - ["b"]"#])
    hall.sly.tags = ["c"]
    hall.room += 1
    await mainQueueIsIdle()
    #expect(
      history.take() == [#"valueChanged - ["b"]"#, #"valueChanged - ["c"]"#, #"valueChanged - ["c"]"#])
    observer.cancel()
  }

  @Test func `an object that is set meanwhile is followed, and the one that it replaces is not any more`() async {
    let ada = Person("Ada"), grace = Person("Grace")
    hall.sly.guest = ada
    let observer = history.observe(hall, \.guestName)
    hall.sly.guest = grace
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged 2 Ada 3 Ada", "pathChanged 3 Ada 3 Grace"])
    ada.firstName = "unheard"
    grace.firstName = "Joan"
    #expect(history.take() == ["valueChanged 3 Grace 3 Joan"])
    observer.cancel()
  }

  @Test func `somebody else who tracks may set something meanwhile, before all have heard`() async {
    let profile = Profile()
    // Who hears first is for the tracking to say, so there are many on either side of the one who sets.
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
    #expect(
      history.take() == Array(repeating: "valueChanged - 2 a", count: 16)
        + Array(repeating: "valueChanged - 2 b", count: 16))
    for observer in observers { observer.cancel() }
  }

  @Test func `who begins meanwhile hears of that set with the next change`() async {
    let box = Unshared(hall)
    let place = ObserverPlace()
    let setter = KeyValueObserver(hall, \.room, options: []) { [history] _ in
      if place.observer == nil { place.observer = history.observe(box.value, \.sign, [.initial, .new]) }
    }
    hall.sly.name = "b"
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged - 2 a"])
    hall.room = 7
    #expect(history.take() == ["valueChanged - 7 b"])
    place.observer?.cancel()
    setter.cancel()
  }

  @Test func `nothing follows a cancel while a change is on its way (C6)`() async {
    let observer = history.observe(hall, \.sign, [.new])
    hall.sly.name = "b"
    observer.cancel()
    let place = ObserverPlace()
    place.observer = history.observe(hall, \.sign, [.new], as: "own") { _ in place.observer?.cancel() }
    hall.sly.name = "c"
    await mainQueueIsIdle()
    #expect(history.take() == ["valueChanged - 2 a", "own: valueChanged - 3 b"])
  }
}

/// K10: sets by another thread while a model is read.
@MainActor @Suite("K10 A model that any thread may set", .leavesNothing) struct SharedModelTests {
  /// Is set by another thread in the middle of a read: after that has taken the value, and before anybody is told of sets.
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

    /// Has the set happen in this read from now on.
    func isSet(inRead read: Int) { state.change { $0.readsLeft = read } }
  }

  @Test(arguments: [1, 2])
  func `a set by another thread during any of the reads at the beginning is not missed`(read: Int) async {
    let history = History()
    let gauge = Gauge()
    // From now on it is known that the path goes through such an object.
    history.observe(gauge, \.name, []).cancel()
    gauge.isSet(inRead: read)
    let observer = history.observe(gauge, \.name, [.initial, .old, .new])
    await mainQueueIsIdle()
    #expect(history.take() == (read == 1 ? ["valueChanged - b"] : ["valueChanged - a", "valueChanged a b"]))
    observer.cancel()
  }

  @Test(arguments: [1, 2])
  func `nor is one during the reads of a later change`(read: Int) async {
    let history = History()
    let gauge = Gauge()
    let observer = history.observe(gauge, \.name)
    gauge.name = "c"
    gauge.isSet(inRead: read)
    await mainQueueIsIdle()
    #expect(history.take() == (read == 1 ? ["valueChanged a b"] : ["valueChanged a c", "valueChanged c b"]))
    observer.cancel()
  }
}
