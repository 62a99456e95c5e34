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

extension Signal where Value == Int {
  /// Says when there is something to read: how many bytes, as far as is known. It finishes when all writers are gone, and
  /// fails with a ``FileDescriptorError`` if there is no such descriptor.
  ///
  /// The values come on `queue`, and again and again until somebody reads: so read in the handler itself, or below
  /// `deliver(on:buffering:)` with room for one value. Each subscription works with a duplicate of the descriptor, so that
  /// you may close yours at any time; the duplicate is closed when the subscription is over.
  ///
  /// ```swift
  /// let chunks = Signal.readable(fileDescriptor: socket).map { count in try read(count, from: socket) }
  /// ```
  public static func readable(
    fileDescriptor: CInt, on queue: DispatchQueue = .global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    generate { emitter in
      let duplicate = dup(fileDescriptor)
      guard duplicate >= 0 else { throw FileDescriptorError(code: errno) }
      let source = EventSource(DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: queue)) { count in
        if count > 0 { emitter.send(Int(count)) } else { emitter.finish() }
      } whenCancelled: {
        close(duplicate)
      }
      emitter.whenEnded { source.cancel() }
    }.seen(as: "readable", file, line, kind: .source)
  }
}

/// What is wrong with a file descriptor.
public struct FileDescriptorError: Error, Hashable, Sendable {
  /// The system's number for it: `EBADF` and the like.
  public let code: CInt

  /// For a source of your own that reads from a descriptor.
  public init(code: CInt) { self.code = code }
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

/// A source of Dispatch that is running.
// Unchecked, because Dispatch's own objects may be used from any thread, though they don't say so.
private struct EventSource: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// - Parameter handler: gets what the source has to say, as a number.
  init(
    _ source: any DispatchSourceProtocol, _ handler: @escaping @Sendable (UInt) -> Void,
    whenCancelled: (@Sendable () -> Void)? = nil
  ) {
    self.source = source
    // Dispatch lets go of the handlers, and of the source that they refer to, when it is cancelled.
    source.setEventHandler { handler(source.data) }
    if let whenCancelled { source.setCancelHandler(handler: whenCancelled) }
    source.activate()
  }

  func cancel() { source.cancel() }
}
