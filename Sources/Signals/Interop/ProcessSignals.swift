public import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension Signal where Value == CInt {
  /// Emits the number of a signal of the operating system each time the process receives that signal. It never ends by
  /// itself.
  ///
  /// From the first subscription on, the process no longer performs the default action of that signal, which is usually
  /// to terminate; the default action isn't restored after the last subscription either. The values are delivered on
  /// `queue`, not in a signal handler, so a handler may do anything. Several signals in quick succession may be
  /// reported as one.
  ///
  /// ```swift
  /// let endpoint = merge(.processSignal(SIGINT), .processSignal(SIGTERM)).subscribeValues { _ in server.stop() }
  /// ```
  public static func processSignal(
    _ number: CInt, on queue: DispatchQueue = .global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    requireArgument(
      number > 0 && number < signalCount,
      "processSignal(\(number)): the system has no signal of this number; use one such as SIGTERM.", file, line)
    requireArgument(
      canBeHandled(number),
      "processSignal(\(number)): no program can handle this signal; use another one, such as SIGTERM.", file, line)
    return generate { emitter in
      replaceDefaultHandling(of: number)
      let source = EventSource(DispatchSource.makeSignalSource(signal: number, queue: queue)) { _ in
        emitter.send(number)
      }
      emitter.whenEnded { source.cancel() }
    }.labeled("processSignal", file, line, kind: .source)
  }
}

/// One more than the greatest number of a signal.
#if canImport(Darwin)
  private let signalCount = NSIG
#else
  private let signalCount: CInt = 65
#endif

/// Whether the system lets a program handle the signal. It keeps some for its own use.
private func canBeHandled(_ number: CInt) -> Bool {
  var present = sigaction()
  return unsafe number != SIGKILL && number != SIGSTOP && sigaction(number, nil, &present) == 0
}

/// Replaces the default action of a signal by an empty handler, so that the signal only reaches Dispatch. Ignoring the
/// signal isn't enough: Linux discards an ignored signal.
private func replaceDefaultHandling(of number: CInt) {
  var present = sigaction()
  guard unsafe sigaction(number, nil, &present) == 0 else { return }
  #if canImport(Darwin)
    let handler = unsafe unsafeBitCast(present.__sigaction_u.__sa_handler, to: UInt.self)
  #else
    let handler = unsafe unsafeBitCast(present.__sigaction_handler.sa_handler, to: UInt.self)
  #endif
  // 0 and 1 stand for the default and for ignoring. A handler that the program has installed stays.
  if handler <= 1 { _ = signal(number) { _ in } }
}
