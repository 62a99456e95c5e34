import Signals
import SignalsTesting

// Clocks that jump forwards and backwards.

extension Row {
  static let clocks = [
    Row(name: "fault-clock-forward") { report, effort in
      jump(effort.count(10_000, short: 1_000), "ten years forward at each step", &report) { clock, step in
        clock.jump(by: .seconds(step.isMultiple(of: 2) ? 315_360_000 : 0))
      }
    },
    Row(name: "fault-clock-back") { report, effort in
      jump(effort.count(10_000, short: 1_000), "a year back at each step", &report) { clock, _ in
        clock.jump(by: .seconds(-31_536_000))
      }
    },
    Row(name: "fault-clock-to-and-fro") { report, effort in
      jump(effort.count(10_000, short: 1_000), "a year back and forth", &report) { clock, step in
        clock.jump(by: .seconds(step.isMultiple(of: 2) ? -31_536_000 : 31_536_000))
      }
    },
  ]
}

/// A scheduler whose timers are exact, but whose current time jumps.
final class JumpingClock: Scheduler {
  private let clock = VirtualScheduler()
  private let offset = Guarded(Duration.zero)

  var elapsed: Duration { clock.elapsed + offset.change { $0 } }

  func jump(by span: Duration) { offset.change { $0 += span } }

  func advance(by span: Duration) { clock.advance(by: span) }

  func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    clock.schedule(after: delay, leeway: leeway, action)
  }
}

/// In each step: sends a value, lets the clock jump, and advances the real time by the longest wait of the operators.
private func jump(
  _ steps: Int, _ how: String, _ report: inout Report, _ jump: @Sendable (JumpingClock, Int) -> Void
) {
  report.tries(
    "\(steps) values through debounce, throttle, delay, timeout and collect, and a timer; the clock jumps \(how)")
  let clock = JumpingClock()
  let input = SignalInput<Int>()
  let second = Duration.seconds(1)
  let logs = (0..<6).map { _ in Log<Int>() }
  let failures = Log<String>()
  let signals = [
    input.signal.debounce(for: second, on: clock), input.signal.throttle(for: second, on: clock),
    input.signal.delay(for: second, on: clock), input.signal.timeout(.seconds(3), on: clock),
    input.signal.collect(every: second, on: clock).map { $0.reduce(0, +) },
  ]
  let endpoints = zip(signals, logs).map { signal, log in
    signal.subscribe { event in
      switch event {
      case .value(let value): log.append(value)
      case .end(let end): failures.append("\(end)")
      }
    }
  }
  let ticks = Signal.timer(every: second, on: clock).subscribeValues { logs[5].append($0) }
  for step in 0..<steps {
    input.send(step)
    jump(clock, step)
    // The longest wait is two intervals, since an interval may restart at the jump.
    clock.advance(by: .seconds(2))
  }
  let all = Array(0..<steps)
  for log in logs.dropLast(1) where log !== logs[3] { report.compare(log.entries, with: all) }
  // With a jump forward by years, the timeout sees no value for years.
  if how != "a year back at each step" {
    report.compare(failures.entries, with: ["failed(no value for 3.0 seconds)"])
  } else {
    report.compare(logs[3].entries, with: all)
    report.compare(failures.entries, with: [])
  }
  let count = logs[5].count
  report.compare(logs[5].entries, with: Array(0..<count))
  report.require((steps...2 * steps + 1).contains(count), "the timer ticked \(count) times")
  report.survives("each value was received once, in order; the timer ticked \(count) times in \(2 * steps) seconds")
  withExtendedLifetime((endpoints, ticks)) {}
}
