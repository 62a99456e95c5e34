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
  /// The lines that can be read from a descriptor, without their ends, each as soon as it is complete. Then the finish; or
  /// a ``FileDescriptorError`` if there is no such descriptor, or reading fails.
  ///
  /// A line ends with `\n` or `\r\n`; the last one need not. What is no UTF-8 is replaced by `U+FFFD`. A line is kept until
  /// it is complete, however long it grows.
  ///
  /// The values come on `queue`. More is read when the handlers have returned, so that a slow one slows down the writer
  /// instead of filling the memory. Each subscription works with a duplicate of the descriptor, which is closed when that
  /// is over. But what one reader reads, no other does, and what was read and not delivered when a subscription is
  /// cancelled is lost: subscribe once, or to one ``Signal/shared(file:line:)`` signal.
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
    }.seen(as: "lines", file, line, kind: .source)
  }

  /// What is typed, or piped, into the program, line by line: see ``Signal/lines(of:on:file:line:)``.
  ///
  /// ```swift
  /// let commands = Signal.standardInputLines.compactMap { Command($0) }
  /// ```
  public static var standardInputLines: Signal { lines(of: STDIN_FILENO) }
}

/// Reads for one subscription, one piece at a time, so that the queue gets to something else in between.
private final class LineReader: Sendable {
  private let emitter: Emitter<String>
  private let assembly = Guarded(LineAssembly())

  init(_ emitter: Emitter<String>) { self.emitter = emitter }

  /// Reads what is there, and sends the lines that it completes. Says whether to go on.
  func readPiece(of descriptor: CInt) -> Bool {
    var failure: CInt?
    let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { room, count in
      let result = read(descriptor, room.baseAddress, room.count)
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
