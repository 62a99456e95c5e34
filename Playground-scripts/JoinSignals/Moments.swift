import Lesson
import Signals

func withTheLatest() {
  heading("withLatest: each event with the latest value of another signal")
  let (button, form) = (SignalInput<Void>(), SignalInput<String>())
  code()
  let endpoint = button.signal.withLatest(from: form.signal).subscribeValues { _, text in result(text) }
  code()
  button.send()  // no output: the form has no value yet
  code()
  form.send("Dear")
  form.send("Dear Ada")  // no output: only the button triggers one
  code()
  button.send()
  code()
  transaction {  // the form's value at the end of the turn
    button.send()
    form.send("Dear Grace")
  }

  endpoint.cancel()
}

func sampling() {
  heading("Sampling: the latest value at each tick, if it is new")
  let (degrees, ticks) = (SignalInput<Int>(), SignalInput<Void>())
  code()
  let endpoint = degrees.signal.sample(on: ticks.signal).subscribeValues { result($0) }
  code()
  degrees.send(20)
  degrees.send(21)
  code()
  ticks.send()
  code()
  ticks.send()  // no output: no new value
  code()
  transaction {  // within one turn, the order of the sends doesn't matter
    ticks.send()
    degrees.send(22)
  }

  endpoint.cancel()
}
