import Dispatch

/// Runs `body` on as many threads at once, and returns when all have.
///
/// They are threads of Dispatch's: each serial queue that works is given one of its own, however few processors there
/// are.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
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
