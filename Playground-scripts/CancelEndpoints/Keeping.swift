import Lesson
import Signals

func oneEndpoint() {
  heading("An endpoint is the subscription: cancel it, or let it go")
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
  _ = input.signal.subscribeValues { result($0) }  // kept by nobody, so cancelled at once
  code()
  input.send(5)  // nothing
}

func manyEndpoints() {
  heading("Many endpoints: an array")
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
  heading("A bag cancels what is in it, at the latest when the bag itself goes")
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
  heading("An owner: no call once it is gone, and the subscription doesn't keep it")
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
  titles.send("Anybody?")  // nothing

  endpoints.cancelAll()
}
