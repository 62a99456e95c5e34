import Dispatch
import Signals

/// Counts, from any thread.
final class Counter: Sendable {
  private let word = AtomicWord(0)

  var count: Int { Int(word.value) }

  func add() { word.add(1) }
}

/// How far a thread has come, for others that wait for it.
final class Signpost: Sendable {
  private let place = AtomicWord(0)

  func reach(_ place: Int) { self.place.store(UInt(place)) }
  func hasReached(_ place: Int) -> Bool { self.place.value >= UInt(place) }
  func wait(for place: Int) {
    var backoff = Backoff()
    while !hasReached(place) { backoff.pause() }
  }
}

/// What one thread hands to another, one after the other.
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
