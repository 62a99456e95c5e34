import Dispatch

/// How much one drain does before it gives its queue back: some hundred events, or some milliseconds of slow handlers.
@usableFromInline
struct DrainShare {
  @usableFromInline var events = 0
  @usableFromInline let start = DispatchTime.now().uptimeNanoseconds

  @usableFromInline
  init() {}

  /// Lets a stream gather before the next batch is fetched, when the last one was small.
  ///
  /// A drain that is faster than its senders would fetch a handful at a time, and every fetch holds them up: fetching
  /// less often is faster for both. Who sends now and then never gets here.
  @usableFromInline
  func waitForMore(after count: Int) {
    guard events >= 64, count < 256 else { return }
    let start = DispatchTime.now().uptimeNanoseconds
    while DispatchTime.now().uptimeNanoseconds - start < 3_000 {}
  }

  @inlinable
  mutating func goesOn() -> Bool {
    events += 1
    if events & 7 != 0 { return true }
    return events < 1_024 && DispatchTime.now().uptimeNanoseconds - start < 2_000_000
  }
}
