import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Looks for what can be read from a descriptor, on behalf of one subscription: again and again, until everything is read, its
/// end included.
///
/// Dispatch does that only on Apple platforms. On Linux it calls a single time more when the writer is gone, with a count of
/// nought however much waits; it says nothing at all of devices such as `/dev/null`; and a source that is cancelled at the
/// moment when the writer goes can crash. So there it is a ``DescriptorPoll`` that waits.
final class DescriptorWatch: Sendable {
  /// Closed with this.
  let descriptor: CInt
  private let queue: DispatchQueue
  /// Gets the number of bytes, as far as is known; nought where the end has been reached. Says whether to go on.
  private let act: @Sendable (DescriptorWatch, Int) -> Bool
  private let isOver = AtomicWord(0)

  /// - Parameter fileDescriptor: is duplicated, so that it may be closed at any time.
  init(
    _ fileDescriptor: CInt, on queue: DispatchQueue, _ act: @escaping @Sendable (DescriptorWatch, Int) -> Bool
  ) throws {
    // No program that is started meanwhile inherits it: a pipe would stay open by that.
    descriptor = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw FileDescriptorError(code: errno) }
    self.queue = queue
    self.act = act
  }

  deinit { close(descriptor) }

  /// Looks until the subscription is over.
  func begin<Value>(for emitter: Emitter<Value>) throws {
    #if canImport(Darwin)
      let source = EventSource(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)) { [self] _ in
        _ = look()
      } whenCancelled: { [self] in
        // Dispatch has to be through with the descriptor before it is closed.
        withExtendedLifetime(self) {}
      }
      emitter.whenEnded { source.cancel() }
    #else
      let poll = try DescriptorPoll.shared.get()
      emitter.whenEnded { [self] in
        isOver.set(1)
        poll.forget(self)
      }
      wait(in: poll)
    #endif
  }

  /// Says whether to go on.
  private func look() -> Bool {
    guard isOver.value == 0 else { return false }
    var count: CInt = 0
    // What listens for connections has no bytes, but something to take all the same.
    if ioctl(descriptor, bytesWaiting, &count) != 0, isSocket { count = 1 }
    return act(self, Int(count))
  }

  private var isSocket: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  #if !canImport(Darwin)
    /// There is something to read, or the end has come.
    func becomesReadable(in poll: DescriptorPoll) {
      queue.async { [self] in
        // Somebody else may have read it in the meantime, and reading would wait.
        if !isReadable || look() { wait(in: poll) }
      }
    }

    private func wait(in poll: DescriptorPoll) {
      poll.wait(for: self)
      // Whoever ended it in between found nothing to forget.
      if isOver.value != 0 { poll.forget(self) }
    }

    private var isReadable: Bool {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&state, 1, 0) != 0
    }
  #endif
}

#if canImport(Darwin)
  // The header says it in a way that Swift doesn't understand.
  private let bytesWaiting: UInt = 0x4004_667f
#else
  private let bytesWaiting = UInt(FIONREAD)
#endif
