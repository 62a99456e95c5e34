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
  /// A signal of the operating system: its number, each time the process gets it. It never ends by itself.
  ///
  /// From the first subscription on, the process no longer does what it does by default when it gets that one, which is
  /// mostly to end; nor does that come back with the last. The values come on `queue`, not in a signal handler, so that
  /// anything may be done there. Several that come in quick succession may be told as one.
  ///
  /// ```swift
  /// let endpoint = merge(.processSignal(SIGINT), .processSignal(SIGTERM)).subscribeValues { _ in server.stop() }
  /// ```
  public static func processSignal(
    _ number: CInt, on queue: DispatchQueue = .global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    generate { emitter in
      replaceDefaultHandling(of: number)
      let source = EventSource(DispatchSource.makeSignalSource(signal: number, queue: queue)) { _ in
        emitter.send(number)
      }
      emitter.whenEnded { source.cancel() }
    }.seen(as: "processSignal", file, line, kind: .source)
  }
}

/// Sees to it that a signal reaches Dispatch and does nothing else. Being ignored won't do: on Linux an ignored signal
/// reaches nobody.
private func replaceDefaultHandling(of number: CInt) {
  var present = sigaction()
  guard sigaction(number, nil, &present) == 0 else { return }
  #if canImport(Darwin)
    let handler = unsafeBitCast(present.__sigaction_u.__sa_handler, to: UInt.self)
  #else
    let handler = unsafeBitCast(present.__sigaction_handler.sa_handler, to: UInt.self)
  #endif
  // 0 and 1 stand for the default and for ignoring. A handler that somebody has set stays.
  if handler <= 1 { _ = signal(number) { _ in } }
}
