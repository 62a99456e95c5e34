import Dispatch

/// The work that one drain does before it gives its queue back: about a thousand events, or two milliseconds of slow
/// handlers.
@usableFromInline
struct DrainBudget {
  @usableFromInline var events = 0
  @usableFromInline let start = DispatchTime.now().uptimeNanoseconds

  @usableFromInline
  init() {}

  /// Lets messages gather for 3 µs before the next batch is fetched, if the last one was small.
  ///
  /// A drain is faster than its senders, so without a pause it would fetch a handful of messages at a time, and each
  /// fetch takes the lock from the senders. Fetching less often is faster for both sides. Three microseconds are too
  /// short to sleep (waking up takes ten times as long), so the drain looks at the clock until they are over. The
  /// benchmark of values to a queue takes 44 ns a value this way, 59 ns if the drain yields the processor instead (and
  /// with four senders twice the time, since it does not get the processor back), 116 ns without a pause, and 130 ns if
  /// the drain returns the queue after each batch. An occasional send never gets here.
  @usableFromInline
  func gather(after count: Int) {
    #if !CONTROLLED_THREADS
      guard events >= 64, count < 256 else { return }
      let start = DispatchTime.now().uptimeNanoseconds
      while DispatchTime.now().uptimeNanoseconds - start < 3_000 {}
    #endif
  }

  /// Counts an event, and returns whether there is time for another one.
  @inlinable
  mutating func allowsMore() -> Bool {
    events += 1
    #if CONTROLLED_THREADS
      // The same number in every run, and few enough that small programs exceed it.
      return events < 4
    #else
      if events & 7 != 0 { return true }
      return events < 1_024 && DispatchTime.now().uptimeNanoseconds - start < 2_000_000
    #endif
  }
}
