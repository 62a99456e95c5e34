import Signals

struct NotANumber: Error {
  let text: String
}

/// An object that a handler retains. It reports its release.
private final class Diary: Sendable {
  func write(_ text: String) { print("     diary: \(text)") }

  deinit { print("     (the diary is released)") }
}

func errorInMap() {
  let lines = SignalInput<String>()
  let endpoint = lines.signal
    .map { line in
      guard let number = Int(line) else { throw NotANumber(text: line) }
      return number
    }
    .subscribe { [diary = Diary()] event in
      switch event {
      case .value(let number): diary.write("\(number)")
      case .end(.finished): diary.write("finished")
      case .end(.failed(let error)): diary.write("failed with \(error)")
      }
    }

  print("   \"20\", \"warm\" and \"21\" go through a map that throws when a text isn't a number:")
  lines.send("20")
  lines.send("warm")
  lines.send("21")
  print("     the subscription is \(endpoint.isActive ? "active" : "over")")
}

func cancelling() {
  let sensor = SignalInput<Int>()
  let endpoint = sensor.signal.subscribeValues { [diary = Diary()] in diary.write("\($0)") }

  print("   The source sends 20, the endpoint is cancelled, the source sends 21:")
  sensor.send(20)
  endpoint.cancel()
  sensor.send(21)
}
