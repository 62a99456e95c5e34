import Foundation
import Signals

/// A pipe, to be written to byte by byte and read from by the tested code.
final class TestPipe {
  private(set) var reading: CInt
  private var writing: CInt

  init() {
    var ends: [CInt] = [-1, -1]
    precondition(pipe(&ends) == 0, "The system gave no pipe (error \(errno)).")
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    finish()
    stopReading()
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    let written = Foundation.write(writing, bytes, bytes.count)
    precondition(written == bytes.count, "The pipe takes \(written) bytes of \(bytes.count): write less.")
  }

  /// No more will be written.
  func finish() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Only the holders of a duplicate of the descriptor can read any more.
  func stopReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  /// Whether no process at all can read any more.
  var isDeserted: Bool {
    var state = pollfd(fd: writing, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }
}
