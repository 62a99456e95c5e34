import Dispatch
import Lesson
import Signals

@MainActor
private final class Window {
  var title = ""
}

@MainActor
func handlersOnTheMainActor() async {
  heading("On the main actor: ordinary closures, ordinary objects, and a call that always comes there")
  let titles = SignalInput<String>()
  let window = Window()
  var endpoints: [any Cancellable] = []
  code()
  endpoints += titles.signal.subscribeValues { window.title = $0 }  // written in main-actor code
  code()
  titles.send("Sent on the main actor")
  show(window.title)  // there at once

  await withCheckedContinuation { isOver in
    endpoints += titles.signal.subscribe { event in
      if case .end = event { isOver.resume() }
    }
    code()
    DispatchQueue.global().async {
      titles.send("Sent on another thread")
      titles.finish()
    }
    show(window.title)  // not before the main actor has time for it
  }
  show(window.title)  // after the end has come
  endpoints.cancelAll()
}

@MainActor
func deliveryOnTheMainQueue() async {
  heading("Delivery on the main queue, for what comes from elsewhere")
  let titles = SignalInput<String>()
  let window = Window()
  var endpoints: [any Cancellable] = []
  code()
  endpoints += titles.signal.deliverOnMain().subscribeValues { @MainActor [weak window] in window?.title = $0 }
  code()
  endpoints += titles.signal.deliver(on: .main, buffering: .newest(1)).subscribeValues { result("drawing", $0) }
  code()
  for title in ["One", "Two", "Three"] { titles.send(title) }  // on the main actor
  show(window.title)  // deliverOnMain doesn't wait when it is there already; deliver(on:) always does
  code()
  // the main queue has time for it, and the newest is left
  await withCheckedContinuation { isOver in DispatchQueue.main.async { isOver.resume() } }

  endpoints.cancelAll()
}
