import Lesson
import Signals
import SignalsTesting

func timelinesInAndOut() {
  heading("Timelines: one character per second, as input and as output")
  let clock = VirtualScheduler()
  code()
  let source = Signal<String>.timeline("ab---c|", on: clock)
  show(timeline(of: source.debounce(for: .seconds(2), on: clock), on: clock))
  show(timeline(of: source.delay(for: .seconds(1), on: clock), on: clock))
  show(timeline(of: source, on: clock, during: "-^--!"))  // subscribes later, and cancels before the end
}

func failureReports() {
  heading("The report of a failed test")
  let clock = VirtualScheduler()
  let source = Signal<String>.timeline("a-b-c|", on: clock)
  code()
  do {
    try timeline(of: source.throttle(for: .seconds(3), on: clock), on: clock).expect("a-b-c|")
  } catch {
    for line in error.description.split(separator: "\n") { result(line) }
  }
}

func recordedSubscriptions() {
  heading("A source that records the times of its subscriptions and cancels")
  let clock = VirtualScheduler()
  code()
  let source = TimelineSource<String>("-a--b--c|", on: clock)
  show(timeline(of: source.signal.prefix(2), on: clock))
  show(source.subscriptions)
}
