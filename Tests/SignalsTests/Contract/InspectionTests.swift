import Signals
import SignalsTesting
import Testing

/// C16: live subscriptions can be counted.
///
/// Other tests subscribe at the same time, so this one runs in a process of its own.
@Suite("C16 Seen from outside", .leavesNothing) struct InspectionTests {
  @Test func `subscriptions are counted while that is switched on`() async {
    await #expect(processExitsWith: .success) {
      let input = SignalInput<Int>()
      let before = input.signal.subscribeValues { _ in }
      precondition(SignalGraph.liveSubscriptions == 0 && !SignalGraph.isCounting)
      SignalGraph.isCounting = true
      let cancelled = input.signal.subscribeValues { _ in }
      let merged = merge(input.signal, .of(1)).deliver(on: .main).subscribeValues { _ in }
      var released: Endpoint? = input.signal.subscribeValues { _ in }
      precondition(SignalGraph.liveSubscriptions == 3 && released != nil)
      cancelled.cancel()
      cancelled.cancel()
      precondition(SignalGraph.liveSubscriptions == 2)
      released = nil
      precondition(SignalGraph.liveSubscriptions == 1)
      SignalGraph.isCounting = false
      let after = input.signal.subscribeValues { _ in }
      precondition(SignalGraph.liveSubscriptions == 1)
      merged.cancel()
      input.finish()
      precondition(SignalGraph.liveSubscriptions == 0 && !before.isActive && !after.isActive)
    }
  }
}
