import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("A queue as a scheduler", .leavesNothing) struct DispatchSchedulingTests {
  @Test func `a delay beyond the limit of Dispatch is accepted, and a short one ends`() {
    let queue = DispatchQueue.global()
    let log = Log<Void>()
    let delays: [Duration] = [
      .seconds(4_000_000_001), .seconds(Int64.max), .seconds(Int64.max) * 2, Duration(attoseconds: .max),
    ]
    let timers = delays.map { delay in queue.schedule(after: delay, leeway: delay) { log.append(()) } }
    let done = Gate()
    let timer = queue.schedule(after: .milliseconds(5)) { done.open() }
    done.wait()
    expect(log.entries.count, equals: 0)
    for timer in timers + [timer] { timer.cancel() }
  }

  @Test func `an operator accepts an interval beyond that limit (C15)`() {
    let signal = Signal.of(1).append(.never())
    let length = Duration.seconds(Int64.max) * 2
    let recorders = [
      signal.timeout(length), signal.throttle(for: length), signal.debounce(for: length), signal.delay(for: length),
      signal.delaySubscription(for: length), signal.prefix(for: length), .after(length, 1),
    ].map { Recorder($0) }
    expect(recorders.map(\.history), equals: [["1"], ["1"], [], [], [], ["1"], []])
    for recorder in recorders { recorder.cancel() }
  }

  @Test func `a negative leeway is none`() {
    let done = Gate()
    let timer = DispatchQueue(label: "test").schedule(after: .milliseconds(1), leeway: .seconds(-1)) { done.open() }
    done.wait()
    timer.cancel()
  }
}
