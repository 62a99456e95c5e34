import Dispatch
import Signals
import SignalsTesting
import Testing

/// C1, C6, C8, C13: subscribing with one closure for the values and one for the end.
@Suite("subscribe(onValue:onEnd:)", .leavesNothing) struct SubscribeToValuesAndEndTests {
  @Test func `the values, then the end, each once`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let finishing = input.subscribe(onValue: { log.append("\($0)") }, onEnd: { log.append("\($0)") })
    input.send(1)
    input.send(2)
    expect(finishing.isActive)
    input.finish()
    input.send(3)
    expect(log.entries, equals: ["1", "2", "finished"])
    expect(!finishing.isActive)
  }

  @Test func `a failure is an end, and the closures may follow the call`() {
    let log = Log<String>()
    let endpoint = Signal.of(1, -1, 2).map(checked).subscribe {
      log.append("\($0)")
    } onEnd: {
      log.append("\($0)")
    }
    expect(log.entries, equals: ["1", "failed(negative)"])
    expect(!endpoint.isActive)
  }

  @Test func `nothing is called after a cancellation, and the captured objects are released`() {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    do {
      let forValues = Tracked("value closure", log)
      let forEnd = Tracked("end closure", log)
      input.subscribe(
        onValue: { value in
          forValues.touch()
          log.append("\(value)")
          bag.cancel()
        },
        onEnd: { _ in
          forEnd.touch()
          log.append("end")
        }
      ).store(in: bag)
    }
    input.send(1)
    input.send(2)
    input.finish()
    expect(log.entries.first, equals: "1")
    expect(Set(log.entries.dropFirst()), equals: ["value closure released", "end closure released"])
  }

  private final class Owner: Sendable {
    let log = Log<String>()
  }

  @Test func `an owner is passed to both closures, and isn't kept alive`() {
    let input = SignalInput<Int>()
    var owner: Owner? = Owner()
    let log = owner?.log
    let make: (Owner) -> Endpoint = { owner in
      input.subscribe(for: owner) {
        $0.log.append("\($1)")
      } onEnd: {
        $0.log.append("\($1)")
      }
    }
    let endpoint = owner.map(make)
    let other = SignalInput<Int>()
    let ending = owner.map { owner in
      other.subscribe(for: owner, onValue: { $0.log.append("\($1)") }, onEnd: { $0.log.append("\($1)") })
    }
    input.send(1)
    other.fail(Failure("boom"))
    weak let gone = owner
    owner = nil
    expect(gone == nil)
    expect(log?.entries, equals: ["1", "failed(boom)"])
    input.send(2)
    expect(endpoint?.isActive, equals: false)
    expect(ending?.isActive, equals: false)
    expect(log?.entries, equals: ["1", "failed(boom)"])
  }

  @Test func `the owner is gone at the end, so neither closure is called`() {
    let input = SignalInput<Int>()
    var owner: Owner? = Owner()
    let log = owner?.log
    let endpoint = owner.map { owner in
      input.subscribe(for: owner) {
        $0.log.append("\($1)")
      } onEnd: {
        $0.log.append("\($1)")
      }
    }
    owner = nil
    input.finish()
    expect(log?.entries, equals: [])
    expect(endpoint?.isActive, equals: false)
  }

  @MainActor private final class Screen {
    var shown: [String] = []
    var endpoints: [any Cancellable] = []

    func follow(_ signal: Signal<Int>) {
      endpoints += signal.subscribe(
        onValue: { [weak self] value in
          MainActor.assertIsolated()
          self?.shown.append("\(value)")
        },
        onEnd: { [weak self] end in
          MainActor.assertIsolated()
          self?.shown.append("\(end)")
        })
    }

    func followAsOwner(_ signal: Signal<Int>) {
      endpoints += signal.subscribe(for: self) {
        $0.shown.append("\($1)")
      } onEnd: {
        $0.shown.append("\($1)")
      }
    }
  }

  @MainActor
  @Test func `closures of the main actor are called there, inline or by a hop`() async {
    let screen = Screen()
    let input = SignalInput<Int>()
    screen.follow(input.signal)
    input.send(1)
    expect(screen.shown, equals: ["1"])
    let sender = startThread {
      input.send(2)
      input.finish()
    }
    while screen.shown.count < 3 { await letOthersGoOn() }
    sender.wait()
    expect(screen.shown, equals: ["1", "2", "finished"])

    let owner = Screen()
    owner.followAsOwner(.of(1, 2))
    expect(owner.shown, equals: ["1", "2", "finished"])
  }

  @MainActor
  @Test func `one closure belongs to the main actor, so both are called there`() async {
    let onMain = Log<Bool>()
    let anywhere: @Sendable (Int) -> Void = { _ in onMain.append(MainQueue.isCurrent) }
    let anyEnd: @Sendable (End) -> Void = { _ in onMain.append(MainQueue.isCurrent) }
    let input = SignalInput<Int>()
    let first = input.subscribe(onValue: anywhere, onEnd: { @MainActor _ in onMain.append(MainQueue.isCurrent) })
    let second = input.subscribe(onValue: { @MainActor _ in onMain.append(MainQueue.isCurrent) }, onEnd: anyEnd)
    let sender = startThread {
      input.send(1)
      input.finish()
    }
    while onMain.entries.count < 4 { await letOthersGoOn() }
    sender.wait()
    expect(onMain.entries, equals: [true, true, true, true])
    expect(!first.isActive && !second.isActive)
  }

  @globalActor private actor Background { static let shared = Background() }

  @Test func `closures of two actors are called each on its own, and the end comes last`() async {
    let log = Log<String>()
    let input = SignalInput<Int>()
    let owner = Owner()
    let endpoints = [
      input.subscribe(
        onValue: { @Background value in
          Background.assertIsolated()
          log.append("\(value)")
        },
        onEnd: { @MainActor end in
          MainActor.assertIsolated()
          log.append("\(end)")
        }),
      input.subscribe(
        for: owner,
        onValue: { @Background owner, value in
          Background.assertIsolated()
          owner.log.append("\(value)")
        },
        onEnd: { @MainActor owner, end in
          MainActor.assertIsolated()
          owner.log.append("\(end)")
        }),
    ]
    for value in 1...3 { input.send(value) }
    input.finish()
    while log.entries.count < 4 || owner.log.entries.count < 4 { await letOthersGoOn() }
    expect(log.entries, equals: ["1", "2", "3", "finished"])
    expect(owner.log.entries, equals: ["1", "2", "3", "finished"])
    expect(endpoints.allSatisfy { !$0.isActive })
  }

  @Test func `closures of two actors: the owner is gone, so the next value ends the subscription`() async {
    let input = SignalInput<Int>()
    var owner: Owner? = Owner()
    let endpoint = owner.map { owner in
      input.subscribe(for: owner, onValue: { @Background _, _ in }, onEnd: { @MainActor _, _ in })
    }
    owner = nil
    input.send(1)
    while endpoint?.isActive == true { await letOthersGoOn() }
    expect(endpoint?.isActive, equals: false)
  }
}
