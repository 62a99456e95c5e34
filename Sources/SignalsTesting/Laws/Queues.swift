import Dispatch

/// Runs `body` on `count` queues at once, and returns when all calls have returned.
///
/// Dispatch runs each busy serial queue on a thread of its own, even on a machine with few processors.
package func onQueues(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let start = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  for thread in 0..<count {
    DispatchQueue(label: "SignalsTesting.thread").async(group: group) {
      start.wait()
      body(thread)
    }
  }
  for _ in 0..<count { start.signal() }
  group.wait()
}
