import Signals

/// Writes down what happens on any number of threads, with as little between them as can be.
///
/// Each moment takes a stamp from one atomic counter, and is written to the place of that number, which is its alone. So
/// there is no lock, nothing has to be merged, and no thread waits for another.
// Unchecked, because no two threads write to the same place, and `moments` is read when all of them are done.
final class RunRecorder: @unchecked Sendable {
  private let places: UnsafeMutablePointer<Moment?>
  private let capacity: Int
  private let stamps = AtomicWord(0)

  init(capacity: Int) {
    self.capacity = capacity
    places = .allocate(capacity: capacity)
    places.initialize(repeating: nil, count: capacity)
  }

  deinit {
    places.deinitialize(count: capacity)
    places.deallocate()
  }

  func note(_ step: Step) {
    let stamp = nextStamp()
    if stamp < capacity { places[stamp] = Moment(thread: currentThread(), step: step) }
  }

  /// Everything, once no thread writes any more.
  var moments: [Moment] { (0..<min(capacity, Int(stamps.value))).compactMap { places[$0] } }

  /// Whether more has happened than there was room for.
  var isFull: Bool { Int(stamps.value) > capacity }

  /// The earlier work of this thread has happened for each thread with a later stamp.
  private func nextStamp() -> Int {
    #if arch(x86_64)
      // The processor sees to that at every atomic step. A relaxed one tells thread sanitizer nothing, so the stamps hide
      // no race of the library's from it.
      return Int(stamps.next(1)) - 1
    #else
      while true {
        let stamp = stamps.value
        if stamps.replace(stamp, by: stamp + 1) { return Int(stamp) }
      }
    #endif
  }
}
