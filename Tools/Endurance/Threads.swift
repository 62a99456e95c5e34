import Dispatch
import Foundation
import Signals

/// How much stack a thread has.
enum Stack: Int, Sendable, CaseIterable, CustomStringConvertible {
  /// What a main thread has, and on Linux every thread.
  case ordinary = 8_192
  /// What a secondary thread has on Apple platforms.
  case small = 512

  var description: String { self == .ordinary ? "8 MB" : "512 KB" }
}

/// Runs `body` on a thread with so much stack, and returns when it has.
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

/// Runs `body` on as many threads at once, and returns when all have.
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

/// Something that one thread waits for until another opens it, once and for all.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let recorded = Guarded<[Entry]>([])

  var entries: [Entry] { recorded.change { $0 } }
  var count: Int { recorded.change { $0.count } }

  func append(_ entry: Entry) { recorded.change { $0.append(entry) } }
}

/// Lets others have the processor until `isSo`, and answers whether it came to be so within a minute.
func wait(until isSo: () -> Bool) -> Bool {
  let start = DispatchTime.now().uptimeNanoseconds
  while !isSo() {
    if DispatchTime.now().uptimeNanoseconds - start > 60_000_000_000 { return false }
    usleep(100)
  }
  return true
}
