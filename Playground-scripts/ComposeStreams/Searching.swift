import Lesson
import Signals
import SignalsTesting

func searching() {
  heading("Searching: query after a pause in typing, and keep only the latest query's answer")
  let query = SignalInput<String>()
  code()
  let clock = VirtualScheduler()  // time advances only when told to; without `on:` it is real time
  code()
  let search: @Sendable (String) -> Signal<String> = { text in
    .after(.seconds(1), "found \(text)", on: clock).handleEvents(
      onSubscribe: { result("searching for", text) }, onCancel: { result("cancelled the search for", text) })
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

func retrying() {
  heading("Retrying a failure, and replacing the final one with a value")
  let clock = VirtualScheduler()
  let query = SignalInput<String>()
  code()
  let page = Signal<String>.failed(Offline()).handleEvents(onSubscribe: { result("subscribed at", clock.elapsed) })
  code()
  let endpoint = query.signal
    .flatMap(.latest) { _ in page.retry(3, delay: .seconds(1), on: clock).replaceError(with: "no answer") }
    .subscribe { result($0) }
  code()
  query.send("swift")
  clock.run()
  show(endpoint.isActive)
  code()
  query.fail(Offline())  // a source can fail too
}

func logging() {
  heading("Logging a chain: each event and the cancel")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal.log("in", to: { result($0) }).filter { $0 > 1 }.log("out", to: { result($0) })
    .subscribeValues { _ in }  // without `to:` it prints
  code()
  for value in [1, 2] { input.send(value) }
  code()
  endpoint.cancel()
}
