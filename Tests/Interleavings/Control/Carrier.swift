import Glibc

/// A system thread that runs one controlled thread after the other.
///
/// Only one carrier runs at a time, so their shared state needs no lock.
final class Carrier: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>
  private var job: (() -> Void)?
  nonisolated(unsafe) private static var idle: [Carrier] = []

  private init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
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

  func resume() { sem_post(semaphore) }

  /// Suspends the thread that calls this, which is the carrier's own.
  func suspend() { while sem_wait(semaphore) != 0 {} }

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
