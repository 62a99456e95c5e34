import Lesson
import Signals
import SignalsTesting

func timelinesInAndOut() {
  heading("Timelines: a sign for each second, in and out")
  let clock = VirtualScheduler()
  code()
  let source = Signal<String>.timeline("ab---c|", on: clock)
  show(timeline(of: source.debounce(for: .seconds(2), on: clock), on: clock))
  show(timeline(of: source.delay(for: .seconds(1), on: clock), on: clock))
  show(timeline(of: source, on: clock, during: "-^--!"))  // comes later, and leaves before the end
}

func whatAFailureLooksLike() {
  heading("What a test says that fails")
  let clock = VirtualScheduler()
  let source = Signal<String>.timeline("a-b-c|", on: clock)
  code()
  do {
    try timeline(of: source.throttle(for: .seconds(3), on: clock), on: clock).expect("a-b-c|")
  } catch {
    for line in error.description.split(separator: "\n") { result(line) }
  }
}

func whenItWasSubscribedTo() {
  heading("A source that knows when it was subscribed to, and left")
  let clock = VirtualScheduler()
  code()
  let source = TimelineSource<String>("-a--b--c|", on: clock)
  show(timeline(of: source.signal.prefix(2), on: clock))
  show(source.subscriptions)
}
