/// The recording of what a thread reads, by another module.
///
/// What a handler reads belongs to the handler, and not to the code that has sent the event. So nothing is recorded while a turn
/// settles.
@usableFromInline
enum RecordedReads {
  // Safe despite its name, since it is set before `isWanted`.
  nonisolated(unsafe) private static var recorder: (any ReadRecorder.Type)?
  /// 1 if there is a recorder.
  @usableFromInline static let isWanted = AtomicWord(0)

  /// Called by one thread at a time, with the same recorder each time.
  static func record(by recorder: any ReadRecorder.Type) {
    if isWanted.relaxed != 0 { return }
    unsafe self.recorder = recorder
    isWanted.store(1)
  }

  /// Runs `body` without recording its reads.
  @inlinable
  @inline(__always)
  static func pause(_ body: () -> Void) { if isWanted.value == 0 { body() } else { pauseRecorder(body) } }

  @usableFromInline
  static func pauseRecorder(_ body: () -> Void) {
    if let recorder = unsafe recorder { recorder.pauseRecording(body) } else { body() }
  }
}

/// Records what each thread reads.
package protocol ReadRecorder {
  /// Runs `body` without recording its reads.
  static func pauseRecording(_ body: () -> Void)
}
