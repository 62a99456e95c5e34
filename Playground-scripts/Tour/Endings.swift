import Signals

struct NotANumber: Error {
  let text: String
}

/// Something that a handler holds on to, and that tells when nobody does any more.
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

  print("   \"20\", \"warm\" and \"21\" go through a map that throws at what is no number:")
  lines.send("20")
  lines.send("warm")
  lines.send("21")
  print("     the subscription is \(endpoint.isActive ? "alive" : "over")")
}

func cancelling() {
  let sensor = SignalInput<Int>()
  let endpoint = sensor.signal.subscribeValues { [diary = Diary()] in diary.write("\($0)") }

  print("   20 is sent, the endpoint cancelled, 21 sent:")
  sensor.send(20)
  endpoint.cancel()
  sensor.send(21)
}
