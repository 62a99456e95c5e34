import Foundation

func startThread(_ body: @escaping @Sendable () -> Void) {
  Thread(block: body).start()
}

/// In a process with a single thread the C library leaves the atomics out of its mutexes, which would make every
/// baseline with a lock look cheaper than it is in a program that needs one.
func startIdleThread() {
  startThread {
    while true { sleep(1_000) }
  }
}
