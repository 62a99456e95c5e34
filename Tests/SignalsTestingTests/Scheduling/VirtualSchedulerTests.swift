import Dispatch
import Signals
import SignalsTesting
import Testing

/// C15: time passes when the test says so.
@Suite("Virtual time") struct VirtualSchedulerTests {
  private let clock = VirtualScheduler()
  private let log = Journal()

  /// Schedules an entry that records its name and the time.
  @discardableResult
  private func schedule(_ name: String, after delay: Duration) -> any Cancellable {
    clock.schedule(after: delay) { [clock, log] in log.append("\(name) at \(clock.elapsed.components.seconds)") }
  }

  @Test func `actions run in the order of their time, then in that of scheduling`() {
    schedule("late", after: .seconds(3))
    schedule("first", after: .seconds(1))
    schedule("second", after: .seconds(1))
    schedule("between", after: .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(log.entries == ["first at 1", "second at 1", "between at 2"])
    #expect(clock.pending == 1)
    clock.advance(by: .seconds(5))
    #expect(log.entries == ["first at 1", "second at 1", "between at 2", "late at 3"])
    #expect(clock.elapsed == .seconds(7))
    #expect(clock.pending == 0)
  }

  @Test func `a thousand actions in any order come in the order of their time`() {
    let delays = (0..<1_000).map { ($0 * 7_919) % 1_009 }
    let times = Guarded<[Int]>([])
    for delay in delays {
      _ = clock.schedule(after: .seconds(delay)) { times.change { $0.append(delay) } }
    }
    clock.run()
    #expect(times.change { $0 } == delays.sorted())
  }

  @Test func `nothing runs within the scheduling call, and an action that is due at once runs when zero time passes`() {
    schedule("now", after: .zero)
    schedule("before", after: .seconds(-1))
    #expect(log.entries == [])
    clock.advance(by: .zero)
    #expect(log.entries == ["now at 0", "before at 0"])
  }

  @Test func `an action scheduled by another one runs within the same advance, if its time comes`() {
    _ = clock.schedule(after: .seconds(1)) { [self] in
      schedule("soon", after: .seconds(1))
      schedule("at once", after: .zero)
      schedule("too late", after: .seconds(2))
    }
    schedule("between", after: .seconds(1))
    clock.advance(by: .seconds(2))
    #expect(log.entries == ["between at 1", "at once at 1", "soon at 2"])
    #expect(clock.pending == 1)
  }

  @Test func `advancing within an action adds to the remaining time, and no action runs inside another one`() {
    _ = clock.schedule(after: .seconds(1)) { [self] in
      log.append("begin")
      clock.advance(by: .seconds(2))
      log.append("end at \(clock.elapsed.components.seconds)")
    }
    schedule("next", after: .seconds(3))
    clock.advance(by: .seconds(1))
    #expect(log.entries == ["begin", "end at 1", "next at 3"])
    #expect(clock.elapsed == .seconds(3))
  }

  @Test func `running within an action goes on until nothing is left`() {
    _ = clock.schedule(after: .seconds(1)) { [clock] in clock.run() }
    schedule("far", after: .seconds(100))
    clock.advance(by: .seconds(1))
    #expect(log.entries == ["far at 100"])
    #expect(clock.elapsed == .seconds(100))
  }

  @Test func `running stops at the time of the last action`() {
    schedule("a", after: .seconds(2))
    schedule("b", after: .seconds(5))
    clock.run()
    #expect(log.entries == ["a at 2", "b at 5"])
    #expect(clock.elapsed == .seconds(5))
    clock.run()
    #expect(clock.elapsed == .seconds(5))
  }

  @Test func `a cancelled action doesn't run, doesn't count, and is released at once`() {
    let log = log
    var token: Token? = Token { log.append("released") }
    let timer = clock.schedule(after: .seconds(1)) { [token] in token?.touch() }
    token = nil
    #expect(clock.pending == 1)
    #expect(log.entries == [])
    timer.cancel()
    timer.cancel()
    #expect(clock.pending == 0)
    #expect(log.entries == ["released"])
    clock.run()
    #expect(clock.elapsed == .zero)
  }

  @Test func `an action that has run is released`() {
    let log = log
    var token: Token? = Token { log.append("released") }
    let timer = clock.schedule(after: .seconds(1)) { [token] in token?.touch() }
    token = nil
    clock.run()
    #expect(log.entries == ["released"])
    timer.cancel()
  }

  @Test func `an action may cancel another of the same instant`() {
    let victim = Guarded<(any Cancellable)?>(nil)
    _ = clock.schedule(after: .seconds(1)) { victim.change { $0 }?.cancel() }
    let timer = schedule("victim", after: .seconds(1))
    victim.change { $0 = timer }
    clock.run()
    #expect(log.entries == [])
  }

  @Test func `no lock is held while an action runs or is released`() {
    let clock = clock
    let log = log
    var token: Token? = Token {
      _ = clock.schedule(after: .seconds(1)) { log.append("ran at \(clock.elapsed.components.seconds)") }
    }
    _ = clock.schedule(after: .seconds(1)) { [token] in
      token?.touch()
      onQueues(1) { _ in log.append("read \(clock.pending)") }
    }
    token = nil
    clock.run()
    #expect(log.entries == ["read 0", "ran at 2"])
  }

  @Test func `a scheduler that goes takes its actions along`() {
    let log = log
    var scheduler: VirtualScheduler? = VirtualScheduler()
    let timer = scheduler?.schedule(after: .seconds(1)) { [token = Token { log.append("released") }] in token.touch() }
    scheduler = nil
    #expect(log.entries == ["released"])
    timer?.cancel()
  }

  @Test func `threads that let time pass together get the sum, and every action runs once, alone`() {
    let clock = clock
    let count = Guarded(0)
    let inside = AtomicWord(0)
    let overlaps = Guarded(0)
    onQueues(4) { thread in
      for index in 0..<500 {
        let timer = clock.schedule(after: .milliseconds(index % 7)) {
          if inside.set(1) != 0 { overlaps.change { $0 += 1 } }
          count.change { $0 += 1 }
          inside.clear(1)
        }
        if index % 5 == 0 { timer.cancel() }
        clock.advance(by: .milliseconds(1))
      }
    }
    clock.run()
    #expect(clock.elapsed >= .milliseconds(2_000))
    #expect(clock.pending == 0)
    #expect(overlaps.change { $0 } == 0)
    #expect((1_600...2_000).contains(count.change { $0 }))
  }
}
