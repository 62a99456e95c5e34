import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("collect, by time", .leavesNothing) struct CollectByTimeTests {
  private func collected(_ script: KeyValuePairs<Int, Event<Int>>) -> [String] {
    timedHistory(of: script) { signal, clock in signal.collect(every: .milliseconds(100), on: clock) }
  }

  private func collected(_ count: Int, _ script: KeyValuePairs<Int, Event<Int>>) -> [String] {
    timedHistory(of: script) { signal, clock in signal.collect(count, orEvery: .milliseconds(100), on: clock) }
  }

  @Test func `passes on the values of each interval, and nothing for an empty one`() {
    expect(
      collected([10: .value(1), 90: .value(2), 150: .value(3), 530: .value(4), 540: .value(5)]),
      equals: ["100 [1, 2]", "200 [3]", "600 [4, 5]"])
  }

  @Test func `no value and one value`() {
    expect(collected([250: .end(.finished)]), equals: ["250 |"])
    expect(collected([250: .end(.failed(Failure("e")))]), equals: ["250 #e"])
    expect(collected([10: .value(1)]), equals: ["100 [1]"])
  }

  @Test func `the rest comes at the finish, and not at a failure`() {
    expect(collected([110: .value(1), 120: .value(2), 130: .end(.finished)]), equals: ["130 [1, 2]", "130 |"])
    expect(
      collected([10: .value(1), 110: .value(2), 130: .end(.failed(Failure("e")))]), equals: ["100 [1]", "130 #e"])
  }

  @Test func `at the end of an interval, values before the scheduler's call are still in it`() {
    expect(collected([10: .value(1), 100: .value(2), 110: .value(3)]), equals: ["100 [1, 2]", "200 [3]"])
    // There was nothing to wait for, so this begins the next one.
    expect(collected([100: .value(1)]), equals: ["200 [1]"])
  }

  @Test func `a full array comes at once, and the interval is counted from there`() {
    expect(
      collected(2, [10: .value(1), 60: .value(2), 70: .value(3), 170: .value(4), 300: .end(.finished)]),
      equals: ["60 [1, 2]", "160 [3]", "260 [4]", "300 |"])
  }

  @Test func `the rest of a count comes at the finish, and not at a failure`() {
    expect(collected(3, [0: .value(1), 10: .value(2), 20: .end(.finished)]), equals: ["20 [1, 2]", "20 |"])
    expect(collected(3, [0: .value(1), 10: .value(2), 20: .end(.failed(Failure("e")))]), equals: ["20 #e"])
    expect(collected(1, [0: .value(1), 10: .value(2), 20: .end(.finished)]), equals: ["0 [1]", "10 [2]", "20 |"])
  }

  @Test func `a timer that a full array has made needless stays silent, and serves later values`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.collect(2, orEvery: .milliseconds(100), on: clock), on: clock)
    for value in 1...5 { input.send(value) }
    expect(clock.pending, equals: 1)
    clock.advance(by: .milliseconds(100))
    expect(recorder.history, equals: ["0 [1, 2]", "0 [3, 4]", "100 [5]"])
    expect(clock.pending, equals: 0)
    input.send(6)
    input.send(7)
    clock.run()
    expect(recorder.history.dropFirst(3), equals: ["100 [6, 7]"])
  }

  @Test func `with an interval of zero, values sent before the scheduler's call come together`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.collect(every: .zero, on: clock), on: clock)
    input.send(1)
    input.send(2)
    expect(recorder.history, equals: [])
    clock.advance(by: .zero)
    input.send(3)
    clock.advance(by: .zero)
    expect(recorder.history, equals: ["0 [1, 2]", "0 [3]"])
    expect(clock.pending, equals: 0)
  }

  @Test func `a handler's send is in the next array`() {
    let clock = VirtualScheduler()
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(
      input.signal.collect(2, orEvery: .milliseconds(100), on: clock).map { values in
        if values.count == 2 { input.send(3) } else { input.finish() }
        return values
      }, on: clock)
    input.send(1)
    input.send(2)
    clock.run()
    expect(recorder.history, equals: ["0 [1, 2]", "100 [3]", "100 |"])
  }

  @Test func `a late scheduler loses nothing, and the rhythm stays`() {
    let clock = VirtualScheduler()
    let late = LateScheduler(clock)
    let input = SignalInput<Int>()
    let recorder = TimedRecorder(input.signal.collect(every: .milliseconds(100), on: late), on: clock)
    input.send(1)
    late.take(.milliseconds(130))
    input.send(2)
    clock.advance(by: .milliseconds(100))
    input.send(3)
    clock.run()
    // It is 230 for the operator when it gets to the first array, so the next one has 70 to go.
    expect(recorder.history, equals: ["100 [1, 2]", "170 [3]"])
  }

  @Test(arguments: Ending.allCases)
  func `leaves no timer, however it ends`(_ ending: Ending) {
    expect(leftovers(ending) { $0.collect(every: .milliseconds(200), on: $1) }, equals: Leftovers(timersBefore: 1))
    expect(leftovers(ending) { $0.collect(5, orEvery: .milliseconds(200), on: $1) }, equals: Leftovers(timersBefore: 1))
  }

  @Test func `waits by Dispatch where no scheduler is named`() {
    let input = SignalInput<Int>()
    let done = Gate()
    let log = Log<[Int]>()
    let endpoint = input.signal.collect(every: .milliseconds(1))
      .merge(with: input.signal.collect(10, orEvery: .milliseconds(1)))
      .subscribeValues { values in
        log.append(values)
        if log.entries.joined().count == 4 { done.open() }
      }
    input.send(1)
    input.send(2)
    done.wait()
    expect(log.entries.joined().sorted(), equals: [1, 1, 2, 2])
    withExtendedLifetime((input, endpoint)) {}
  }
}
