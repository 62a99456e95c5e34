import Dispatch
import Foundation
import Signals

/// The stack size of a thread.
enum Stack: Int, Sendable, CaseIterable, CustomStringConvertible {
  /// The size of a main thread's stack, and on Linux of every stack.
  case ordinary = 8_192
  /// The size of a secondary thread's stack on Apple platforms.
  case small = 512

  var description: String { self == .ordinary ? "8 MB" : "512 KB" }
}

/// Runs `body` on a thread with the given stack, and returns when it has finished.
func onThread(_ stack: Stack, _ body: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    ended.signal()
  }
  thread.stackSize = stack.rawValue * 1_024
  thread.start()
  ended.wait()
}

/// Runs `body` on `count` concurrent threads, and returns when all have finished.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(index)
      group.leave()
    }
  }
  group.wait()
}

/// Blocks threads until another thread opens it. It stays open.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// A thread-safe log of entries, in order.
final class Log<Entry: Sendable>: Sendable {
  private let recorded = Guarded<[Entry]>([])

  var entries: [Entry] { recorded.change { $0 } }
  var count: Int { recorded.change { $0.count } }

  func append(_ entry: Entry) { recorded.change { $0.append(entry) } }
}

/// Waits until `condition` returns true. Returns false after a minute.
func wait(until condition: () -> Bool) -> Bool {
  let start = DispatchTime.now().uptimeNanoseconds
  while !condition() {
    if DispatchTime.now().uptimeNanoseconds - start > 60_000_000_000 { return false }
    usleep(100)
  }
  return true
}
