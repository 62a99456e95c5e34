public import Dispatch

extension Signal where Value == Int {
  /// Emits the number of readable bytes, as far as it is known, whenever the descriptor is readable. It finishes when
  /// all data has been read and all writers have closed their end, and fails with a ``FileDescriptorError`` if there is
  /// no such descriptor. For an empty datagram, a connection that can be accepted, and an event of a descriptor of events, the
  /// number is 1. Any other descriptor that doesn't tell a number counts as read.
  ///
  /// The values are delivered on `queue`, repeatedly until the data has been read: read in the handler itself, or
  /// downstream of `deliver(on:buffering:)` with room for one value. Each subscription works with a duplicate of the
  /// descriptor, so you may close yours at any time; the duplicate is closed when the subscription is over.
  ///
  /// ```swift
  /// let chunks = Signal.readable(fileDescriptor: socket).map { count in try read(count, from: socket) }
  /// ```
  public static func readable(
    fileDescriptor: CInt, on queue: DispatchQueue = .global(), file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    generate { emitter in
      try DescriptorWatch(fileDescriptor, on: queue) { _, count in
        if count > 0 { return emitter.send(count) != .ended }
        emitter.finish()
        return false
      }.begin(for: emitter)
    }.labeled("readable", file, line, kind: .source)
  }
}

/// The error of an operation on a file descriptor.
public struct FileDescriptorError: Error, Hashable, Sendable {
  /// The system's error number, such as `EBADF`.
  public let code: CInt

  /// Makes the error, for a source of your own that reads from a descriptor.
  public init(code: CInt) { self.code = code }
}
