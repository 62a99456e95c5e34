import Glibc
import Synchronization

/// A system thread that runs one controlled thread after the other.
///
/// Only one carrier runs at a time, so their shared state needs no lock.
final class Carrier: @unchecked Sendable {
  private let baton = Baton()
  private var job: (() -> Void)?
  nonisolated(unsafe) private static var idle: [Carrier] = []

  private init() {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 20)
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Carrier>.fromOpaque(argument).takeUnretainedValue().work() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(status == 0, "Can't create a thread (error \(status)).")
    pthread_detach(thread)
  }

  /// A carrier that is waiting for a job.
  static func take() -> Carrier { idle.popLast() ?? Carrier() }

  /// Lets the carrier run `job` when it is resumed.
  func prepare(_ job: @escaping () -> Void) { self.job = job }

  func resume() { baton.pass() }

  /// Suspends the thread that calls this, which is the carrier's own.
  func suspend() { baton.wait() }

  /// Makes the carrier available for another job. Called by its own thread at the end of the job.
  func giveBack() { Self.idle.append(self) }

  private func work() {
    while true {
      suspend()
      let job = job
      self.job = nil
      job?()
    }
  }
}

/// Lets one thread wait for another.
///
/// It calls the kernel instead of the C library, whose functions the thread sanitizer watches: the order that the
/// controller gives to the threads must not count as an order that the library has made.
// Unchecked, because the pointer never changes, and all accesses of its word are atomic.
final class Baton: @unchecked Sendable {
  private typealias SystemCall =
    @convention(c) (
      _ number: Int, _ word: UnsafeMutableRawPointer, _ operation: Int, _ value: Int, _ timeout: Int
    ) -> Int

  // From <linux/futex.h> and <asm/unistd.h>, which the platform's module doesn't import.
  #if arch(x86_64)
    private static let futex = 202
  #else
    private static let futex = 98
  #endif
  private static let waitPrivate = 128
  private static let wakePrivate = 129

  // Swift can't call a variadic function, so its address is looked up.
  private static let systemCall = unsafeBitCast(dlsym(nil, "syscall"), to: SystemCall.self)

  /// One if the baton has been passed, and not been taken yet.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(0))
  }

  deinit {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  func pass() {
    word.pointee.store(1, ordering: .releasing)
    _ = Self.systemCall(Self.futex, word, Self.wakePrivate, 1, 0)
  }

  func wait() {
    while word.pointee.exchange(0, ordering: .acquiring) == 0 {
      _ = Self.systemCall(Self.futex, word, Self.waitPrivate, 0, 0)
    }
  }
}
