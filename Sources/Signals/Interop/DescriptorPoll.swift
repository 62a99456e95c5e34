#if !canImport(Darwin)
  import Dispatch

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Waits for all descriptors that somebody wants to read, on one thread, which is there only while there are any.
  final class DescriptorPoll: Sendable {
    private struct State: Sendable {
      var waiting: [CInt: DescriptorWatch] = [:]
      var isRunning = false
    }

    /// A failure where the system had no descriptors left for it.
    static let shared = Result { try DescriptorPoll() }

    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "Signals.DescriptorPoll")
    /// A pipe. What is written into it makes the thread look again for whom it waits.
    private let bell: (reading: CInt, writing: CInt)

    private init() throws {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw FileDescriptorError(code: errno) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      bell = (ends[0], ends[1])
    }

    /// Tells the watch once that it becomes readable.
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
      // Where there is no room it rings already.
      _ = write(bell.writing, [UInt8(0)], 1)
    }

    private func run() {
      while true {
        // Those that it waits for are kept as long, so that no descriptor is closed meanwhile.
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
      guard poll(&states, nfds_t(states.count), -1) > 0 else { return [] }
      if states[0].revents != 0 {
        var rings = [UInt8](repeating: 0, count: 64)
        while read(bell.reading, &rings, rings.count) == rings.count {}
      }
      return zip(watches, states.dropFirst()).filter { $0.1.revents != 0 }.map(\.0)
    }
  }
#endif
