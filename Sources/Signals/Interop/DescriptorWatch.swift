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

/// Reports readable data of a descriptor to one subscription, repeatedly until all data and the end of the file have
/// been read.
///
/// Only on Apple platforms does a read source of Dispatch do this. On Linux, after the writer has closed its end,
/// Dispatch calls the handler only once more, with a count of zero, however much data is left; it reports nothing at
/// all for devices such as `/dev/null`; and a source that is cancelled at the moment when the writer closes its end can
/// crash. On Linux, ``DescriptorPoll`` waits for the descriptor instead.
final class DescriptorWatch: Sendable {
  /// The duplicated descriptor, closed when this object is released.
  let descriptor: CInt
  private let queue: DispatchQueue
  /// Receives the number of readable bytes, as far as it is known, or zero at the end of the file. Returns whether to
  /// continue.
  private let act: @Sendable (DescriptorWatch, Int) -> Bool
  private let isOver = AtomicWord(0)

  /// - Parameter fileDescriptor: The descriptor to watch. It is duplicated, so the caller may close its own at any
  ///   time.
  init(
    _ fileDescriptor: CInt, on queue: DispatchQueue, _ act: @escaping @Sendable (DescriptorWatch, Int) -> Bool
  ) throws {
    // Close-on-exec: a process that is started meanwhile must not inherit the descriptor, which would keep a pipe open.
    descriptor = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw FileDescriptorError(code: errno) }
    self.queue = queue
    self.act = act
  }

  deinit { close(descriptor) }

  /// Watches the descriptor until the subscription is over.
  func begin<Value>(for emitter: Emitter<Value>) throws {
    #if canImport(Darwin)
      let source = EventSource(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)) { [self] _ in
        _ = look()
      } whenCancelled: { [self] in
        // The descriptor must stay open until Dispatch no longer uses it.
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

  /// Reports the readable bytes. Returns whether to continue.
  private func look() -> Bool {
    guard isOver.value == 0 else { return false }
    var count: CInt = 0
    let isCounted = unsafe ioctl(descriptor, bytesWaiting, &count) == 0
    if isCounted ? count == 0 && isForDatagrams && !isShutDown : isSocketOrEvent { count = 1 }
    return act(self, Int(count))
  }

  /// Whether there is something to read that has no number of bytes: a connection for a listening socket to accept, or an event.
  private var isSocketOrEvent: Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFSOCK || isOfEvents
  }

  /// Whether this is one of the descriptors that Linux has for events, which are no files. Others of that kind have nothing to read.
  private var isOfEvents: Bool {
    var name = [CChar](repeating: 0, count: 32)
    let count = unsafe readlink("/proc/self/fd/\(descriptor)", &name, 32)
    let kind = String(decoding: name.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ["eventfd", "timerfd", "signalfd"].contains { kind == "anon_inode:[\($0)]" }
  }

  /// Whether this is a socket for datagrams, which may be empty and have no end by themselves.
  private var isForDatagrams: Bool {
    var (kind, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == datagrams
  }

  /// Whether nothing arrives any more, as the program has said.
  private var isShutDown: Bool {
    #if canImport(Darwin)
      false
    #else
      var state = pollfd(fd: descriptor, events: POLLRDHUP, revents: 0)
      return unsafe poll(&state, 1, 0) > 0 && state.revents & POLLRDHUP != 0
    #endif
  }

  #if !canImport(Darwin)
    /// Called by the poll when there is data to read, or at the end of the file.
    func becomesReadable(in poll: DescriptorPoll) {
      queue.async { [self] in
        // Another reader may have read the data in the meantime, and reading would then block.
        if !isReadable || look() { wait(in: poll) }
      }
    }

    private func wait(in poll: DescriptorPoll) {
      poll.wait(for: self)
      // A subscription that ended before the call above found no watch to remove.
      if isOver.value != 0 { poll.forget(self) }
    }

    private var isReadable: Bool {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&state, 1, 0) != 0
    }
  #endif
}

// Constants that the headers define by macros that Swift doesn't import, or by types that differ.
#if canImport(Darwin)
  private let bytesWaiting: UInt = 0x4004_667f
  private let datagrams = SOCK_DGRAM
#else
  private let bytesWaiting = UInt(FIONREAD)
  private let POLLRDHUP: Int16 = 0x2000
  #if canImport(Glibc)
    private let datagrams = CInt(SOCK_DGRAM.rawValue)
  #else
    private let datagrams = CInt(SOCK_DGRAM)
  #endif
#endif
