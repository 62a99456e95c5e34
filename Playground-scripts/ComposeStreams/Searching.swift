import Lesson
import Signals
import SignalsTesting

func searching() {
  heading("Searching: wait for a pause in the typing, and take the answer to the latest question alone")
  let query = SignalInput<String>()
  code()
  let clock = VirtualScheduler()  // time passes when the lesson says so; leave out `on:` for real time
  code()
  let search: @Sendable (String) -> Signal<String> = { text in
    .after(.seconds(1), "found \(text)", on: clock).handleEvents(
      onSubscribe: { result("asking for", text) }, onCancel: { result("giving up", text) })
  }
  code()
  let answers = query.signal.debounce(for: .milliseconds(300), on: clock).flatMap(.latest) { search($0) }
  code()
  let endpoint = answers.subscribeValues { result($0) }
  code()
  for text in ["s", "sw", "swi"] { query.send(text) }
  clock.advance(by: .milliseconds(300))
  code()
  query.send("swift")
  clock.advance(by: .milliseconds(300))
  code()
  clock.advance(by: .seconds(1))

  endpoint.cancel()
}

private struct Offline: Error {}

func tryingAgain() {
  heading("What fails is tried again; what fails for good needn't end all that is around it")
  let clock = VirtualScheduler()
  let query = SignalInput<String>()
  code()
  let page = Signal<String>.failed(Offline()).handleEvents(onSubscribe: { result("asked at", clock.elapsed) })
  code()
  let endpoint = query.signal
    .flatMap(.latest) { _ in page.retry(3, delay: .seconds(1), on: clock).replaceError(with: "no answer") }
    .subscribe { result($0) }
  code()
  query.send("swift")
  clock.run()
  show(endpoint.isActive)
  code()
  query.fail(Offline())  // a source can fail, too
}

func looking() {
  heading("Looking into a chain: each event as it passes, and the cancel")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal.log("in", to: { result($0) }).filter { $0 > 1 }.log("out", to: { result($0) })
    .subscribeValues { _ in }  // without `to:` it prints
  code()
  for value in [1, 2] { input.send(value) }
  code()
  endpoint.cancel()
}
