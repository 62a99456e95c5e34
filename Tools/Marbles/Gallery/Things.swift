import Signals

/// A counter that records its calls.
final class Counter: Sendable {
  private let notes: Notes
  private let count = Guarded(0)

  init(_ notes: Notes) { self.notes = notes }

  func next() -> Int {
    let number = count.change { count in
      count += 1
      return count
    }
    notes.write("\(number)")
    return number
  }
}

/// A sensor that emits a measurement every two seconds while it is on.
final class Sensor: Sendable {
  private let run: Run
  private let notes: Notes
  private let timer = Guarded<Endpoint?>(nil)

  init(_ run: Run) {
    self.run = run
    notes = run.notes("sensor")
  }

  func start(_ send: @escaping @Sendable (Int) -> Void) {
    notes.write("start")
    let endpoint = Signal.timer(every: .seconds(2), on: run.clock).subscribeValues { send(20 + $0) }
    timer.change { $0 = endpoint }
  }

  func stop() {
    notes.write("stop")
    timer.change { timer -> Endpoint? in
      defer { timer = nil }
      return timer
    }?.cancel()
  }
}

/// A loader with a result after three seconds.
final class Loader: Sendable {
  private let run: Run
  private let notes: Notes

  init(_ run: Run) {
    self.run = run
    notes = run.notes("loader.load")
  }

  func load(_ complete: @escaping @Sendable (Result<String, any Error>) -> Void) {
    notes.write("page")
    _ = run.clock.schedule(after: .seconds(3)) { complete(.success("page")) }
  }
}

/// A file that records when it is opened and closed.
final class File: Sendable {
  let lines: Signal<String>
  private let notes: Notes

  init(_ run: Run) {
    notes = run.notes("file")
    lines = run.recipe("file.lines", "--x--y|")
  }

  func open() -> File {
    notes.write("open")
    return self
  }

  func close() { notes.write("close") }
}
