import Lesson
import Signals
import SignalsTesting

func virtualTime() {
  heading("A virtual scheduler: time advances only when the test says so")
  code()
  let clock = VirtualScheduler()

  let query = SignalInput<String>()
  code()
  let recorder = Recorder(query.signal.debounce(for: .milliseconds(300), on: clock))
  code()
  query.send("a")
  query.send("ab")
  code()
  clock.advance(by: .milliseconds(299))
  result(recorder.history)
  code()
  clock.advance(by: .milliseconds(1))
  result(recorder.history)
  show(clock.pending)  // no timer is left behind
}

func wholeHistories() {
  heading("A recorder: the whole history, for comparison in a test")
  let input = SignalInput<Int>()
  code()
  let recorder = Recorder(input.signal.map { $0 * 2 })
  code()
  input.send(1)
  input.send(2)
  input.finish()
  input.send(3)
  show(recorder.history == ["2", "4", "|"])
}

func hoursOfVirtualTime() {
  heading("Hours of virtual time, without waiting")
  let clock = VirtualScheduler()
  code()
  let failing = Signal<Int>.failed(TimelineFailure()).retry(
    RetryPolicy(count: 5, delay: .seconds(60), factor: 4), on: clock)
  code()
  let recorder = Recorder(failing, on: clock)
  clock.run()
  code()
  for event in recorder.timedEvents { result(event) }
}
