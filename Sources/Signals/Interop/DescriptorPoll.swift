#if !canImport(Darwin)
  import Dispatch

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Waits until descriptors become readable, for all watches, on one thread, which exists only while there are
  /// watches.
  final class DescriptorPoll: Sendable {
    private struct State: Sendable {
      var waiting: [CInt: DescriptorWatch] = [:]
      var isRunning = false
    }

    /// The shared poll, or a failure if the system had no descriptors left for its pipe.
    static let shared = Result { try DescriptorPoll() }

    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "Signals.DescriptorPoll")
    /// A pipe. A byte written to it makes the thread reread the list of watches.
    private let bell: (reading: CInt, writing: CInt)

    private init() throws {
      var ends: [CInt] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw FileDescriptorError(code: errno) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      bell = (ends[0], ends[1])
    }

    /// Notifies the watch once, when its descriptor becomes readable.
    func wait(for watch: DescriptorWatch) {
      let wasRunning = state.change { state in
        state.waiting[watch.descriptor] = watch
        defer { state.isRunning = true }
        return state.isRunning
      }
      if wasRunning { ring() } else { queue.async { [self] in run() } }
    }

    func forget(_ watch: DescriptorWatch) {
      if remove(watch) { ring() }
    }

    private func remove(_ watch: DescriptorWatch) -> Bool {
      state.change { $0.waiting.removeValue(forKey: watch.descriptor) } != nil
    }

    private func ring() {
      // If the pipe is full, the thread is going to wake up anyway.
      _ = unsafe write(bell.writing, [UInt8(0)], 1)
    }

    private func run() {
      while true {
        // The array retains the polled watches, so that no descriptor is closed during the poll.
        let watches = state.change { state in
          state.isRunning = !state.waiting.isEmpty
          return Array(state.waiting.values)
        }
        if watches.isEmpty { return }
        for watch in readable(of: watches) where remove(watch) { watch.becomesReadable(in: self) }
      }
    }

    private func readable(of watches: [DescriptorWatch]) -> [DescriptorWatch] {
      var states = ([bell.reading] + watches.map(\.descriptor)).map { descriptor in
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      }
      guard unsafe poll(&states, nfds_t(states.count), -1) > 0 else { return [] }
      if states[0].revents != 0 {
        var rings = [UInt8](repeating: 0, count: 64)
        while unsafe read(bell.reading, &rings, rings.count) == rings.count {}
      }
      return zip(watches, states.dropFirst()).filter { $0.1.revents != 0 }.map(\.0)
    }
  }
#endif
