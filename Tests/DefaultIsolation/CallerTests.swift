import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C13: asynchronous functions stay on the actor of their caller, whether or not that is the default in the caller's module.
@Suite("Asynchronous functions on the caller's actor") struct CallerTests {
  /// A signal that emits whether it was subscribed to on the main queue.
  nonisolated static let place = Signal<Bool>.deferred { .just(isOnMainQueue()) }

  @Test func `firstValue subscribes on the main actor if the main actor calls it`() async throws {
    #expect(try await Self.place.firstValue())
    #expect(try await Self.place.firstValue { _ in true })
    #expect(try await Task.detached { try await Self.place.firstValue() }.value == false)
  }

  @Test func `a nonisolated caller of firstValue determines where it subscribes`() async throws {
    #expect(try await Self.follow() == true)
    #expect(try await Self.leave() == false)
  }

  nonisolated(nonsending) static func follow() async throws -> Bool { try await place.firstValue() }

  @concurrent nonisolated static func leave() async throws -> Bool { try await place.firstValue() }

  @Test func `firstValue calls a closure of the main actor on the main actor`() async throws {
    let input = SignalInput<Item>()
    let wanted = Item(name: "tea")
    var seen: [String] = []
    let sender = Task.detached {
      // Repeated, as the subscription may come later.
      while !Task.isCancelled {
        for name in ["milk", "tea"] { input.send(Item(name: name)) }
        await Task.yield()
      }
    }
    let found = try await input.firstValue { item in
      MainActor.assertIsolated()
      seen.append(item.name)
      return item == wanted
    }
    sender.cancel()
    #expect(found == wanted)
    #expect(seen.last == "tea")
  }

  @Test func `firstValue receives the current value of a property synchronously`() async throws {
    let property = Property(1)
    #expect(try await property.firstValue() == 1)
    #expect(try await property.firstValue { $0 == 1 } == 1)
  }

  private nonisolated final class Witness: Sendable {
    let releases: Notes<Bool>

    init(_ releases: Notes<Bool>) { self.releases = releases }

    deinit { releases.append(isOnMainQueue()) }
  }

  private nonisolated static func handler(_ releases: Notes<Bool>) -> @Sendable (Int) -> Void {
    let witness = Witness(releases)
    return { _ in withExtendedLifetime(witness) {} }
  }

  @Test func `cancelAndWait cancels on the main actor if the main actor calls it`() async {
    let releases = Notes<Bool>()
    let input = SignalInput<Int>()
    let endpoint = input.subscribeValues(Self.handler(releases))
    await endpoint.cancelAndWait()
    #expect(releases.all == [true])
    let other = input.subscribeValues(Self.handler(releases))
    await Task.detached { await other.cancelAndWait() }.value
    #expect(releases.all == [true, false])
  }

  @Test func `a recorder cancels and waits on the main actor`() async {
    let releases = Notes<Bool>()
    let input = SignalInput<Int>()
    let recorder = Recorder(input.map(Self.handler(releases)))
    await recorder.cancelAndWait()
    #expect(releases.all == [true])
    #expect(recorder.history == [])
  }

  /// An actor whose subscription uses its own state.
  actor Journal {
    var lines: [Int] = []
    var endpoint: Endpoint?

    func follow(_ signal: Signal<Int>) {
      endpoint = signal.subscribeValues { [weak self] value in self?.assumeIsolated { $0.lines.append(value) } }
    }

    func close() async -> [Int] {
      await endpoint?.cancelAndWait()
      return lines
    }

    func first(of signal: Signal<Int>) async throws -> Int { try await signal.firstValue() }
  }

  @Test func `an actor awaits firstValue and cancelAndWait without leaving itself`() async throws {
    let property = Property(7)
    let journal = Journal()
    await journal.follow(property.signal)
    #expect(try await journal.first(of: property.signal) == 7)
    while await journal.lines.isEmpty { await Task.yield() }
    #expect(await journal.close() == [7])
  }
}
