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

extension Signal where Value == String {
  /// Emits the lines that are read from a descriptor, without their line ends, each as soon as it is complete. It
  /// finishes at the end of the file, and fails with a ``FileDescriptorError`` if there is no such descriptor, or if
  /// reading fails.
  ///
  /// A line ends with `\n` or `\r\n`; the last one may have no line end. Bytes that aren't valid UTF-8 are replaced by
  /// `U+FFFD`. An incomplete line is kept in memory, however long it grows.
  ///
  /// The values are delivered on `queue`. The next piece is read when the handlers have returned, so that a slow
  /// handler slows down the writer instead of filling the memory. Each subscription works with a duplicate of the
  /// descriptor, which is closed when the subscription is over. Data is read only once, however: data that one reader
  /// has read reaches no other reader, and data that was read but not delivered when a subscription is cancelled is
  /// lost. Subscribe once, or share the signal with ``SignalConvertible/shared(file:line:)``.
  ///
  /// ```swift
  /// let endpoint = Signal.lines(of: pipe.fileHandleForReading.fileDescriptor).subscribeValues { print("child:", $0) }
  /// ```
  public static func lines(
    of fileDescriptor: CInt, on queue: DispatchQueue = .global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    generate { emitter in
      let reader = LineReader(emitter)
      try DescriptorWatch(fileDescriptor, on: queue) { watch, _ in reader.readPiece(of: watch.descriptor) }
        .begin(for: emitter)
    }.labeled("lines", file, line, kind: .source)
  }

  /// The lines that are typed or piped into the program: see ``Signal/lines(of:on:file:line:)``.
  ///
  /// ```swift
  /// let commands = Signal.standardInputLines.compactMap { Command($0) }
  /// ```
  public static var standardInputLines: Signal { lines(of: STDIN_FILENO) }
}

/// Reads for one subscription, one piece at a time, so that the queue can run other blocks in between.
private final class LineReader: Sendable {
  private let emitter: Emitter<String>
  private let assembly = Guarded(LineAssembly())

  init(_ emitter: Emitter<String>) { self.emitter = emitter }

  /// Reads the available bytes, and emits the lines that they complete. Returns whether to continue.
  func readPiece(of descriptor: CInt) -> Bool {
    var failure: CInt?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { room, count in
      let result = unsafe read(descriptor, room.baseAddress, room.count)
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    if failure == EINTR || failure == EAGAIN { return true }
    if let failure {
      emitter.fail(FileDescriptorError(code: failure))
      return false
    }
    for line in assembly.change({ $0.take(bytes[...]) }) {
      guard emitter.send(line) != .ended else { return false }
    }
    if !bytes.isEmpty { return true }
    if let last = assembly.change({ $0.finish() }) { emitter.send(last) }
    emitter.finish()
    return false
  }
}
