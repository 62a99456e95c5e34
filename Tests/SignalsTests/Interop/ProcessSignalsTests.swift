import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

@Suite("Signals of the process", .leavesNothing) struct ProcessSignalsTests {
  @Test func `a signal that the process gets comes as a value`() {
    let queue = DispatchQueue(label: "test")
    let got = Gate()
    let log = Log<CInt>()
    let endpoint = Signal.processSignal(SIGUSR1, on: queue).subscribeValues { number in
      log.append(number)
      got.open()
    }
    // Dispatch begins to listen in its own time, and earlier signals are lost.
    while log.entries.isEmpty { kill(getpid(), SIGUSR1) }
    got.wait()
    expect(log.entries.first, equals: SIGUSR1)
    endpoint.cancel()
    queue.settle()
    let before = log.entries
    kill(getpid(), SIGUSR1)
    queue.settle()
    expect(log.entries, equals: before)
  }
}
