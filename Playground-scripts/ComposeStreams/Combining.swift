import Lesson
import Signals

func merging() {
  heading("Merging: each value as it comes, the finish when all have finished")
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
  heading("An operator closure may throw: the signal fails there")
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
  lines.send("8")  // the source goes on; this subscription is over

  endpoint.cancel()
}
