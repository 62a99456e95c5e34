import Lesson
import Signals

func sharing() {
  heading("Sharing: one run of the operators above, for all who subscribe below")
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
  input.send(2)  // nobody has subscribed, so nothing is computed
  code()
  endpoints += square.subscribeValues { result("first", $0) }
  code()
  endpoints += square.subscribeValues { result("second", $0) }
  code()
  input.send(3)
  code()
  endpoints.cancelAll()
  code()
  input.send(4)  // the last one has gone, and the run with it
}

func sharingWithMemory() {
  heading("Sharing with a memory: who comes late gets the latest value at once")
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
