import Signals
import Testing

/// The life of a line, step by step (C6, C8).
@Suite("A line's state machine", .leavesNothing) struct LineStateTests {
  @Test func `a line that connects and closes tells its producer once`() {
    var state = ConnectionState()
    #expect(state.isOpen)
    #expect(state.connect() == true)
    #expect(state.close() == .connected)
    #expect(!state.isOpen)
    #expect(state.close() == .wasClosed)
  }

  @Test func `a line that was closed first doesn't connect`() {
    var state = ConnectionState()
    #expect(state.close() == .unconnected)
    #expect(state.connect() == false)
    #expect(state.close() == .wasClosed)
  }
}
