import Lesson
import Signals

func withTheLatest() {
  heading("With the latest: what another one holds at the moment of an event")
  let (button, form) = (SignalInput<Void>(), SignalInput<String>())
  code()
  let endpoint = button.signal.withLatest(from: form.signal).subscribeValues { _, text in result(text) }
  code()
  button.send()  // nothing: the form holds nothing yet
  code()
  form.send("Dear")
  form.send("Dear Ada")  // nothing: the button alone makes it speak
  code()
  button.send()
  code()
  transaction {  // what the form holds when the turn is over
    button.send()
    form.send("Dear Grace")
  }

  endpoint.cancel()
}

func sampling() {
  heading("Sampling: the latest at each tick, if there is something new")
  let (degrees, ticks) = (SignalInput<Int>(), SignalInput<Void>())
  code()
  let endpoint = degrees.signal.sample(on: ticks.signal).subscribeValues { result($0) }
  code()
  degrees.send(20)
  degrees.send(21)
  code()
  ticks.send()
  code()
  ticks.send()  // nothing new
  code()
  transaction {  // one turn, so the order makes no difference
    ticks.send()
    degrees.send(22)
  }

  endpoint.cancel()
}
