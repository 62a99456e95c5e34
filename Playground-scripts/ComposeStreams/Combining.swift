import Lesson
import Signals

func merging() {
  heading("Merging: values from every input, in order of arrival; finished when all inputs have finished")
  let keyboard = SignalInput<String>()
  let mouse = SignalInput<String>()
  code()
  let endpoint = merge(keyboard.signal, mouse.signal).subscribe { result($0) }
  code()
  keyboard.send("key")
  code()
  mouse.send("click")
  code()
  keyboard.finish()
  code()
  mouse.send("move")
  code()
  mouse.finish()

  endpoint.cancel()
}

struct NotANumber: Error {
  let text: String
}

func failing() {
  heading("A throwing operator closure: the subscription fails with the error")
  let lines = SignalInput<String>()
  code()
  let endpoint = lines.signal
    .map { line in
      guard let number = Int(line) else { throw NotANumber(text: line) }
      return number
    }
    .subscribe { result($0) }
  code()
  lines.send("7")
  code()
  lines.send("seven")
  code()
  lines.send("8")  // the source is still active; this subscription is over

  endpoint.cancel()
}
