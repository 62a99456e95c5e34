import Foundation

func startThread(_ body: @escaping @Sendable () -> Void) {
  Thread(block: body).start()
}

/// In a single-threaded process the C library omits the atomic operations of its mutexes, so baselines with a lock
/// would appear cheaper than in a multithreaded program.
func startIdleThread() {
  startThread {
    while true { sleep(1_000) }
  }
}
