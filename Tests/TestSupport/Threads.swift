package import Dispatch
import Foundation
internal import Signals

/// Runs `body` on `count` threads at once, and returns when all have finished.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      start.wait()
      body(index)
      group.leave()
    }
  }
  for _ in 0..<count { start.signal() }
  group.wait()
}

/// Returns when another thread has brought the condition about. It gives up after more than a minute, so that the test fails
/// instead of never ending.
package func waitUntil(_ condition: () -> Bool) {
  var backoff = Backoff()
  for _ in 0..<100_000 {
    if condition() { return }
    backoff.pause()
  }
}

/// Suspends a task that waits for other threads, and lets them run. A task that only yields occupies one of the few
/// processors, which those threads may need.
package func letOthersGoOn(isolation: isolated (any Actor)? = #isolation) async {
  usleep(100)
  await Task.yield()
}

/// Starts a thread, and returns at once. The result waits for the end of the thread.
///
/// A test that waits in a task starts its senders with this function: the pool that runs tests has few threads, and a
/// thread that waits for another one of the pool may wait for ever.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Gate {
  let ended = Gate()
  Thread.detachNewThread {
    body()
    ended.open()
  }
  return ended
}

/// Runs `body` on another thread, and returns when it has finished.
package func onAnotherThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

/// Runs `body`, which may wait for other threads, on a thread of its own. Other tests use the pool's thread meanwhile.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// Detects whether two calls of `run` overlap.
package final class OverlapDetector: Sendable {
  private let inside = AtomicWord(0)
  private let seen = AtomicWord(0)

  package init() {}

  package var hasSeenOverlap: Bool { seen.value != 0 }

  package func run(_ body: () -> Void) {
    if inside.set(1) != 0 { seen.set(1) }
    body()
    inside.clear(1)
  }
}

/// A gate that one thread waits for until another one opens it, once and for all.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  package func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

extension DispatchQueue {
  /// Returns when a serial queue has run its present work, and the work that this adds.
  ///
  /// A drain looks at the clock after every eighth event, so one that is interrupted again and again may deliver no more in a
  /// block. The rounds suffice for a thousand events all the same. On an idle queue they take less than a tenth of a millisecond.
  package func settle() {
    for _ in 0..<200 { sync {} }
  }
}

/// Returns when the main queue has run its present work, and the work that this adds.
@MainActor
package func mainQueueIsIdle() async {
  for _ in 0..<3 {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }
}

/// Replaces the value of `place`, and returns the former one.
package func swapped<Value>(_ place: inout Value, with new: Value) -> Value {
  var value = new
  swap(&place, &value)
  return value
}
