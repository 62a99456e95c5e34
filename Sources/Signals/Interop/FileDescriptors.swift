public import Dispatch

extension Signal where Value == Int {
  /// Says when there is something to read: how many bytes, as far as is known. It finishes when everything is read and all
  /// writers are gone, and fails with a ``FileDescriptorError`` if there is no such descriptor.
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
      try DescriptorWatch(fileDescriptor, on: queue) { _, count in
        if count > 0 { return emitter.send(count) != .ended }
        emitter.finish()
        return false
      }.begin(for: emitter)
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
