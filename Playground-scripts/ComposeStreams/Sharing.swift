import Lesson
import Signals

func sharing() {
  heading("Sharing: one upstream subscription for all subscribers")
  let input = SignalInput<Int>()
  var endpoints: [any Cancellable] = []
  code()
  let square = input.signal
    .map { value in
      result("computing")
      return value * value
    }
    .shared()
  code()
  input.send(2)  // no subscriber yet, so nothing is computed
  code()
  endpoints += square.subscribeValues { result("first", $0) }
  code()
  endpoints += square.subscribeValues { result("second", $0) }
  code()
  input.send(3)
  code()
  endpoints.cancelAll()
  code()
  input.send(4)  // the last subscriber has gone, and the shared subscription with it
}

func sharingWithReplay() {
  heading("Sharing with a replay buffer: a late subscriber receives the latest value at once")
  let input = SignalInput<Int>()
  var endpoints: [any Cancellable] = []
  code()
  let square = input.signal
    .map { value in
      result("computing")
      return value * value
    }
    .shared(replaying: 1)
  code()
  endpoints += square.subscribeValues { result("first", $0) }
  code()
  input.send(3)
  code()
  endpoints += square.subscribeValues { result("second", $0) }  // computes nothing

  endpoints.cancelAll()
}
