import Dispatch
import Lesson
import Signals

@MainActor
private final class Window {
  var title = ""
}

@MainActor
func handlersOnTheMainActor() async {
  heading("Main-actor handlers: plain closures, always called on the main actor")
  let titles = SignalInput<String>()
  let window = Window()
  var endpoints: [any Cancellable] = []
  code()
  endpoints += titles.signal.subscribeValues { window.title = $0 }  // a closure in main-actor code
  code()
  titles.send("Sent on the main actor")
  show(window.title)  // set before send returned

  await withCheckedContinuation { isOver in
    endpoints += titles.signal.subscribe { event in
      if case .end = event { isOver.resume() }
    }
    code()
    DispatchQueue.global().async {
      titles.send("Sent on another thread")
      titles.finish()
    }
    show(window.title)  // unchanged: the handler waits for the main actor
  }
  show(window.title)  // after the end has arrived
  endpoints.cancelAll()
}

@MainActor
func deliveryOnTheMainQueue() async {
  heading("Delivery on the main queue")
  let titles = SignalInput<String>()
  let window = Window()
  var endpoints: [any Cancellable] = []
  code()
  endpoints += titles.signal.deliverOnMain().subscribeValues { @MainActor [weak window] in window?.title = $0 }
  code()
  endpoints += titles.signal.deliver(on: .main, buffering: .newest(1)).subscribeValues { result("drawing", $0) }
  code()
  for title in ["One", "Two", "Three"] { titles.send(title) }  // on the main actor
  show(window.title)  // deliverOnMain() delivers at once on the main thread; deliver(on:) always enqueues
  code()
  // lets the main queue run; only the newest title is left in the buffer
  await withCheckedContinuation { isOver in DispatchQueue.main.async { isOver.resume() } }

  endpoints.cancelAll()
}
