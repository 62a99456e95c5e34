import Dispatch
import Signals
import SignalsKVO
import Testing

/// C5, B7: a transaction returns at once, even if a binding that was made in it has to wait for a queue.
@Suite("Binding: made in a transaction", .leavesNothing) struct BeginningInTurnTests {
  @Test func `a transaction doesn't wait for the initial value of a binding on a suspended queue`() {
    let queue = DispatchQueue(label: "busy")
    queue.suspend()
    let (first, second) = (Property(1), Property(2))
    let bindings = Log<TwoWayBinding>()
    let ended = DispatchSemaphore(value: 0)
    let thread = startThread {
      transaction {
        bindings.append(bind(first, to: SharedEnd(second, on: queue), initially: .fromFirst))
        first.value = 7
      }
      ended.signal()
    }
    // The test needs the full timeout only if the transaction waits for the queue.
    let result = ended.wait(timeout: .now() + .seconds(20))
    let before = second.value
    queue.resume()
    thread.wait()
    queue.sync {}
    expect(result, equals: .success)
    expect([before, first.value, second.value], equals: [2, 7, 7])
  }
}
