import Dispatch
import Foundation
import Signals

/// Runs `body` on as many threads at once, and returns when all have.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
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

/// Returns when another thread has brought that about, and leaves the processor to it: the machine has few, and the pool
/// that runs tasks is full of tests. Gives up after a minute and more, so that a test fails that would never end.
func waitUntil(_ condition: () -> Bool) {
  var backoff = Backoff()
  for _ in 0..<100_000 {
    if condition() { return }
    backoff.pause()
  }
}

/// In a task that waits for the work of others: lets them go on, on any threads. A task that only yields
/// keeps one of the machine's few processors, and those that it waits for may be without.
func letOthersGoOn(isolation: isolated (any Actor)? = #isolation) async {
  usleep(100)
  await Task.yield()
}

/// Starts a thread, and returns at once. The returned gate opens when the thread has ended.
///
/// A test that waits for a task takes its senders from here: the pool that runs tasks has few threads, and one that
/// waits for another of the pool may wait for ever.
func startThread(_ body: @escaping @Sendable () -> Void) -> Gate {
  let ended = Gate()
  Thread.detachNewThread {
    body()
    ended.open()
  }
  return ended
}

/// Runs `body` on another thread, and returns when it has.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

/// Says that two are inside at once, if they ever are.
final class OverlapDetector: Sendable {
  private let inside = AtomicWord(0)
  private let seen = AtomicWord(0)

  var hasSeenOverlap: Bool { seen.value != 0 }

  func run(_ body: () -> Void) {
    if inside.set(1) != 0 { seen.set(1) }
    body()
    inside.clear(1)
  }
}

/// Something that one thread waits for until another opens it, once and for all.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

extension DispatchQueue {
  /// Returns when all blocks that a serial queue holds now, and the blocks that those add, have run.
  func settle() {
    for _ in 0..<3 { sync {} }
  }
}
