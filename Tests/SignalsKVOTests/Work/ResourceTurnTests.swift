import Foundation
import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// C10, W5–W7: the loads of a resource beside the turns that bring its inputs.
@Suite("Resource: turns", .leavesNothing) struct ResourceTurnTests {
  private let service = Service<Int, String>()
  private let id = Property(1)

  private func resource() -> Resource<String> {
    Resource(of: id) { [service] id in try await service.ask(id) }
  }

  private func until(_ resource: Resource<String>, is state: String) async {
    await SignalsKVOTests.until { text(resource.value) == state }
  }

  /// Gives the service time to be asked once more. Returns what it was asked.
  private func look(beyond count: Int) -> [Int] {
    for _ in 0..<2_000 where service.asked.count <= count { sched_yield() }
    return service.asked
  }

  @Test func `a load begins after the turn of the change: no join shows its value beside a former input`() async {
    let resource = resource()
    let title = id.derived { "no. \($0)" }
    let (asked, joined) = (Log<[Int]>(), Log<String>())
    let slow = title.signal.dropFirst().subscribeValues { _ in asked.append(look(beyond: 1)) }
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    let join = combineLatest(id, resource).subscribeValues { joined.append("\($0) \(text($1))") }
    id.value = 2
    await service.asked(2)
    transaction {
      resource.reload()
      asked.append(look(beyond: 2))
    }
    await service.asked(3)
    service.answer(2, "b")
    await until(resource, is: "loaded b")
    await SignalsKVOTests.until { joined.entries.count >= 3 }
    expect(asked.entries, equals: [[1], [1, 2]])
    expect(joined.entries, equals: ["1 loaded a", "2 loading a", "2 loaded b"])
    slow.cancel()
    join.cancel()
  }

  @Test func `a reload on another thread begins no load in the middle of the turn of the input, either`() async {
    let resource = resource()
    let title = id.derived { "no. \($0)" }
    let (asked, joined) = (Log<[Int]>(), Log<String>())
    let slow = title.signal.dropFirst().subscribeValues { _ in
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        resource.reload()
        isOver.signal()
      }
      isOver.wait()
      asked.append(look(beyond: 1))
    }
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    let join = combineLatest(id, resource).subscribeValues { joined.append("\($0) \(text($1))") }
    id.value = 2
    expect(asked.entries, equals: [[1]])
    await service.asked(2)
    service.answer(1, "b")
    await until(resource, is: "loaded b")
    await SignalsKVOTests.until { joined.entries.count >= 3 }
    expect(joined.entries, equals: ["1 loaded a", "2 loading a", "2 loaded b"])
    expect(service.asked, equals: [1, 2])
    slow.cancel()
    join.cancel()
  }

  @Test func `a load begins after the turns that wait for the turn around the change`() async {
    let (first, second) = (Property(0), Property(0))
    let resource = resource()
    let (asked, joined) = (Log<[Int]>(), Log<String>())
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    let endpoints = [
      combineLatest(first, first).subscribeValues { [id] value, _ in
        if value == 1 {
          second.value = 1
          id.value = 2
        }
      },
      // The turn of `second` waits here for that of `first`.
      combineLatest(first, second).subscribeValues { _, value in
        if value == 1 { asked.append(look(beyond: 1)) }
      },
      combineLatest(first, id, resource).subscribeValues { joined.append("\($0) \($1) \(text($2))") },
    ]
    first.value = 1
    expect(asked.entries, equals: [[1]])
    await service.asked(2)
    service.answer(1, "b")
    await until(resource, is: "loaded b")
    await SignalsKVOTests.until { joined.entries.last == "1 2 loaded b" }
    expect(joined.entries, equals: ["0 1 loaded a", "1 1 loaded a", "1 2 loading a", "1 2 loaded b"])
    for endpoint in endpoints { endpoint.cancel() }
  }

  @Test func `the first load begins within the initialiser, also in a transaction`() async {
    let begun = await withCheckedContinuation { continuation in
      // The wait is on a thread of its own, since tasks share few threads, and the load is a task.
      Thread.detachNewThread { [id] in
        let hasBegun = DispatchSemaphore(value: 0)
        let (loaded, begun) = transaction {
          // The tests are tasks, too: a load of the same priority would wait for hundreds of them.
          let loaded = Resource(of: id, priority: .userInitiated) { id in
            hasBegun.signal()
            return id
          }
          // The limit only ends a test that fails.
          return (loaded, hasBegun.wait(timeout: .now() + .seconds(600)))
        }
        withExtendedLifetime(loaded) {}
        continuation.resume(returning: begun)
      }
    }
    #expect(begun == .success)
  }

  @Test func `two resources of one input never meet as loaded for different ones (W7)`() async {
    let one = Resource(of: id) { $0 }
    let other = Resource(of: id) { $0 }
    let met = Log<String>()
    let join = combineLatest(one, other).subscribeValues { one, other in
      if case .loaded(let one) = one, case .loaded(let other) = other { met.append("\(one) \(other)") }
    }
    for round in 2...300 {
      id.value = round
      await SignalsKVOTests.until { met.entries.last == "\(round) \(round)" }
    }
    expect(met.entries.filter { entry in !(1...300).contains { entry == "\($0) \($0)" } }, equals: [])
    join.cancel()
  }

  @Test func `a value that nobody has read is loaded anew when the input comes back (W5, W7)`() async {
    let resource = resource()
    let title = resource.derived { "<\(text($0))>" }
    await service.asked(1)
    service.answer(0, "a")
    await until(resource, is: "loaded a")
    expect(title.value, equals: "<loaded a>")
    for (count, input) in [(2, 2), (3, 1)] {
      id.value = input
      await service.asked(count)
      service.answer(count - 1, "\(input)")
      await service.returned(count)
      for _ in 0..<100 { await Task.yield() }
    }
    await until(resource, is: "loaded 1")
    expect(title.value, equals: "<loaded 1>")
  }

  @Test func `an input without contents is a new one at each set (W5)`() async {
    let input = Property(())
    let resource = Resource(of: input) { [service] in try await service.ask(0) }
    for count in 1...3 {
      await service.asked(count)
      service.answer(count - 1, "\(count)")
      await until(resource, is: "loaded \(count)")
      input.value = ()
    }
    await service.asked(4)
  }
}
