import Testing

@testable import Signals

/// The life of a connection, step by step (C6, C8).
@Suite("A connection's state", .leavesNothing) struct ConnectionStateTests {
  @Test func `a connection that connects and closes tells its producer once`() {
    var state = ConnectionState()
    expect(state.isOpen)
    expect(state.connect(), equals: true)
    expect(state.close(), equals: .connected)
    expect(!state.isOpen)
    expect(state.close(), equals: .wasClosed)
  }

  @Test func `a connection that was closed first doesn't connect`() {
    var state = ConnectionState()
    expect(state.close(), equals: .unconnected)
    expect(state.connect(), equals: false)
    expect(state.close(), equals: .wasClosed)
  }

  @Test(arguments: [
    0, ConnectionState.counted, ConnectionState.dropped, ConnectionState.counted | ConnectionState.dropped,
  ])
  func `each step leaves the other marks and the depth as they are`(_ marks: UInt) {
    var state = ConnectionState(word: marks)
    expect(state.deepen(to: 3), equals: false)
    expect(state.connect(), equals: true)
    expect(state.deepen(to: 5), equals: true)
    expect(state.deepen(to: 4), equals: false)
    expect(state.close(), equals: .connected)
    expect(state.depth, equals: 5)
    expect(state.word & (ConnectionState.counted | ConnectionState.dropped), equals: marks)
  }

  @Test(arguments: [0, 255, 256, 65_535, 65_536, 1 << 24 - 1])
  func `a connection knows its place among many inputs`(_ place: Int) {
    let connection = Connection.make()
    connection.inputPosition = place
    expect(connection.inputPosition, equals: place)
    expect(connection.trace == nil)
  }
}
