import Lesson
import Signals

func oneEndpoint() {
  heading("An endpoint owns its subscription: cancelling or releasing it ends the subscription")
  let input = SignalInput<Int>()
  code()
  var endpoint: Endpoint? = input.signal.subscribeValues { result($0) }
  code()
  input.send(1)
  code()
  endpoint?.cancel()
  code()
  input.send(2)  // nothing
  code()
  endpoint = input.signal.subscribeValues { result("again", $0) }
  code()
  input.send(3)
  code()
  endpoint = nil
  code()
  input.send(4)  // nothing
  code()
  _ = input.signal.subscribeValues { result($0) }  // not kept, so cancelled at once
  code()
  input.send(5)  // nothing
}

func manyEndpoints() {
  heading("Many endpoints in an array")
  let input = SignalInput<Int>()
  code()
  var endpoints: [any Cancellable] = []
  code()
  endpoints += input.signal.subscribeValues { result("first", $0) }
  code()
  input.signal.subscribeValues { result("second", $0) }.store(in: &endpoints)
  code()
  input.send(1)
  code()
  endpoints.cancelAll()
  code()
  input.send(2)  // nothing
}

private final class Screen: Sendable {
  let lifetime = CancellableBag()

  init(showing titles: Signal<String>) {
    code()
    titles.subscribeValues { result("the screen shows", $0) }.store(in: lifetime)
  }
}

func bagOfAnObject() {
  heading("A bag cancels its endpoints when it is released")
  let titles = SignalInput<String>()
  code()
  var screens = [Screen(showing: titles.signal)]
  code()
  titles.send("Home")
  code()
  screens.removeLast()
  code()
  titles.send("Settings")  // nothing
}

private final class Label: Sendable {
  func show(_ text: String) { result("the label shows", text) }
  deinit { result("the label is released") }
}

func owner() {
  heading("An owner: held weakly, and no call after its release")
  let titles = SignalInput<String>()
  var endpoints: [any Cancellable] = []
  code()
  var labels = [Label()]
  code()
  endpoints += titles.signal.subscribeValues(for: labels[0]) { label, text in label.show(text) }
  code()
  titles.send("Hello")
  code()
  labels.removeAll()
  code()
  titles.send("Still there?")  // nothing

  endpoints.cancelAll()
}
