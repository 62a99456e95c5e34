import Signals
import SignalsTesting
import Testing

extension Stress {
  /// C16: the graph is looked at while threads subscribe, send, switch and cancel. Run under thread sanitizer too.
  @Suite("Stress: the live graph") struct GraphStressTests {
    @Test func `snapshots hold together while everything comes and goes, and nothing is left`() {
      let recorder = GraphRecorder()
      let inputs = (0..<2).map { _ in SignalInput<Int>() }
      let shared = recorder.record { inputs[0].signal.map { $0 + 1 }.shared(replaying: 1) }
      let running = AtomicWord(3)
      onThreads(4) { thread in
        if thread == 3 {
          // A thread that looks without a pause delays the other threads.
          while running.value > 0 {
            check(recorder.snapshot())
            yieldProcessor()
          }
          return
        }
        for round in 0..<100 {
          let endpoints = recorder.record {
            [
              shared.removeDuplicates().subscribeValues { _ in },
              combineLatest(shared, inputs[1].signal.map { -$0 }).subscribeValues { _ in },
              inputs[1].signal.flatMap(.latest) { $0.isMultiple(of: 2) ? shared : .just(0) }.named("switched")
                .deliver(on: .global()).subscribeValues { _ in },
            ]
          }
          for input in inputs { input.send(round) }
          for endpoint in endpoints { endpoint.cancel() }
        }
        running.add(-1)
      }
      // Where threads have met, a queue may still deliver, and releases subscriptions that were cancelled meanwhile after that.
      let nothing = SignalGraph.Snapshot(nodes: [], edges: [])
      waitUntil { recorder.snapshot() == nothing }
      expect(recorder.snapshot(), equals: nothing)
    }

    private func check(_ snapshot: SignalGraph.Snapshot) {
      let numbers = Set(snapshot.nodes.map(\.id))
      let isWhole = snapshot.edges.allSatisfy { numbers.contains($0.from) && numbers.contains($0.to) }
      if !isWhole || numbers.count != snapshot.nodes.count || snapshot.text.isEmpty != snapshot.nodes.isEmpty {
        Issue.record("\(snapshot)")
      }
    }
  }
}
