import Dispatch
import Signals

/// A counter for any thread.
final class Counter: Sendable {
  private let word = AtomicWord(0)

  var count: Int { Int(word.value) }

  func add() { word.add(1) }
}

/// The progress of a thread, for others that wait for it.
final class Signpost: Sendable {
  private let place = AtomicWord(0)

  func reach(_ place: Int) { self.place.store(UInt(place)) }
  func hasReached(_ place: Int) -> Bool { self.place.value >= UInt(place) }
  func wait(for place: Int) {
    var backoff = Backoff()
    while !hasReached(place) { backoff.pause() }
  }
}

/// A blocking queue of values from one thread to another.
final class Handover<Value: Sendable>: Sendable {
  private let values = Guarded<[Value]>([])
  private let count = DispatchSemaphore(value: 0)

  func put(_ value: Value) {
    values.change { $0.append(value) }
    count.signal()
  }

  func take() -> Value {
    count.wait()
    return values.change { $0.removeFirst() }
  }
}
