import Signals
import SignalsKVO
import SignalsTesting
import Testing

extension Stress {
  /// Actions and resources that several threads use at once (W1–W7). Run under thread sanitizer too.
  @Suite("Stress: actions and resources") struct WorkStressTests {
    private let log = Log<Int>()

    @Test func `queued runs of several threads don't overlap, and none is lost`() async {
      let count = 300
      let overlap = OverlapDetector()
      // A detector of its own: a thread that requests a run may still deliver a result when the next run starts (W3).
      let overlapOfHandlers = OverlapDetector()
      let action = Action(.queued) { (input: Int) in
        overlap.run {}
        await Task.yield()
        return input
      }
      let log = log
      let endpoint = action.values.subscribeValues { value in overlapOfHandlers.run { log.append(value) } }
      let isOver = startThread {
        onThreads(4) { thread in
          for index in 0..<count { expect(action.run(thread * count + index)) }
        }
      }
      await until { log.entries.count == 4 * count }
      isOver.wait()
      expect(log.entries.sorted(), equals: Array(0..<4 * count))
      // The runs of each thread keep their order.
      for thread in 0..<4 {
        let own = log.entries.filter { $0 / count == thread }
        expect(own, equals: own.sorted())
      }
      expect(!overlap.hasSeenOverlap)
      expect(!overlapOfHandlers.hasSeenOverlap)
      endpoint.cancel()
    }

    @Test func `an exclusive action accepts one of the runs that several threads request at once`() async {
      let service = Service<Int, Int>()
      let action = Action { (input: Int) in try await service.ask(input) }
      for round in 0..<100 {
        let accepted = Counter()
        onThreads(4) { thread in if action.run(thread) { accepted.add() } }
        expect(accepted.count, equals: 1)
        await service.asked(round + 1)
        service.answer(round, 0)
        await until { action.isEnabled.value }
      }
    }

    @Test func `each run ends once during concurrent runs, cancellations and releases`() async {
      let (accepted, ended) = (Counter(), Counter())
      for policy in [ActionPolicy.exclusive, .latest, .queued, .parallel(2)] {
        for _ in 0..<10 {
          let called = Counter()
          let returned = Counter()
          let action = Action(policy) { (input: Int) in
            called.add()
            defer { returned.add() }
            await Task.yield()
            try Task.checkCancellation()
            return input
          }
          let tasks = (0..<4).map { thread in
            Task.detached {
              for input in 0..<20 {
                if (input + thread).isMultiple(of: 7) { action.cancel() }
                do {
                  _ = try await action.perform(input)
                } catch is ActionRefusedError {
                  continue
                } catch {}
                accepted.add()
              }
            }
          }
          for task in tasks { await task.value }
          await action.cancelAndWait()
          expect(!action.isRunning.value)
          expect(called.count, equals: returned.count)
          ended.add()
        }
      }
      expect(ended.count, equals: 40)
      expect(accepted.count > 0)
    }

    @Test func `after concurrent sets a resource has loaded for the last input`() async {
      let id = Property(0)
      let resource = Resource(of: id) { id in
        await Task.yield()
        return id
      }
      let seen = Property<[Int]>([])
      let endpoint = resource.subscribeValues { state in
        if case .loaded(let value) = state { seen.value.append(value) }
      }
      let isOver = startThread {
        onThreads(3) { thread in
          for value in 1...300 {
            if thread < 2 { id.value = value * 2 + thread } else if value.isMultiple(of: 10) { resource.reload() }
            // The value for one input is never seen with another input.
            let pair = Derived { (id.value, resource.value) }.value
            if case .loaded(let loaded) = pair.1 { expect(loaded, equals: pair.0) }
          }
        }
      }
      isOver.wait()
      await until { if case .loaded(let value) = resource.value { value == id.value } else { false } }
      await until { seen.value.last == id.value }
      endpoint.cancel()
    }

    @Test func `each failure is told once while another thread reads the resource (W7)`() async {
      let loads = Guarded(0)
      let resource = Resource { () async throws -> Int in
        let number = loads.change { count in
          count += 1
          return count
        }
        throw Trouble("\(number)")
      }
      let (told, isOver) = (Log<String>(), Guarded(false))
      let endpoint = resource.subscribeValues { told.append(($0.error as? Trouble)?.description ?? "loading") }
      let reader = startThread { while !isOver.change({ $0 }) { _ = resource.value } }
      for _ in 0..<repetitions(3_000, quick: 500) {
        await until { !resource.value.isLoading }
        resource.reload()
      }
      isOver.change { $0 = true }
      reader.wait()
      let entries = told.entries
      expect(zip(entries, entries.dropFirst()).filter { $0 == $1 }.map(\.0), equals: [])
      endpoint.cancel()
    }

    @Test func `resources may be released while they load`() async {
      for _ in 0..<100 {
        let id = Property(0)
        let place = Property<Resource<Int>?>(
          Resource(of: id) { id in
            await Task.yield()
            return id
          })
        let isOver = startThread {
          onThreads(2) { thread in
            if thread == 0 { for value in 1...5 { id.value = value } } else { place.value = nil }
          }
        }
        isOver.wait()
        await until { id.observerCount == 0 }
      }
    }
  }
}
